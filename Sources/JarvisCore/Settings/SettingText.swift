// SPDX-License-Identifier: GPL-3.0-or-later
// A setting's title, help and search words. The command line and the window use the same texts.

/// A page of the settings.
public enum SettingsPage: String, Sendable, CaseIterable {
    case voice, listening, conversation, models, appearance, privacy, desktop, about
}

/// The texts of a setting in English; the window translates them.
public struct SettingText: Hashable, Sendable {
    public let title: String
    /// What it does, in one line.
    public let help: String
    /// Other words that find the setting, separated by commas.
    public let words: String

    public init(_ title: String, _ help: String, _ words: String = "") {
        self.title = title
        self.help = help
        self.words = words
    }
}
