// SPDX-License-Identifier: GPL-3.0-or-later
// The single table of settings, used by the settings file, the command line, the window and spoken commands. Each page
// has its own file.

extension SettingDescriptor {
    /// Every setting, page by page, in display order.
    public static let all = voice + listening + conversation + models + appearance + privacy + desktop

    /// The setting with this key; nil if there is none.
    public static func named(_ key: String) -> SettingDescriptor? {
        all.first { $0.key == key }
    }

    /// The settings of a page, in display order.
    public static func on(_ page: SettingsPage) -> [SettingDescriptor] { all.filter { $0.page == page } }

    /// The setting stored in this field.
    public static func of<Value>(_ path: any WritableKeyPath<Settings, Value> & Sendable) -> SettingDescriptor {
        guard let found = all.first(where: { $0.path as AnyKeyPath == path as AnyKeyPath }) else {
            preconditionFailure("Each field of the settings is in the table.")
        }
        return found
    }

    /// The range of a numeric setting.
    public static func range(of path: any WritableKeyPath<Settings, Double> & Sendable) -> ClosedRange<Double> {
        guard case .number(let range) = of(path).domain else { preconditionFailure("Each number is in the table.") }
        return range
    }
}
