// SPDX-License-Identifier: GPL-3.0-or-later
// A server from an engine's point of view: its address, model, voice and key, and how to send requests to it.

public import JarvisCore
import JarvisPlatform

/// One HTTP server, with the model and voice to use.
public struct ServerEndpoint: Sendable {
    public var address: ServerAddress
    /// The model; empty for the server's own default.
    public var model: String
    /// The voice; empty for the server's own default.
    public var voice: String
    /// Provides the key that is sent as a bearer token; nil for none.
    public var keys: KeyRing?
    public var http: any HTTPStreaming
    /// True to use the less likely of the two addresses that an endpoint may have.
    public var usesOtherAddress = false

    public init(
        address: ServerAddress, model: String = "", voice: String = "", keys: KeyRing? = nil, http: any HTTPStreaming
    ) {
        self.address = address
        self.model = model
        self.voice = voice
        self.keys = keys
        self.http = http
    }

    /// Posts a body to an endpoint such as "/v1/audio/speech". The request has no side effects on the server, so it may
    /// be repeated.
    /// - Throws: `ServerFailure`, even for an error status, or `CancellationError`.
    public func post(_ endpoint: String, _ body: HTTPRequest.Body, limits: TransferLimits) async throws -> HTTPResponse
    {
        let response = try await send("POST", endpoint, body, limits: limits)
        guard response.isSuccess else { throw await rejection(response) }
        return response
    }

    /// Sends a request that may be repeated, and returns the response whatever its status.
    /// - Throws: `ServerFailure` or `CancellationError`.
    public func send(
        _ method: String, _ endpoint: String, _ body: HTTPRequest.Body = .none, limits: TransferLimits
    ) async throws -> HTTPResponse {
        let urls = address.urls(endpoint)
        return try await http.send(
            HTTPRequest(
                method: method, url: (usesOtherAddress ? urls.last : urls.first) ?? "", headers: try await headers(),
                body: body, limits: limits,
                isDirect: address.isNearby, isRepeatable: true, allowsPlainKey: true))
    }

    /// Checks the server by requesting its list of models. Only the largest servers have one, so a missing list is
    /// fine. Any other error, or an HTML page instead of a list, means that this is not a working speech server.
    /// - Throws: `ServerFailure`.
    public func probe() async throws {
        let limits = TransferLimits(
            connection: .seconds(2), answer: .seconds(3), pause: .seconds(3), maximumBytes: 1 << 20)
        let response = try await send("GET", "/v1/models", limits: limits)
        switch response.status {
        case 200..<300:
            guard response.headers["content-type"]?.lowercased().hasPrefix("text/html") != true else {
                throw ServerFailure(server: address.display, kind: .malformed(.webPage))
            }
        case 404, 405, 501: break
        default: throw await rejection(response)
        }
    }

    /// The headers with the key. The key ring returns only keys that may be sent to this address.
    private func headers() async throws(ServerFailure) -> [(name: String, value: String)] {
        try await keys?.key(for: address).map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
    }

    /// The failure for a response with an error status. Reads the body, and removes a refused key from the key ring.
    public func rejection(_ response: HTTPResponse) async -> ServerFailure {
        if (300..<400).contains(response.status), let target = response.headers["location"] {
            return ServerFailure(
                server: address.display,
                kind: .moved(to: PlainText.line(target, most: Self.longestMessage), .notFollowed))
        }
        if response.status == 401 || response.status == 403 {
            if let keys, keys.knowsNone(for: address), let absence = keys.absence(for: address) {
                return ServerFailure(server: address.display, kind: absence)
            }
            keys?.forget(address)
        }
        // The status is enough if the body can't be read.
        let body = (try? await response.bytes()) ?? []
        return ServerFailure(
            server: address.display,
            kind: .rejected(status: response.status, message: Self.message(in: body)))
    }

    private static let longestMessage = 200
    /// The number of characters of a text to examine.
    private static let longestRead = 65_536

    /// The server's message in an error body of one of the usual forms, as one line of at most 200 characters; empty if
    /// there is none.
    public static func message(in body: [UInt8]) -> String {
        guard let object = (try? JSONValue(parsing: body))?.asObject else {
            let text = String(decoding: body.prefix(400), as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first
            return line.map { text.contains("<") ? "" : words(String($0)) } ?? ""
        }
        let candidates = [
            object["error"]?.asObject?["message"], object["error"], object["detail"], object["message"],
        ]
        let text = candidates.lazy.compactMap { $0?.asText }.first
        return text.map(words) ?? ""
    }

    /// A server's error message as one line of at most 200 characters. Longer messages, for example with the location
    /// in a template or a stack trace, are shortened to their beginning and the text after the last "Error:".
    public static func words(_ text: String) -> String {
        let text = String(text.prefix(longestRead))
        guard text.count > longestMessage, let error = text.ranges(of: "Error:").last else {
            return PlainText.line(text, most: longestMessage)
        }
        let word = text[..<error.lowerBound].lastIndex { !$0.isLetter }.map(text.index(after:)) ?? text.startIndex
        let beginning = text[..<word].split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let start = PlainText.line(beginning, most: longestMessage * 2 / 5)
        let cause = PlainText.line(String(text[word...]), most: longestMessage - start.count - 1)
        return start.isEmpty ? cause : "\(start) \(cause)"
    }
}
