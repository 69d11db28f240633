// SPDX-License-Identifier: GPL-3.0-or-later
// Limits on time and size for tool servers, and reports of their progress.

/// The limits for all servers.
public struct ToolServerLimits: Hashable, Sendable {
    /// The time for a server to send something after its start, or after first contact with its address.
    public var start: Duration
    /// The same for programs that may have to be downloaded first.
    public var fetch: Duration
    /// The time after which a server that has not answered the modern request also gets the classic one.
    public var mute: Duration
    /// The time for one call.
    public var call: Duration
    /// The longest text of a result, in bytes.
    public var resultBytes: Int

    /// Limits on the list of tools.
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

/// Progress of a server, for display.
public enum ToolServerNews: Hashable, Sendable {
    /// The program is starting, and may be downloaded first.
    case starting(path: String, mayFetch: Bool)
    /// The server ended during a call that can be repeated, and is being restarted for it.
    case restarting(ToolServerFailure)
}
