// SPDX-License-Identifier: GPL-3.0-or-later
// The limits on waiting for a language model, and on its answers.

/// The limits of time and length for an answer.
public struct ChatLimits: Hashable, Sendable {
    /// The longest wait for the connection.
    public var connection = Duration.seconds(3)
    /// The longest wait for the first piece of the answer, which includes loading the model.
    public var firstToken = Duration.seconds(60)
    /// The longest pause between two pieces.
    public var pause = Duration.seconds(20)
    /// The longest time for the whole answer, including reasoning: a slow computer may take minutes, but an answer must
    /// end.
    public var whole = Duration.seconds(600)
    /// The longest answer in UTF-8 bytes: some hours of speech.
    public var longest = 200_000
    /// The interval between reports that nothing has arrived yet.
    public var report = Duration.seconds(5)
    /// After this long without an answer, the server is asked whether its model is loaded.
    public var look = Duration.seconds(1)
    /// How long to remember that a server refused tools: it may be restarted with another model.
    public var memory = Duration.seconds(600)
    /// The first pause before retrying a server that is loading its model; each further pause is twice as long.
    public var firstRetry = Duration.milliseconds(250)
    /// The longest pause that a server may ask for before a retry.
    public var longestRetry = Duration.seconds(4)
    /// How long to read past the end of an answer, so that the connection can be reused.
    public var rest = Duration.milliseconds(300)

    public init() {}
}
