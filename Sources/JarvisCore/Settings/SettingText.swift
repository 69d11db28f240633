// SPDX-License-Identifier: GPL-3.0-or-later
// What a setting is called, what it does and where it is found. The command line and the window read the same words.

/// A page of the settings.
public enum SettingsPage: String, Sendable, CaseIterable {
    case voice, listening, conversation, models, appearance, privacy, desktop, about
}

/// The words of a setting, in English; the window translates them.
public struct SettingText: Hashable, Sendable {
    public let title: String
    /// What it does, in a line.
    public let help: String
    /// What people may look for instead of the title, separated by commas.
    public let words: String

    public init(_ title: String, _ help: String, _ words: String = "") {
        self.title = title
        self.help = help
        self.words = words
    }
}
