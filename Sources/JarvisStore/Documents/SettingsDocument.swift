// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between settings and their JSON document. Keys are flat, one per setting; a bad value is skipped with a
// notice, and unchanged values stay exactly as written.

import JarvisCore
import JarvisPlatform

/// A settings document: `{"version":1,"voice.speed":1.2,"detection.mode":"auto",…}`. Missing keys mean defaults.
/// Unknown keys survive.
struct SettingsDocument: Hashable, Sendable {
    static let version: Int64 = 1

    var object: JSONObject

    init(_ object: JSONObject = ["version": .integer(version)]) {
        self.object = object
    }

    /// The settings, with a notice for each bad value.
    func read() -> (settings: Settings, notices: [Notice]) {
        var settings = Settings()
        var notices: [Notice] = []
        for descriptor in SettingDescriptor.all {
            guard let json = object[descriptor.key] else { continue }
            do throws(SettingError) {
                guard let value = SettingValue(json) else {
                    throw SettingError(key: descriptor.key, value: json.line, domain: descriptor.domain)
                }
                try descriptor.set(value, in: &settings)
            } catch {
                notices.append(.settingIgnored(error, used: descriptor.get(settings).display))
            }
        }
        return (settings, notices)
    }

    /// Writes only the settings that differ from the document.
    mutating func write(_ settings: Settings) {
        let present = read().settings
        for descriptor in SettingDescriptor.all {
            let value = descriptor.get(settings)
            if value != descriptor.get(present) { object[descriptor.key] = value.json }
        }
        if object["version"] == nil { object["version"] = .integer(Self.version) }
    }
}

extension SettingValue {
    init?(_ json: JSONValue) {
        switch json {
        case .text(let text): self = .text(text)
        case .flag(let flag): self = .flag(flag)
        case .number:
            guard let number = json.asDouble else { return nil }
            self = .number(number)
        case .null, .array, .object: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        }
    }
}
