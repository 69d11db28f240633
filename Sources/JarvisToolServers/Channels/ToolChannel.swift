// SPDX-License-Identifier: GPL-3.0-or-later
// The connection to a tool server over any transport.

import JarvisCore
import JarvisPlatform

/// A request to a server.
struct ToolRequest: Sendable {
    var method: String
    var params = JSONObject()
    /// The era of the protocol; `nil` during the handshake.
    var era: ProtocolEra?
    /// The tool's name, for requests about a single tool.
    var subject: String?
    /// HTTP headers that the tool requires.
    var headers: [(name: String, value: String)] = []
    /// The time limit for the whole exchange.
    var limit: Duration

    /// The opening requests cannot be cancelled.
    var isCancellable: Bool { method.hasPrefix("tools/") }
}

/// The reason why no reply came.
enum ChannelFailure: Error, Hashable, Sendable {
    /// The server has ended, or closed the connection.
    case ended
    case timedOut
    /// A reply exceeded this limit.
    case tooLarge(limitBytes: Int)
    /// The server no longer recognizes our session. It did nothing, and a new handshake follows.
    case sessionLost
    /// The reply was not that of a tool server.
    case foreign(status: Int)
    /// The reply contained neither a result nor an error.
    case malformed
    /// The server requires signing in with a browser.
    case needsSignIn
    case server(ServerFailure)
}

/// Carries requests to one server, and its replies back.
protocol ToolChannel: Sendable {
    /// Sends a request and waits for the reply. Cancelling the task notifies the server, if the request is cancellable.
    /// - Throws: `RPCError` if the server refuses, `ChannelFailure`, or `CancellationError`.
    func ask(_ request: ToolRequest) async throws -> JSONObject

    /// Sends a notification, which has no reply.
    /// - Throws: `ChannelFailure`.
    func notify(_ method: String, era: ProtocolEra?) async throws

    /// Sets the era for all further messages.
    func settle(_ era: ProtocolEra)

    /// True if the server has ended and accepts no more requests.
    var hasEnded: Bool { get }

    /// True once after the server has announced that its tools have changed.
    func takeToolsChanged() -> Bool

    /// Closes the channel and waits for the server to end.
    /// - Returns: How the server ended, and its log.
    func close() async -> ChannelRemains
}

/// The exit and last output of a closed channel.
struct ChannelRemains: Hashable, Sendable {
    /// The exit of the server if it is our child process; otherwise `nil`.
    var exit: ProcessExit?
    /// The last lines of the server's log.
    var log: [String] = []
    /// The last line of output that did not belong to the protocol.
    var rubbish: String?
}

extension ToolChannel {
    /// The maximum size of a message in bytes; longer ones are refused.
    static var longestMessage: Int { 32 << 20 }
}
