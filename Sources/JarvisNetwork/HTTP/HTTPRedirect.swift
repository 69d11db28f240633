// SPDX-License-Identifier: GPL-3.0-or-later
// Decides where a redirect may lead, and what may be sent there. Pure.

import CSoup
import JarvisCore

/// The rules for redirects: the scheme stays the same, another origin receives neither key nor body, and a server on
/// the internet cannot redirect into the local network.
enum HTTPRedirect {
    /// The usual limit on successive redirects.
    static let usualLimit = 5
    /// Headers that another origin may receive, in lower case.
    private static let harmlessHeaders: Set = [
        "accept", "accept-language", "if-match", "if-none-match", "if-range", "range",
    ]

    /// The request that follows a redirect; nil if the response is not a redirect.
    /// - Throws: `ServerFailure` if the redirect is not allowed.
    static func next(
        after status: Int, location: String?, for request: HTTPRequest
    ) throws(ServerFailure) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return nil }
        guard let source = WebAddress(request.url) else { return nil }
        func refuse(_ refusal: RedirectRefusal) -> ServerFailure {
            ServerFailure(server: source.display, kind: .moved(to: String(location.prefix(200)), refusal))
        }
        guard let target = WebAddress(location, relativeTo: request.url) else { throw refuse(.notAnAddress) }
        guard target.scheme == source.scheme else { throw refuse(.otherScheme(expected: source.scheme)) }
        guard request.redirectLimit > 0 else { throw refuse(.tooMany) }
        var next = request
        next.redirectLimit -= 1
        next.url = target.url
        if target.origin != source.origin {
            guard case .none = request.body else { throw refuse(.bodyToAnotherServer) }
            guard !target.isNearby || source.isNearby else { throw refuse(.intoOwnNetwork) }
            next.headers.removeAll { !harmlessHeaders.contains($0.name.lowercased()) }
            next.isDirect = target.isNearby
        }
        switch (request.body, status) {
        case (.none, _): break
        case (_, 303):
            next.method = "GET"
            next.body = .none
        case (.bytes, 307), (.bytes, 308): break
        default: throw refuse(.notRepeatable)
        }
        return next
    }
}

extension HTTPRequest {
    /// Headers that hold keys. Other headers with keys are recognized by parts of their names.
    private static let keyHeaders: Set = ["authorization", "proxy-authorization", "cookie"]
    private static let keyWords = ["key", "token", "secret", "password"]

    /// The failure if sending the request would expose its key; nil if sending it is safe.
    var keyRefusal: ServerFailure? {
        guard !allowsPlainKey, let address = WebAddress(url), !address.isPrivate else { return nil }
        let names = headers.map { $0.name.lowercased() }
        guard names.contains(where: { Self.keyHeaders.contains($0) || Self.keyWords.contains(where: $0.contains) })
        else { return nil }
        return ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
    }
}

/// A parsed http or https address.
private struct WebAddress {
    var url: String
    var scheme: String
    var host: String
    var port: Int

    /// Returns nil for any other text, and for an address with a user name.
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

    var isNearby: Bool { server?.isNearby ?? false }

    /// True if others cannot read the traffic.
    var isPrivate: Bool { server?.isPrivate ?? (scheme == "https") }

    private var server: ServerAddress? { try? ServerAddress(origin, schemes: [.http, .https]) }
}
