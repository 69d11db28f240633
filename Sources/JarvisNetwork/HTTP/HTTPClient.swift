// SPDX-License-Identifier: GPL-3.0-or-later
// Sends HTTP and HTTPS requests with libsoup, on the network thread.

import CSoup
import Glibc
import JarvisCore

/// How to reach servers that are not nearby.
public enum ProxyChoice: Hashable, Sendable {
    /// Through the proxy in the desktop's settings, or in the environment if there is no desktop.
    case desktop
    /// Through this proxy, regardless of the desktop's settings.
    case fixed(url: String)
}

/// Sends requests with libsoup, which keeps connections for further requests for a while. Nearby servers are reached
/// directly, others through the desktop's proxy settings. Certificates are checked against the system's.
public final class HTTPClient: HTTPStreaming {
    private let loop: NetworkLoop
    let sessions: NetworkBound<HTTPSessions>

    /// Creates the client without opening a connection.
    public init(loop: NetworkLoop, proxy: ProxyChoice = .desktop) {
        self.loop = loop
        sessions = NetworkBound(HTTPSessions(proxy), on: loop)
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let deadline = request.limits.total.map { ContinuousClock.now + $0 }
        var request = request
        while true {
            let response = try await sendOnce(request)
            let isFollowed = request.redirectLimit > 0 || request.hasBeenRedirected
            guard isFollowed,
                var next = try HTTPRedirect.next(
                    after: response.status, location: response.headers["location"], for: request)
            else { return response }
            next.hasBeenRedirected = true
            // The time limit of the first request covers all redirects.
            next.limits.total = deadline.map { max(.zero, $0 - ContinuousClock.now) }
            request = next
        }
    }

    private func sendOnce(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        if let refusal = request.keyRefusal { throw refusal }
        let exchange = NetworkBound(HTTPExchange(request, sessions: sessions, loop: loop), on: loop)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.perform { $0.start(continuation, as: exchange) }
            }
        } onCancel: {
            exchange.perform { $0.cancel() }
        }
    }
}

/// The sessions of one client, created on first use.
final class HTTPSessions: @unchecked Sendable {
    // Unchecked: touched on the network thread only, to which `NetworkBound` confines it.
    private var direct: UnsafeMutablePointer<SoupSession>?
    private var proxied: UnsafeMutablePointer<SoupSession>?
    /// Connections that have carried a request: only on those can an early end mean that the server had already closed
    /// them.
    private var usedConnections: Set<UInt64> = []
    private let proxy: ProxyChoice

    private static let connectionsPerHost: Int32 = 8
    private static let keptSeconds: UInt32 = 30

    init(_ proxy: ProxyChoice) {
        self.proxy = proxy
    }

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
            // Without its own resolver, a session asks GIO, which knows the desktop's settings.
            if case .fixed(let url) = proxy {
                let resolver = g_simple_proxy_resolver_new(url, nil)
                soup_session_set_proxy_resolver(session, resolver)
                g_object_unref(UnsafeMutableRawPointer(resolver))
            }
        }
        return session
    }

    /// Records that a request uses this connection.
    /// - Returns: True if the connection has carried an earlier request.
    func use(connection: UInt64) -> Bool {
        // Forget old numbers, which are never used again.
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
        // The exchange has its own time limits. Decoding compressed answers would delay the pieces of a stream.
        soup_session_set_timeout(session, 0)
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        return session
    }
}
