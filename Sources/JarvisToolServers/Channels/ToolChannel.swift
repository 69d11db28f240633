// SPDX-License-Identifier: GPL-3.0-or-later
// The way to a tool server, whatever it is made of.

import JarvisCore
import JarvisPlatform

/// One question to a server.
struct ToolRequest: Sendable {
    var method: String
    var params = JSONObject()
    /// Nil while it is being found out.
    var era: ProtocolEra?
    /// What the question is about, where it is about one thing: the tool's name.
    var subject: String?
    /// Headers of HTTP that the tool asks for.
    var headers: [(name: String, value: String)] = []
    var limit: Duration

    /// The first words of a conversation cannot be called off.
    var isCancellable: Bool { method.hasPrefix("tools/") }
}

/// Why no answer came.
enum ChannelFailure: Error, Hashable, Sendable {
    /// The server has ended, or closed the connection.
    case ended
    case timedOut
    /// It answered more than this.
    case tooLarge(limitBytes: Int)
    /// It does not know our session any more: nothing was done, the handshake follows again.
    case sessionLost
    /// It answered, but not as a tool server does.
    case foreign(status: Int)
    /// It answered, but neither with a result nor with an error.
    case malformed
    /// It names a place to sign in at, with a browser.
    case needsSignIn
    case server(ServerFailure)
}

/// Carries questions to one server, and its answers back.
protocol ToolChannel: Sendable {
    /// Waits for the answer; cancelling the task tells the server.
    /// - Throws: `RPCError` for what the server refuses, `ChannelFailure`, or `CancellationError`.
    func ask(_ request: ToolRequest) async throws -> JSONObject

    /// - Throws: `ChannelFailure`.
    func notify(_ method: String, era: ProtocolEra?) async throws

    /// From now on the server speaks in this era.
    func settle(_ era: ProtocolEra)

    /// True when the server has ended and gets no more questions.
    var hasEnded: Bool { get }

    /// True once after the server has said that its tools have changed.
    func takeToolsChanged() -> Bool

    /// What is known of the server's end and of its log; waits for the end.
    func close() async -> ChannelRemains
}

/// What a channel leaves behind.
struct ChannelRemains: Hashable, Sendable {
    /// Nil where the server is not our child.
    var exit: ProcessExit?
    /// The last lines of its log.
    var log: [String] = []
    /// The last line on its output that was not of the protocol.
    var rubbish: String?
}

extension ToolChannel {
    /// Bytes of one message that are read; a longer one is refused.
    static var longestMessage: Int { 32 << 20 }
}
