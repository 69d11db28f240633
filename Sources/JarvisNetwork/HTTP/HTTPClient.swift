// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP and HTTPS by libsoup, on the network thread.

import CSoup
import Glibc
import JarvisCore

/// Sends requests by libsoup. Connections are kept for the next request for a while. Servers nearby are reached
/// directly, others as the desktop's proxy settings say; certificates are checked against the system's.
public final class HTTPClient: HTTPStreaming {
    private let loop: NetworkLoop
    private let sessions = HTTPSessions()

    /// Opens nothing yet.
    public init(loop: NetworkLoop) {
        self.loop = loop
    }

    deinit {
        // Answers that are still coming in keep the sessions; the last one lets go of them on the network thread.
        loop.perform { [sessions] in withExtendedLifetime(sessions) {} }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let exchange = HTTPExchange(request, sessions: sessions, loop: loop)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.perform { exchange.start(continuation) }
            }
        } onCancel: {
            loop.perform { exchange.cancel() }
        }
    }
}

/// The sessions of one client, made when they are first used.
final class HTTPSessions: @unchecked Sendable {
    // Unchecked: touched on the network thread only.
    private var direct: UnsafeMutablePointer<SoupSession>?
    private var proxied: UnsafeMutablePointer<SoupSession>?
    /// Connections that have carried a request: only on those can an early end mean that the server had let go.
    private var usedConnections: Set<UInt64> = []

    private static let connectionsPerHost: Int32 = 8
    private static let keptSeconds: UInt32 = 30

    deinit {
        for session in [direct, proxied] {
            guard let session else { continue }
            soup_session_abort(session)
            g_object_unref(session)
        }
    }

    func session(direct isDirect: Bool) -> UnsafeMutablePointer<SoupSession>? {
        if let made = isDirect ? direct : proxied { return made }
        let session = Self.make()
        if isDirect {
            soup_session_set_proxy_resolver(session, nil)
            direct = session
        } else {
            proxied = session
        }
        return session
    }

    /// Notes that a request goes out by this connection.
    /// - Returns: True when it is not the first.
    func use(connection: UInt64) -> Bool {
        // Old numbers are of no use; they never come again.
        if usedConnections.count > 256 { usedConnections.removeAll() }
        return !usedConnections.insert(connection).inserted
    }

    private static func make() -> UnsafeMutablePointer<SoupSession>? {
        var number = GValue()
        g_value_init(&number, g_type_from_name("gint"))
        g_value_set_int(&number, connectionsPerHost)
        let name = strdup("max-conns-per-host")
        defer { free(name) }
        var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
        let object = g_object_new_with_properties(soup_session_get_type(), 1, &names, &number)
        let session = UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: SoupSession.self)
        soup_session_set_user_agent(session, "JARVIS")
        soup_session_set_idle_timeout(session, keptSeconds)
        // Time-outs are the exchange's own; compressed answers would wait for each other in a stream.
        soup_session_set_timeout(session, 0)
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        return session
    }
}
