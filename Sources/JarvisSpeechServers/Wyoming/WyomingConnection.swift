// SPDX-License-Identifier: GPL-3.0-or-later
// Sends and receives the events of a Wyoming server over one TCP connection.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

/// The address of a Wyoming server, and the means to reach it.
struct WyomingServer: Sendable {
    var address: ServerAddress
    var loop: NetworkLoop
    var limits = TransferLimits(connection: .seconds(2), pause: .seconds(5), maximumBytes: 256 << 20)
    /// Measures the latency of answers.
    var clock: any Clock<Duration> = ContinuousClock()
}

/// One TCP connection to a server. `close` ends it, and so does the release of this object.
final class WyomingConnection: Sendable {
    /// An event of the server or the end of the connection; delivered in order, on the network thread.
    enum Update: Sendable {
        case event(WyomingEvent)
        /// The connection has failed, with `closedEarly` if the server closed it. Nothing follows.
        case failed(ServerFailure)
    }

    private let connection: TCPConnection

    init(_ server: WyomingServer, handler: @escaping @Sendable (Update) -> Void) {
        let inbox = Inbox(server: server.address.display, handler: handler)
        connection = TCPConnection(
            loop: server.loop, host: server.address.host, port: server.address.port, limits: server.limits
        ) { inbox.take($0) }
    }

    func send(_ event: WyomingEvent) { connection.send(event.bytes) }
    func close() { connection.close() }

    private final class Inbox: Sendable {
        private struct State {
            var reader = WyomingReader()
            var isOver = false
        }

        private let state = Mutex(State())
        private let server: String
        private let handler: @Sendable (Update) -> Void

        init(server: String, handler: @escaping @Sendable (Update) -> Void) {
            self.server = server
            self.handler = handler
        }

        func take(_ event: ConnectionEvent) {
            switch event {
            case .connected: break
            case .received(let bytes): read(bytes)
            case .ended: end(.closedEarly)
            case .failed(let failure): end(failure.kind)
            }
        }

        private func read(_ bytes: [UInt8]) {
            let result = state.withLock { state -> Result<[WyomingEvent], WyomingFault> in
                guard !state.isOver else { return .success([]) }
                return Result { () throws(WyomingFault) in try state.reader.read(bytes) }
            }
            switch result {
            case .success(let events):
                for event in events { handler(.event(event)) }
            case .failure(let fault): end(.malformed(fault.answer))
            }
        }

        private func end(_ kind: ServerFailure.Kind) {
            let isFirst = state.withLock { state in
                defer { state.isOver = true }
                return !state.isOver
            }
            if isFirst { handler(.failed(ServerFailure(server: server, kind: kind))) }
        }
    }
}

extension WyomingServer {
    /// The failure described by an `error` event.
    func failure(_ event: WyomingEvent) -> ServerFailure {
        ServerFailure(
            server: address.display,
            kind: .rejected(status: 0, message: String((event.data["text"]?.asText ?? "").prefix(200))))
    }

    /// Connects, sends one event and returns the first answer of a given type.
    /// - Throws: `ServerFailure` or `CancellationError`.
    func ask(_ event: WyomingEvent, for type: String, within limit: Duration) async throws -> WyomingEvent {
        // Unbounded, because the answer must not be dropped; the time limit bounds the other events.
        let (updates, continuation) = AsyncStream.makeStream(
            of: WyomingConnection.Update.self, bufferingPolicy: .unbounded)
        let connection = WyomingConnection(self) { continuation.yield($0) }
        defer { connection.close() }
        let display = address.display
        let alarm = Task { [clock] in
            try await clock.sleep(for: limit)
            continuation.yield(.failed(ServerFailure(server: display, kind: .timedOut(.answer))))
        }
        defer { alarm.cancel() }
        connection.send(event)
        for await update in updates {
            switch update {
            case .event(let answer) where answer.type == type: return answer
            case .event(let answer) where answer.type == "error": throw failure(answer)
            case .event: break
            case .failed(let failure): throw failure
            }
        }
        throw CancellationError()
    }
}
