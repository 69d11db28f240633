// SPDX-License-Identifier: GPL-3.0-or-later
// Backpressure between the writer and the reader of a body, and streams of items over a real connection.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisNetwork

@Suite(.timeLimit(.minutes(10)))
struct HTTPBodyTests {
    private let loop = NetworkLoop()

    /// A pipe that counts its calls to the writer.
    private final class Writer: Sendable {
        let counts = Mutex((resumed: 0, abandoned: 0))
        var pipe: HTTPBodyPipe {
            HTTPBodyPipe(
                resume: { [self] in counts.withLock { $0.resumed += 1 } },
                abandon: { [self] in counts.withLock { $0.abandoned += 1 } })
        }
    }

    @Test func theWriterWaitsForASlowReader() async throws {
        let writer = Writer()
        let pipe = writer.pipe
        let piece = [UInt8](repeating: 1, count: 65_536)
        var count = 1
        while pipe.add(piece) { count += 1 }
        #expect(count * piece.count == HTTPBodyPipe.capacity)
        for _ in 0..<count { #expect(try await pipe.next() == piece) }
        #expect(writer.counts.withLock { $0.resumed } == 1)
        pipe.finish(throwing: nil)
        #expect(try await pipe.next() == nil)
        #expect(writer.counts.withLock { $0.abandoned } == 0)
    }

    @Test func releasedBodyNotifiesTheWriterOnce() async throws {
        let writer = Writer()
        let pipe = writer.pipe
        do {
            let body = HTTPBody(pipe)
            _ = pipe.add([1])
            for try await _ in body { break }
        }
        pipe.cancel()
        #expect(writer.counts.withLock { $0.abandoned } == 1)
    }

    @Test func dataBeforeAFailureCanBeRead() async throws {
        let pipe = Writer().pipe
        _ = pipe.add([1])
        pipe.finish(throwing: ServerFailure(server: "s", kind: .closedEarly))
        #expect(try await pipe.next() == [1])
        await #expect(throws: ServerFailure.self) { try await pipe.next() }
    }

    /// Only our own megabyte and the socket buffers fill up.
    @Test func sendingStopsWhenTheServerReadsNothing() async throws {
        let server = try FakeServer { _ = $0.waitsForHangup(milliseconds: 20_000) }
        let made = Mutex(0)
        let pieces = AsyncStream {
            let count = made.withLock { made in
                made += 1
                return made
            }
            return count <= 1024 ? [UInt8](repeating: 0, count: 65_536) : nil
        }
        let request = HTTPRequest(
            method: "POST", url: "http://127.0.0.1:\(server.port)/", body: .stream(pieces, contentType: "a/b"),
            limits: TransferLimits(answer: .milliseconds(500)), isDirect: true)
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        #expect(failure?.kind == .timedOut(.answer))
        #expect(made.withLock { $0 } < 512, "of 64 MiB")
    }

    @Test func cancellingTheReaderClosesTheConnectionOfAWaitingWriter() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 0x10000) + Array("\r\n".utf8)
            while connection.write(chunk) {}
            told.yield(true)
        }
        let limits = TransferLimits(maximumBytes: .max)
        let request = HTTPRequest(url: "http://127.0.0.1:\(server.port)/", limits: limits, isDirect: true)
        let (first, read) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await _ in try await HTTPClient(loop: loop).send(request).body {
                read.yield()
                // Reads nothing more, so the server fills every buffer.
                try await Task.sleep(for: .seconds(60))
            }
        }
        _ = await first.first { true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await ends.first { _ in true } == true)
    }

    @Test func excessiveContentLengthIsRejectedAtOnce() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n")
            connection.readToEnd()
        }
        let request = HTTPRequest(
            url: "http://127.0.0.1:\(server.port)/", limits: TransferLimits(maximumBytes: 1 << 20), isDirect: true)
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        #expect(failure?.kind == .tooLarge(limitBytes: 1 << 20))
    }

    @Test func eventsAndLinesArriveBeforeTheResponseEnds() async throws {
        let server = try FakeServer { connection in
            guard let request = connection.readRequest() else { return }
            let text = request.head.contains("/events") ? "id: 1\ndata: a\n\ndata: b" : "{\"n\": 1}\n{\"n\""
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n\(text)")
            connection.readToEnd()
        }
        let client = HTTPClient(loop: loop)
        let address = "http://127.0.0.1:\(server.port)"
        for try await event in try await client.send(HTTPRequest(url: address + "/events", isDirect: true)).events {
            #expect(event == ServerSentEvent(data: "a", id: "1"))
            break
        }
        let lines = try await client.send(HTTPRequest(url: address + "/lines", isDirect: true))
        for try await value in lines.jsonLines(server: "s") {
            #expect(value == .object(["n": .integer(1)]))
            break
        }
    }

    @Test func proxyIsUsedForRemoteServers() async throws {
        let proxy = try FakeServer { connection in
            while let request = connection.readRequest() {
                connection.respond(Array(request.head.prefix { $0 != "\r\n" }.utf8))
            }
        }
        let client = HTTPClient(loop: loop, proxy: .fixed(url: "http://127.0.0.1:\(proxy.port)"))
        let far = try await client.send(HTTPRequest(url: "http://models.example.org/list?all")).bytes()
        #expect(String(decoding: far, as: UTF8.self) == "GET http://models.example.org/list?all HTTP/1.1")
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond(Array("direct".utf8))
        }
        let request = HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true)
        #expect(try await client.send(request).bytes() == Array("direct".utf8))
    }
}
