// SPDX-License-Identifier: GPL-3.0-or-later
// The port of HTTP: one request out, an answer in that arrives piece by piece. Speech servers use it; any other
// client of a server of the user's choice can.

import JarvisCore

/// How long to wait for what.
public struct TransferLimits: Hashable, Sendable {
    /// Until the connection stands, encryption included.
    public var connection: Duration
    /// From then, or from the last piece that was sent, until the answer begins.
    public var answer: Duration
    /// Between two pieces of the answer.
    public var pause: Duration
    /// For all of it; nil for a stream that may last.
    public var total: Duration?
    /// An answer that is longer is cut off, or refused where it says so at once.
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
        /// Sent in chunks as it comes, and asked for pieces only as fast as the server takes them: a stream that is made
        /// by unfolding need not hold what it has not been asked for.
        case stream(AsyncStream<[UInt8]>, contentType: String)
    }

    public var method: String
    /// Absolute, http or https.
    public var url: String
    public var headers: [(name: String, value: String)]
    public var body: Body
    public var limits: TransferLimits
    /// Never by way of a proxy: for servers on this computer and in its network.
    public var isDirect: Bool
    /// How many redirects may be followed, by the rules of `HTTPRedirect`: the scheme stays, and another origin gets
    /// neither key nor body. With 0 the answer that sends elsewhere is the answer.
    public var redirectLimit: Int
    /// Sent once more when the server closes a kept connection instead of answering. By default that is done with GET and
    /// HEAD only: of anything else, the server may have done what it asks for.
    public var isRepeatable: Bool
    /// A key in the headers may go over plain http to another computer, where others can read it on the way; by default
    /// such a request is refused.
    public var allowsPlainKey: Bool
    /// The limit that is used up is still one.
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

/// The beginning of an answer.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// Names in lower case; the last one counts where a name comes twice.
    public var headers: [String: String]
    /// The body in pieces, which the server may send as fast as they are taken.
    public var body: HTTPBody

    public init(status: Int, headers: [String: String], body: HTTPBody = HTTPBody()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The media type without its parameters, in lower case; empty when the server names none.
    public var mediaType: String {
        let value = headers["content-type"] ?? ""
        return String(value.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }

    /// The whole body.
    public func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in body { bytes += piece }
        return bytes
    }
}

/// Sends requests. Redirects are followed only where a request says so.
public protocol HTTPStreaming: Sendable {
    /// Returns once the answer has begun, whatever its status. Cancelling the task closes the connection.
    /// - Throws: `ServerFailure`, or `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
