// SPDX-License-Identifier: GPL-3.0-or-later
// A server address as typed by the user, validated once, with an error that says what is wrong.

/// A server's address: "http://host:port/path", "https://…" or "tcp://host:port".
public struct ServerAddress: Hashable, Sendable {
    public enum Scheme: String, Sendable, CaseIterable {
        case http, https, tcp

        var defaultPort: Int? {
            switch self {
            case .http: 80
            case .https: 443
            case .tcp: nil
            }
        }
    }

    public var scheme: Scheme
    /// Name or number, in lower case, without the brackets of IPv6.
    public var host: String
    public var port: Int
    /// Without a trailing slash; empty for none.
    public var path: String

    /// - Parameters:
    ///   - text: As typed; surrounding spaces are ignored.
    ///   - schemes: The schemes that are accepted.
    ///   - defaultPort: The port of "tcp://host", which has no usual one.
    public init(_ text: String, schemes: Set<Scheme>, defaultPort: Int? = nil) throws(ServerAddressError) {
        let trimmed = text.trimmed
        func refuse(_ fault: ServerAddressError.Fault) -> ServerAddressError {
            ServerAddressError(text: Self.withoutUser(trimmed), fault: fault)
        }
        let wanted = Scheme.allCases.filter(schemes.contains)
        guard !trimmed.isEmpty else { throw refuse(.empty(wanted)) }
        guard let mark = trimmed.firstRange(of: "://"),
            let scheme = Scheme(rawValue: trimmed[..<mark.lowerBound].lowercased()), schemes.contains(scheme)
        else { throw refuse(.scheme(wanted)) }
        let rest = trimmed[mark.upperBound...]
        guard !rest.contains(where: { "?#@\\".contains($0) || $0.isWhitespace }) else {
            throw refuse(.extraParts)
        }
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let (host, port) = Self.hostAndPort(rest[..<end]), let port = port ?? scheme.defaultPort ?? defaultPort
        else { throw refuse(.hostOrPort(scheme)) }
        self.scheme = scheme
        self.host = host
        self.port = port
        var path = String(rest[end...])
        while path.hasSuffix("/") { path.removeLast() }
        guard scheme != .tcp || path.isEmpty else {
            throw refuse(.path(without: "tcp://\(host):\(port)"))
        }
        self.path = path
    }

    /// The host as written in an address, with brackets around IPv6.
    private var writtenHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Scheme, host and port, by which keys are stored.
    public var origin: String { "\(scheme.rawValue)://\(writtenHost):\(port)" }

    /// "host:port", for people.
    public var display: String { "\(writtenHost):\(port)" }

    /// The address of an endpoint such as "/v1/audio/speech"; the likeliest of `urls`.
    public func url(_ endpoint: String) -> String { urls(endpoint)[0] }

    /// The one or two addresses that an endpoint such as "/v1/audio/speech" may have, likeliest first.
    ///
    /// People write the server ("http://host"), what a library calls the base ("http://host/v1",
    /// "https://host/v1beta/openai") or one whole endpoint ("https://host/v1/chat/completions"). Nothing of the endpoint is
    /// repeated, and no version is put behind another one. Behind any other path there may or may not be a version.
    public func urls(_ endpoint: String) -> [String] {
        let parts = endpoint.split(separator: "/")
        for count in stride(from: parts.count, to: 0, by: -1) {
            let beginning = "/" + parts.prefix(count).joined(separator: "/")
            if path.hasSuffix(beginning) {
                return [origin + ([path] + parts.dropFirst(count).map(String.init)).joined(separator: "/")]
            }
        }
        if let base = pathWithoutEndpoint {
            var address = self
            address.path = base
            guard let version = parts.first, Self.isVersion(version) else { return address.urls(endpoint) }
            // Who writes a whole endpoint has said what lies before it.
            return [origin + base + endpoint.dropFirst(version.count + 1)]
        }
        guard !path.isEmpty, let version = parts.first, Self.isVersion(version) else {
            return [origin + path + endpoint]
        }
        let whole = origin + path + endpoint
        let bare = origin + path + endpoint.dropFirst(version.count + 1)
        let last = path.split(separator: "/").last ?? ""
        if Self.isVersion(last) { return [bare] }
        return Self.bases.contains(last.lowercased()) ? [bare, whole] : [whole, bare]
    }

    /// The path without an endpoint that ends it; nil if none does.
    private var pathWithoutEndpoint: String? {
        Self.endpoints.first(where: path.hasSuffix).map { String(path.dropLast($0.count)) }
    }

    /// Endpoints that people paste with an address.
    private static let endpoints = [
        "/chat/completions", "/completions", "/responses", "/embeddings", "/models", "/audio/speech",
        "/audio/transcriptions", "/api/chat", "/api/generate", "/api/tags",
    ]
    /// Last parts of paths that stand for a version by themselves.
    private static let bases: Set<String> = ["openai", "api", "compatible-mode"]

    /// True for "v1", "v4", "v1beta" and the like.
    private static func isVersion(_ part: Substring) -> Bool {
        guard part.first == "v" || part.first == "V" else { return false }
        let number = part.dropFirst().prefix(while: \.isNumber)
        return !number.isEmpty && part.dropFirst(1 + number.count).allSatisfy { $0.isLetter || $0.isNumber }
    }

    /// True if requests do not leave this computer.
    public var isThisComputer: Bool {
        let name = name
        return name == "localhost" || name.hasSuffix(".localhost") || HostNumber(name)?.isThisComputer ?? false
    }

    /// True if others cannot read the requests on the way.
    public var isPrivate: Bool { scheme == .https || isThisComputer }

    /// True for this computer and for local-network names and numbers, which no proxy can reach.
    public var isNearby: Bool {
        if isThisComputer { return true }
        let name = name
        if let number = HostNumber(name) { return number.isNearby }
        return name.hasSuffix(".local") || !name.contains(where: { $0 == "." || $0 == ":" })
    }

    /// The host without the trailing dot of a fully qualified name.
    private var name: Substring { host.hasSuffix(".") ? host.dropLast() : host[...] }

    private static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
        var host = text
        var port: Int?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":"), host.contains(":") else { return nil }
            guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" }) else { return nil }
            if !rest.isEmpty {
                guard let number = self.port(rest.dropFirst()) else { return nil }
                port = number
            }
        } else {
            if let colon = text.firstIndex(of: ":") {
                host = text[..<colon]
                guard let number = self.port(text[text.index(after: colon)...]) else { return nil }
                port = number
            }
            let isName = host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
            guard !host.isEmpty, isName, host.utf8.count <= 253 else { return nil }
        }
        return (host.lowercased(), port)
    }

    private static func port(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// The text without anything before "@", which may be a password that messages must not show.
    private static func withoutUser(_ text: String) -> String {
        guard let mark = text.firstRange(of: "://"), let at = text.lastIndex(of: "@") else { return text }
        return text[..<mark.upperBound] + "…" + text[at...]
    }
}
