// SPDX-License-Identifier: GPL-3.0-or-later
// What the Commands list says.

/// Something that can be said, for the Commands list.
public struct CommandHelp: Hashable, Sendable, Codable {
    public var skill: String
    /// "Timers and alarms"
    public var title: String
    /// "Set, list and cancel timers and alarms."
    public var summary: String
    /// Phrases that work as they stand; the first is run by a click.
    public var examples: [String]
    /// Freedesktop symbolic icon name.
    public var icon: String
    /// True for what changes something, false for what only tells.
    public var acts = false

    public init(skill: String, title: String, summary: String, examples: [String], icon: String) {
        self.skill = skill
        self.title = title
        self.summary = summary
        self.examples = examples
        self.icon = icon
    }
}
