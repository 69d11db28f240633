// SPDX-License-Identifier: GPL-3.0-or-later
// Where an answer sends a request, and what may go there. Pure.

import CSoup
import JarvisCore

/// The rules of redirects: the scheme stays, what is sent to another origin holds neither key nor body, and a server of
/// the internet sends nobody into this network.
enum HTTPRedirect {
    /// What may be told to another origin; in lower case.
    private static let harmlessHeaders: Set = [
        "accept", "accept-language", "if-match", "if-none-match", "if-range", "range",
    ]

    /// The request that follows; nil when the answer is none that sends elsewhere.
    /// - Throws: `ServerFailure` where it must not be followed.
    static func next(
        after status: Int, location: String?, for request: HTTPRequest
    ) throws(ServerFailure) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return nil }
        guard let source = WebAddress(request.url) else { return nil }
        func refuse(_ reason: String) -> ServerFailure {
            ServerFailure(
                server: source.display,
                kind: .invalidAddress(
                    "\(source.display) has moved to \(location.prefix(200)), \(reason). Change the address."))
        }
        guard let target = WebAddress(location, relativeTo: request.url) else { throw refuse("which is no address") }
        guard target.scheme == source.scheme else { throw refuse("which is not \(source.scheme)") }
        guard request.redirectLimit > 0 else { throw refuse("after too many other places") }
        var next = request
        next.redirectLimit -= 1
        next.url = target.url
        if target.origin != source.origin {
            guard case .none = request.body else { throw refuse("where nothing of yours is sent") }
            guard !target.isNearby || source.isNearby else { throw refuse("which is in your own network") }
            next.headers.removeAll { !harmlessHeaders.contains($0.name.lowercased()) }
            next.isDirect = target.isNearby
        }
        switch (request.body, status) {
        case (.none, _): break
        case (_, 303):
            next.method = "GET"
            next.body = .none
        case (.bytes, 307), (.bytes, 308): break
        default: throw refuse("and cannot be sent twice")
        }
        return next
    }
}

/// An http or https address, taken apart.
private struct WebAddress {
    var url: String
    var scheme: String
    var host: String
    var port: Int

    /// Nil for what is no such address, or names a user.
    init?(_ text: String, relativeTo base: String? = nil) {
        let flags = GUriFlags(
            rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
                | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
                | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
        guard let resolved = g_uri_resolve_relative(base, text, flags, nil) else { return nil }
        defer { g_free(resolved) }
        guard let uri = g_uri_parse(resolved, flags, nil) else { return nil }
        defer { g_uri_unref(uri) }
        guard let scheme = g_uri_get_scheme(uri).map({ String(cString: $0).lowercased() }),
            scheme == "http" || scheme == "https", g_uri_get_userinfo(uri) == nil,
            let host = g_uri_get_host(uri).map({ String(cString: $0).lowercased() }), !host.isEmpty
        else { return nil }
        url = String(cString: resolved)
        self.scheme = scheme
        self.host = host
        let port = Int(g_uri_get_port(uri))
        self.port = port > 0 ? port : scheme == "https" ? 443 : 80
    }

    var display: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    var origin: String { "\(scheme)://\(display)" }

    var isNearby: Bool { (try? ServerAddress(origin, schemes: [.http, .https]))?.isNearby ?? false }
}
