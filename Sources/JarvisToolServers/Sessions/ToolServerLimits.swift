// SPDX-License-Identifier: GPL-3.0-or-later
// How long to wait for tool servers, and how much of theirs to take; and what is told while one waits.

/// The limits of all servers.
public struct ToolServerLimits: Hashable, Sendable {
    /// Until a server that was started, or is at an address, has said something.
    public var start: Duration
    /// The same for programs that may have to be fetched first.
    public var fetch: Duration
    /// After this a server that does not answer the modern question is asked the classic one as well.
    public var mute: Duration
    /// For one call.
    public var call: Duration
    /// The longest text of a result.
    public var resultBytes: Int

    /// What is taken of a list of tools.
    static let mostPages = 100
    static let mostTools = 2000

    public init(
        start: Duration = .seconds(30), fetch: Duration = .seconds(120), mute: Duration = .seconds(2),
        call: Duration = .seconds(60), resultBytes: Int = ToolOutcome.usualLimitBytes
    ) {
        self.start = start
        self.fetch = fetch
        self.mute = mute
        self.call = call
        self.resultBytes = resultBytes
    }
}

/// What happens to a server meanwhile.
public enum ToolServerNews: Hashable, Sendable {
    /// Its program is started; it may be fetched from the internet first.
    case starting(path: String, mayFetch: Bool)
    /// It has ended in the middle of a call that may be made again, and is started again for it.
    case restarting(ToolServerFailure)
}
