// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of settings. The settings file, the command line, the window and spoken commands all go by it. Each page
// has a file of its own.

extension SettingDescriptor {
    /// Every setting, page by page, in the order in which they are listed.
    public static let all = voice + listening + conversation + models + appearance + privacy + desktop

    /// The setting with this key.
    public static func named(_ key: String) -> SettingDescriptor? {
        all.first { $0.key == key }
    }

    /// The settings of a page.
    public static func on(_ page: SettingsPage) -> [SettingDescriptor] { all.filter { $0.page == page } }

    /// The setting that is kept in this field.
    public static func of<Value>(_ path: any WritableKeyPath<Settings, Value> & Sendable) -> SettingDescriptor {
        guard let found = all.first(where: { $0.path as AnyKeyPath == path as AnyKeyPath }) else {
            preconditionFailure("Each field of the settings is in the table.")
        }
        return found
    }

    /// The values that a number of the settings may have.
    public static func range(of path: any WritableKeyPath<Settings, Double> & Sendable) -> ClosedRange<Double> {
        guard case .number(let range) = of(path).domain else { preconditionFailure("Each number is in the table.") }
        return range
    }
}
