// SPDX-License-Identifier: GPL-3.0-or-later
// The only way to the internet for answering questions: checks the user's consent, sends the request, and describes
// failures in terms of the service.

import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// Queries services within limits of time and size. Doesn't create the network client before a request is allowed.
struct OnlineClient: Sendable {
    /// The current settings.
    let settings: @Sendable () -> OnlineSettings
    let network: @Sendable () -> any HTTPStreaming
    var limits: TransferLimits

    /// Some services refuse clients that don't identify themselves.
    private static let identity = "JARVIS (free desktop voice assistant)"

    /// Sends a request and returns the body of a successful answer. It is a POST if there is a body, otherwise a GET.
    /// - Throws: `OnlineFailure`, `OnlineAnswerError` or `CancellationError`.
    func ask(
        _ service: OnlineService, _ server: OnlineServer, _ endpoint: String, body: HTTPRequest.Body = .none,
        maximumBytes: Int, redirectLimit: Int = 0
    ) async throws -> [UInt8] {
        try await answer(
            service, server, endpoint, body: body, maximumBytes: maximumBytes, redirectLimit: redirectLimit
        ).bytes
    }

    /// Like `ask`, with the Content-Type header of the answer.
    func answer(
        _ service: OnlineService, _ server: OnlineServer, _ endpoint: String, body: HTTPRequest.Body = .none,
        maximumBytes: Int, redirectLimit: Int = 0
    ) async throws -> (bytes: [UInt8], contentType: String) {
        guard settings()[service] == .on else { throw OnlineFailure.notAllowed(service) }
        var limits = limits
        limits.maximumBytes = maximumBytes
        let isPost = if case .none = body { false } else { true }
        let request = HTTPRequest(
            method: isPost ? "POST" : "GET", url: server.url(endpoint),
            headers: [("User-Agent", Self.identity), ("Accept", "*/*")], body: body, limits: limits,
            isDirect: server.address.isNearby, redirectLimit: redirectLimit, isRepeatable: true)
        do {
            let response = try await network().send(request)
            guard response.isSuccess else { throw OnlineAnswerError(status: response.status, server: server.name) }
            return (try await response.bytes(), response.headers["content-type"] ?? "")
        } catch let failure as ServerFailure {
            if case .cancelled = failure.kind { throw CancellationError() }
            throw OnlineFailure(failure, server: server.name)
        }
    }

    /// Like `ask`, but parses the answer as a JSON object.
    func askJSON(
        _ service: OnlineService, _ server: OnlineServer, _ endpoint: String, body: HTTPRequest.Body = .none,
        redirectLimit: Int = 0
    ) async throws -> JSONObject {
        let bytes = try await ask(
            service, server, endpoint, body: body, maximumBytes: 1 << 18, redirectLimit: redirectLimit)
        // Some servers put a byte order mark before JSON.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard let object = (try? JSONValue(parsing: text))?.asObject else {
            throw OnlineFailure.unexpected(server: server.name)
        }
        return object
    }
}

/// An answer with an error status.
struct OnlineAnswerError: Error {
    var status: Int
    var server: String

    /// The failure to report if the caller has no better explanation.
    var failure: OnlineFailure {
        switch status {
        case 300..<400: .moved(server: server)
        case 401, 403: .closed(server: server)
        case 429: .busy(server: server)
        case 500...: .broken(server: server)
        default: .unexpected(server: server)
        }
    }
}

extension OnlineFailure {
    init(_ failure: ServerFailure, server: String) {
        self =
            switch failure.kind {
            case .unknownHost, .unreachable: .offline(server: server)
            case .timedOut: .slow(server: server)
            case .refused, .closedEarly, .incomplete, .damaged: .broken(server: server)
            case .insecure, .keyMissing, .keyNeedsHTTPS, .keyWithoutOrigin: .insecure(server: server)
            case .tooLarge: .tooLarge(server: server)
            case .moved: .moved(server: server)
            case .address, .unusableURL, .malformed, .rejected, .programFailed, .cancelled:
                .unexpected(server: server)
            }
    }
}
