// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TCPConnectionTests {
    private let loop = NetworkLoop()

    /// A connection and its events.
    private func open(
        _ port: Int, limits: TransferLimits = TransferLimits()
    ) -> (connection: TCPConnection, events: AsyncStream<ConnectionEvent>) {
        let (events, continuation) = AsyncStream.makeStream(of: ConnectionEvent.self)
        let connection = TCPConnection(loop: loop, host: "127.0.0.1", port: port, limits: limits) { event in
            continuation.yield(event)
            switch event {
            case .ended, .failed: continuation.finish()
            case .connected, .received: break
            }
        }
        return (connection, events)
    }

    /// The received bytes, and the failure; nil for a regular end.
    private func all(_ events: AsyncStream<ConnectionEvent>) async -> (bytes: [UInt8], failure: ServerFailure.Kind?) {
        var bytes: [UInt8] = []
        var failure: ServerFailure.Kind?
        for await event in events {
            switch event {
            case .received(let piece): bytes += piece
            case .failed(let reason): failure = reason.kind
            case .connected, .ended: break
            }
        }
        return (bytes, failure)
    }

    @Test func dataSentWhileConnectingArrivesInOrder() async throws {
        let server = try FakeServer { connection in
            var bytes: [UInt8] = []
            while bytes.count < 300_000, let more = connection.read() { bytes += more }
            connection.write(bytes)
        }
        let (connection, events) = open(server.port)
        let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        for start in stride(from: 0, to: sent.count, by: 1000) { connection.send(Array(sent[start..<start + 1000])) }
        let (bytes, failure) = await all(events)
        #expect(bytes == sent)
        #expect(failure == nil)
    }

    @Test func refusedConnectionIsReported() async throws {
        let (connection, events) = open(try FakeServer.unusedPort())
        #expect(await all(events).failure == .refused)
        connection.close()
    }

    @Test func serverThatReadsNothingTimesOut() async throws {
        let server = try FakeServer { connection in
            // Reads nothing while the client is connected.
            _ = connection.waitsForHangup(milliseconds: 20_000)
        }
        let (connection, events) = open(server.port, limits: TransferLimits(pause: .milliseconds(200)))
        for _ in 0..<64 { connection.send([UInt8](repeating: 0, count: 1 << 20)) }
        #expect(await all(events).failure == .timedOut(.sending))
    }

    /// Well before the time limit for sending.
    @Test func serverThatReadsNothingFailsOnceTheQueueIsFull() async throws {
        let server = try FakeServer { _ = $0.waitsForHangup(milliseconds: 20_000) }
        let (connection, events) = open(server.port, limits: TransferLimits(pause: .seconds(3600)))
        for _ in 0..<64 { connection.send([UInt8](repeating: 0, count: 1 << 20)) }
        #expect(await all(events).failure == .timedOut(.sending))
    }

    @Test func excessDataEndsTheConnection() async throws {
        let server = try FakeServer { connection in
            while connection.write([UInt8](repeating: 1, count: 65_536)) {}
        }
        let (connection, events) = open(server.port, limits: TransferLimits(maximumBytes: 1 << 20))
        #expect(await all(events).failure == .tooLarge(limitBytes: 1 << 20))
        connection.close()
    }

    @Test func closeReachesTheServerWithoutAnEvent() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { connection in
            connection.write("a")
            told.yield(connection.readToEnd())
        }
        let (connection, events) = open(server.port)
        for await event in events {
            guard case .received = event else { continue }
            break
        }
        connection.close()
        connection.close()
        #expect(await ends.first { _ in true } == true)
    }

    @Test func releasingTheConnectionClosesIt() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { told.yield($0.readToEnd()) }
        do {
            let (connection, events) = open(server.port)
            _ = await events.first { _ in true }
            connection.send([1])
        }
        #expect(await ends.first { _ in true } == true)
        let port = server.port
        #expect(await Eventually.holds { OpenFiles.sockets(toPort: port) == 0 })
    }
}
