// SPDX-License-Identifier: GPL-3.0-or-later
// The port for HTTP: sends one request, and receives the response piece by piece. Used by the speech servers and all
// other clients of servers that the user has chosen.

import JarvisCore

/// Time and size limits of a request.
public struct TransferLimits: Hashable, Sendable {
    /// The longest wait until the connection is established, including encryption.
    public var connection: Duration
    /// The longest wait until the response begins, from the connection or from the last piece sent.
    public var answer: Duration
    /// The longest wait between two pieces of the response.
    public var pause: Duration
    /// The time limit for the whole request; nil for a stream of unlimited length.
    public var total: Duration?
    /// The most bytes in a response. Longer ones are cut off, or refused at once if they declare their length.
    public var maximumBytes: Int

    public init(
        connection: Duration = .seconds(3), answer: Duration = .seconds(10), pause: Duration = .seconds(10),
        total: Duration? = nil, maximumBytes: Int = 16 << 20
    ) {
        self.connection = connection
        self.answer = answer
        self.pause = pause
        self.total = total
        self.maximumBytes = maximumBytes
    }
}

/// A request to a server.
public struct HTTPRequest: Sendable {
    public enum Body: Sendable {
        case none
        case bytes([UInt8], contentType: String)
        /// Sent in chunks, which are pulled only as fast as the server accepts them, so that a growing stream need not
        /// buffer ahead.
        case stream(AsyncStream<[UInt8]>, contentType: String)
    }

    public var method: String
    /// The absolute http or https address.
    public var url: String
    public var headers: [(name: String, value: String)]
    public var body: Body
    public var limits: TransferLimits
    /// True to bypass the proxy, for servers on this computer and its network.
    public var isDirect: Bool
    /// The number of redirects to follow, according to `HTTPRedirect`: the scheme stays the same, and another origin
    /// receives neither key nor body. With 0 the redirect itself is returned.
    public var redirectLimit: Int
    /// True to retry once if the server closes a kept connection instead of answering. By default only for GET and
    /// HEAD, since other requests may already have taken effect.
    public var isRepeatable: Bool
    /// True to send a key in the headers over plain http to another computer, although others could read it. By default
    /// such a request is refused.
    public var allowsPlainKey: Bool
    /// Applies the rules for redirects even after the last allowed redirect.
    var hasBeenRedirected = false

    public init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: Body = .none,
        limits: TransferLimits = TransferLimits(), isDirect: Bool = false, redirectLimit: Int = 0,
        isRepeatable: Bool? = nil, allowsPlainKey: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
        self.isDirect = isDirect
        self.redirectLimit = redirectLimit
        self.isRepeatable = isRepeatable ?? ["GET", "HEAD"].contains(method)
        self.allowsPlainKey = allowsPlainKey
    }
}

/// The head of a response, and its body as it arrives.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// The headers by name in lower case; if a name occurs twice, the last one counts.
    public var headers: [String: String]
    /// The body in pieces, received only as fast as they are consumed.
    public var body: HTTPBody

    public init(status: Int, headers: [String: String], body: HTTPBody = HTTPBody()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The media type without its parameters, in lower case; empty if the server names none.
    public var mediaType: String {
        let value = headers["content-type"] ?? ""
        return String(value.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }

    /// Reads the whole body.
    public func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in body { bytes += piece }
        return bytes
    }
}

/// Sends requests. Follows redirects only if the request allows it.
public protocol HTTPStreaming: Sendable {
    /// Returns once the response has begun, whatever its status. Cancelling the task closes the connection.
    /// - Throws: `ServerFailure`, or `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
