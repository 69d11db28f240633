// SPDX-License-Identifier: GPL-3.0-or-later
// The last request of a command, for the next command: "make it two hours", "how long is left on it".

/// What a command was about.
public struct KeptTurn: Hashable, Sendable {
    public var at: Timestamp
    /// The request in words that make sense by themselves.
    public var request: String
    public var reply: String
    /// The identity of the thing that was made or mentioned; nil if there is none.
    public var subject: String?
    /// The identities of all things mentioned, in order.
    public var subjects: [String]
    /// The kind of thing, if the skill named one.
    public var about: String?
    /// The number in the answer, in digits.
    public var result: String?

    public init(
        at time: Timestamp, request: String, reply: String, subject: String? = nil, subjects: [String] = [],
        about: String? = nil, result: String? = nil
    ) {
        at = time
        self.request = request
        self.reply = reply
        self.subject = subject
        self.subjects = subjects
        self.about = about
        self.result = result
    }
}
