// SPDX-License-Identifier: GPL-3.0-or-later
// A question of JARVIS whose answer may be given in another process.

/// A question about a value that a request lacked, such as the length of a timer.
public struct UnansweredQuestion: Hashable, Sendable {
    public var at: Timestamp
    /// The skill that asked.
    public var skill: String
    public var question: String
    /// The whole reply, which ends with the question.
    public var reply: String
    /// The values that the request had, by slot name.
    public var values: [String: String]

    public init(at time: Timestamp, skill: String, question: String, reply: String, values: [String: String]) {
        at = time
        self.skill = skill
        self.question = question
        self.reply = reply
        self.values = values
    }
}
