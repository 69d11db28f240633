// SPDX-License-Identifier: GPL-3.0-or-later
// Builds descriptors by the type of their field: how each is read and written.

/// The version in which settings without an explicit one appeared.
private let firstVersion = "0.1.0"

extension SettingDescriptor {
    static func number(
        _ key: String, _ page: SettingsPage, _ text: SettingText, _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Double> & Sendable, since: String = firstVersion
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: .number(range), path: path,
            get: { .number($0[keyPath: path]) },
            store: { settings, value in
                if case .number(let number) = value { settings[keyPath: path] = number }
            })
    }

    static func flag(
        _ key: String, _ page: SettingsPage, _ text: SettingText,
        _ path: any WritableKeyPath<Settings, Bool> & Sendable, since: String = firstVersion
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: .flag, path: path,
            get: { .flag($0[keyPath: path]) },
            store: { settings, value in
                if case .flag(let flag) = value { settings[keyPath: path] = flag }
            })
    }

    static func line(
        _ key: String, _ page: SettingsPage, _ text: SettingText,
        _ path: any WritableKeyPath<Settings, String> & Sendable,
        _ domain: SettingDescriptor.Domain = .text(orDefault: false), since: String = firstVersion
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: domain, path: path,
            get: { .text($0[keyPath: path]) },
            store: { settings, value in
                if case .text(let text) = value { settings[keyPath: path] = text }
            })
    }

    static func choice<Choice>(
        _ key: String, _ page: SettingsPage, _ text: SettingText,
        _ path: any WritableKeyPath<Settings, Choice> & Sendable, since: String = firstVersion
    ) -> SettingDescriptor where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: .choice(Choice.allCases.map(\.rawValue)),
            path: path, get: { .text($0[keyPath: path].rawValue) },
            store: { settings, value in
                if case .text(let name) = value, let choice = Choice(rawValue: name) {
                    settings[keyPath: path] = choice
                }
            })
    }

    static func color(
        _ key: String, _ page: SettingsPage, _ text: SettingText,
        _ path: any WritableKeyPath<Settings, HexColor> & Sendable, since: String = firstVersion
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: .color, path: path,
            get: { .text($0[keyPath: path].text) },
            store: { settings, value in
                if case .text(let text) = value, let color = HexColor(text: text) { settings[keyPath: path] = color }
            })
    }

    static func device(
        _ key: String, _ page: SettingsPage, _ text: SettingText,
        _ path: any WritableKeyPath<Settings, String?> & Sendable, since: String = firstVersion
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, page: page, text: text, since: since, domain: .text(orDefault: true), path: path,
            get: { .text($0[keyPath: path] ?? "default") },
            store: { settings, value in
                guard case .text(let name) = value else { return }
                settings[keyPath: path] = name.isEmpty || name == "default" ? nil : name
            })
    }
}
