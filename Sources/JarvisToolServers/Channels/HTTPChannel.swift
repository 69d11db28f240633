// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server at an address: each request is a POST, and the answer is JSON or an event stream.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

/// A channel over streamable HTTP, for both eras of the protocol.
final class HTTPChannel: ToolChannel {
    private struct State {
        var lastID: Int64 = 0
        /// The session of the classic era; `nil` without one.
        var session: String?
        var era: ProtocolEra?
        var hasChangedTools = false
        /// Messages that need no reply and are still being sent.
        var courtesies: [Int64: Task<Void, Never>] = [:]
    }

    private let address: ServerAddress
    /// The address as the user typed it: some servers treat a trailing slash differently.
    private let url: String
    private let endpoint: ServerEndpoint
    /// The user's additional headers.
    private let headers: [(name: String, value: String)]
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    private static let connectionLimit = Duration.seconds(5)
    private static let mostRedirects = 5
    /// The number of bytes of a refusal that are searched for what it is about.
    private static let longestRefusal = 4096

    /// - Parameter text: The address as the user typed it.
    init(
        _ address: ServerAddress, as text: String, headers: [(name: String, value: String)], keys: KeyRing,
        http: any HTTPStreaming, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.clock = clock
        self.address = address
        url = address.origin + address.path + text.trimmed.reversed().prefix { $0 == "/" }
        self.headers = headers
        endpoint = ServerEndpoint(address: address, keys: keys, http: http)
    }

    var hasEnded: Bool { false }

    func settle(_ era: ProtocolEra) { state.withLock { $0.era = era } }

    func takeToolsChanged() -> Bool {
        state.withLock { state in
            defer { state.hasChangedTools = false }
            return state.hasChangedTools
        }
    }

    func ask(_ request: ToolRequest) async throws -> JSONObject {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let params = request.era?.dressed(request.params) ?? request.params
        let body = RPCMessage.request(id, request.method, params)
        do {
            let response = try await post(body, request)
            guard response.isSuccess else { throw try await refusal(response) }
            // Some servers also send a session for refused requests, and don't recognize it afterwards.
            if request.method == ProtocolEra.handshakeMethod, let session = response.headers["mcp-session-id"] {
                state.withLock { $0.session = session }
            }
            return try await answer(to: id, in: response, request)
        } catch {
            let failure = (error as? ServerFailure).map(Self.meaning) ?? error
            let isUnwanted = failure is CancellationError || failure as? ChannelFailure == .timedOut
            // For a modern server, closing the connection is enough.
            if isUnwanted, request.isCancellable, request.era?.isModern == false { sendCancellation(of: id, request) }
            throw failure
        }
    }

    private func sendCancellation(of id: Int64, _ request: ToolRequest) {
        let params: JSONObject = ["requestId": .integer(id), "reason": .text("no longer wanted")]
        let body = RPCMessage.notification("notifications/cancelled", params)
        // Sent with its own time limit; only the end of the channel waits for it.
        state.withLock { state in
            state.courtesies[id] = Task { [self] in
                _ = try? await post(body, ToolRequest(method: "", era: request.era, limit: .seconds(2)))
                self.state.withLock { $0.courtesies[id] = nil }
            }
        }
    }

    func notify(_ method: String, era: ProtocolEra?) async throws {
        let params = era?.dressed(JSONObject()) ?? JSONObject()
        let request = ToolRequest(method: method, era: era, limit: .seconds(10))
        do {
            let response = try await post(RPCMessage.notification(method, params), request)
            guard response.isSuccess else { throw try await refusal(response) }
        } catch let failure as ServerFailure {
            throw Self.meaning(of: failure)
        }
    }

    func close() async -> ChannelRemains {
        for courtesy in state.withLock({ Array($0.courtesies.values) }) { await courtesy.value }
        let session = state.withLock { state in
            defer { state.session = nil }
            return state.session
        }
        if session != nil {
            // Sent as a courtesy; failures don't matter.
            _ = await Task { [self] in
                let request = ToolRequest(method: "", era: state.withLock { $0.era }, limit: .seconds(2))
                _ = try? await post(nil, request, method: "DELETE", session: session)
            }.value
        }
        return ChannelRemains()
    }

    private func post(
        _ body: [UInt8]?, _ request: ToolRequest, method: String = "POST", session: String? = nil
    ) async throws -> HTTPResponse {
        let (known, era) = state.withLock { ($0.session, request.era ?? $0.era) }
        var fields = headers + request.headers
        fields.append(("Accept", "application/json, text/event-stream"))
        if let era { fields.append(("MCP-Protocol-Version", era.version)) }
        if let session = session ?? known { fields.append(("Mcp-Session-Id", session)) }
        if era?.isModern == true {
            fields.append(("Mcp-Method", request.method))
            if let subject = request.subject { fields.append(("Mcp-Name", HeaderText.value(subject))) }
        }
        // Any of the user's headers may be a key.
        let isCleared = endpoint.keys?.allowsSecrets(to: address) ?? address.isPrivate
        guard headers.isEmpty || isCleared else {
            throw ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
        }
        let hasOwnKey = headers.contains { $0.name.lowercased() == "authorization" }
        if !hasOwnKey, let key = try await endpoint.keys?.key(for: address) {
            fields.append(("Authorization", "Bearer \(key)"))
        }
        let limits = TransferLimits(
            connection: Self.connectionLimit, answer: request.limit, pause: request.limit, total: request.limit,
            maximumBytes: Self.longestMessage)
        return try await endpoint.http.send(
            HTTPRequest(
                method: method, url: url, headers: fields,
                body: body.map { .bytes($0, contentType: "application/json") } ?? .none, limits: limits,
                isDirect: address.isNearby, redirectLimit: body == nil ? 0 : Self.mostRedirects, isRepeatable: false,
                allowsPlainKey: isCleared))
    }

    /// The reply in a body; other messages in it are handled or refused. If a stream ends before the reply, it is
    /// resumed, provided the server numbers its events.
    private func answer(to id: Int64, in response: HTTPResponse, _ request: ToolRequest) async throws -> JSONObject {
        guard response.mediaType == "text/event-stream" else {
            let messages = RPCMessage.messages(in: try await response.bytes())
            guard let result = try await take(messages, id) else {
                throw ChannelFailure.foreign(status: response.status)
            }
            return result
        }
        var (response, place) = (response, StreamPlace())
        let end = ContinuousClock.now + request.limit
        while true {
            if let result = try await answer(to: id, in: response, &place) { return result }
            // Modern servers have no resumable streams.
            guard request.era?.isModern == false, let last = place.next() else { throw ChannelFailure.ended }
            let rest = ContinuousClock.now.duration(to: end) - place.pause
            guard rest > .zero else { throw ChannelFailure.timedOut }
            try await clock.sleep(for: place.pause)
            let resumption = ToolRequest(
                method: "", era: request.era, headers: [("Last-Event-ID", last)], limit: rest)
            response = try await post(nil, resumption, method: "GET")
            guard response.isSuccess, response.mediaType == "text/event-stream" else { throw ChannelFailure.ended }
        }
    }

    /// The reply from a stream, or `nil` if the stream ends without it.
    private func answer(
        to id: Int64, in response: HTTPResponse, _ place: inout StreamPlace
    ) async throws -> JSONObject? {
        do {
            for try await event in response.events(longest: Self.longestMessage) {
                place.take(event)
                if let result = try await take(RPCMessage.messages(in: Array(event.data.utf8)), id) { return result }
            }
        } catch let failure as ServerFailure where failure.kind == .closedEarly {
            // The messages received so far count.
        }
        return nil
    }

    private func take(_ messages: [RPCMessage], _ id: Int64) async throws -> JSONObject? {
        var found: JSONObject?
        for message in messages {
            switch message {
            case .answer(id, let result): found = try result.get()
            case .malformed(id): throw ChannelFailure.malformed
            case .error(let error): throw error
            case .request(let question, let method, _):
                let request = ToolRequest(method: method, limit: .seconds(10))
                _ = try? await post(RPCMessage.reply(to: question, method: method), request)
            case .notification("notifications/tools/list_changed", _):
                state.withLock { $0.hasChangedTools = true }
            case .answer, .malformed, .notification: break
            }
        }
        return found
    }

    /// The error for an error status. Reads the body.
    private func refusal(_ response: HTTPResponse) async throws -> any Error {
        let bytes = (try? await response.bytes()) ?? []
        if state.withLock({ $0.session != nil }) {
            let words = String(decoding: bytes.prefix(Self.longestRefusal), as: UTF8.self).lowercased()
            // The specification wants 404; others say it in words.
            let isOfSession = [400, 401, 409, 410, 503].contains(response.status) && words.contains("session")
            if response.status == 404 || isOfSession { return loseSession() }
        }
        // Other statuses concern the request as such (a key, or too many requests), so ignore the body.
        for message in [400, 404, 405].contains(response.status) ? RPCMessage.messages(in: bytes) : [] {
            switch message {
            case .answer(_, .failure(let error)), .error(let error): return error
            default: continue
            }
        }
        if [400, 404, 405, 406, 415].contains(response.status) {
            return ChannelFailure.foreign(status: response.status)
        }
        // The header names where to sign in, according to RFC 9728.
        if response.status == 401,
            response.headers["www-authenticate"]?.lowercased().contains("resource_metadata") == true
        {
            endpoint.keys?.forget(address)
            return ChannelFailure.needsSignIn
        }
        if response.status == 401, headers.isEmpty, endpoint.keys?.knowsNone(for: address) ?? true {
            return ChannelFailure.server(
                ServerFailure(server: address.display, kind: .keyMissing(origin: address.origin)))
        }
        let whole = HTTPResponse(status: response.status, headers: response.headers, body: HTTPBody(bytes))
        return ChannelFailure.server(await endpoint.rejection(whole))
    }

    private func loseSession() -> ChannelFailure {
        state.withLock { $0.session = nil }
        return .sessionLost
    }

    private static func meaning(of failure: ServerFailure) -> ChannelFailure {
        switch failure.kind {
        case .timedOut(.answer), .timedOut(.rest): .timedOut
        case .tooLarge(let limit): .tooLarge(limitBytes: limit)
        case .closedEarly: .ended
        default: .server(failure)
        }
    }
}
