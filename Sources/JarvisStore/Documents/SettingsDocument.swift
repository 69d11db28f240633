// SPDX-License-Identifier: GPL-3.0-or-later
// Between settings and the JSON document that holds them: flat keys by the table of settings, a bad value is passed
// over with a notice, and everything unchanged stays as it was written.

import JarvisCore
import JarvisPlatform

/// A settings document: `{"version":1,"voice.speed":1.2,"detection.mode":"auto",…}`. Keys that are not there have
/// their defaults; unknown keys survive.
struct SettingsDocument: Hashable, Sendable {
    static let version: Int64 = 1

    var object: JSONObject

    init(_ object: JSONObject = ["version": .integer(version)]) {
        self.object = object
    }

    /// The settings, and what was wrong with the document.
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

    /// Writes what is different from what the document says already.
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
    fileprivate init?(_ json: JSONValue) {
        switch json {
        case .text(let text): self = .text(text)
        case .flag(let flag): self = .flag(flag)
        case .number:
            guard let number = json.asDouble else { return nil }
            self = .number(number)
        case .null, .array, .object: return nil
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        }
    }
}
