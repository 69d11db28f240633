// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the Commands list.

/// Something that people can say, for the Commands list.
public struct CommandHelp: Hashable, Sendable, Codable {
    public var skill: String
    /// "Timers and alarms"
    public var title: String
    /// "Set, list and cancel timers and alarms."
    public var summary: String
    /// Phrases that work verbatim; a click runs the first.
    public var examples: [String]
    /// Freedesktop symbolic icon name.
    public var icon: String
    /// True if the skill changes something, false if it only informs.
    public var acts = false

    public init(skill: String, title: String, summary: String, examples: [String], icon: String) {
        self.skill = skill
        self.title = title
        self.summary = summary
        self.examples = examples
        self.icon = icon
    }
}
