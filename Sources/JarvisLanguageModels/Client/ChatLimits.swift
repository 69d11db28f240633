// SPDX-License-Identifier: GPL-3.0-or-later
// How long a language model is waited for.

/// Time limits of an answer.
public struct ChatLimits: Hashable, Sendable {
    /// Until the connection stands.
    public var connection = Duration.seconds(3)
    /// Until the first piece of the answer: models are loaded meanwhile.
    public var firstToken = Duration.seconds(60)
    /// From one piece to the next.
    public var pause = Duration.seconds(20)
    /// For the whole of an answer, thoughts included: a slow computer may think for minutes, and no answer goes on for ever.
    public var whole = Duration.seconds(600)
    /// Bytes of an answer, in UTF-8: some hours of speech.
    public var longest = 200_000
    /// How often it is told that there is nothing yet.
    public var report = Duration.seconds(5)
    /// After this a server that has said nothing is asked whether its model is loaded.
    public var look = Duration.seconds(1)
    /// How long it is remembered that a server takes no tools: it may be started again, with another model.
    public var memory = Duration.seconds(600)
    /// Before a server that is loading its model is asked again, the first time; each next pause is twice as long.
    public var firstRetry = Duration.milliseconds(250)
    /// The longest pause that a server may ask for before it is asked again.
    public var longestRetry = Duration.seconds(4)
    /// What may still come behind the end of an answer, so that the connection can be used again.
    public var rest = Duration.milliseconds(300)

    public init() {}
}
