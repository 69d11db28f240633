// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP client against servers that misbehave, on real sockets.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPClientTests {
    private let loop = NetworkLoop()

    private func get(
        _ server: FakeServer, _ path: String = "/", limits: TransferLimits = TransferLimits(), client: HTTPClient? = nil
    ) async throws -> [UInt8] {
        let client = client ?? HTTPClient(loop: loop)
        let url = "http://127.0.0.1:\(server.port)\(path)"
        return try await client.send(HTTPRequest(url: url, limits: limits, isDirect: true)).bytes()
    }

    /// The failure of a request to a server.
    private func failure(
        limits: TransferLimits = TransferLimits(), _ serve: @escaping @Sendable (FakeConnection) -> Void
    ) async throws -> ServerFailure.Kind? {
        let server = try FakeServer(serve)
        do {
            _ = try await get(server, limits: limits)
            return nil
        } catch let failure as ServerFailure {
            #expect(failure.server == "127.0.0.1:\(server.port)")
            return failure.kind
        }
    }

    private static let brief = Duration.milliseconds(200)

    @Test func headersStatusAndBodyArrive() async throws {
        let server = try FakeServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.respond("418 Teapot", type: "text/plain; charset=utf-8", headers: "X-A: b\r\n", request.body)
        }
        let client = HTTPClient(loop: loop)
        let response = try await client.send(
            HTTPRequest(
                method: "POST", url: "http://127.0.0.1:\(server.port)/p?q=1", headers: [("Authorization", "Bearer k")],
                body: .bytes([1, 2, 3], contentType: "a/b"), isDirect: true))
        #expect(response.status == 418)
        #expect(!response.isSuccess)
        #expect(response.mediaType == "text/plain")
        #expect(response.headers["x-a"] == "b")
        #expect(try await response.bytes() == [1, 2, 3])
        let head = String(decoding: server.connections[0].received, as: UTF8.self)
        #expect(head.hasPrefix("POST /p?q=1 HTTP/1.1\r\n"))
        #expect(head.contains("Authorization: Bearer k\r\n") && head.contains("Content-Type: a/b\r\n"))
    }

    @Test func piecesArriveBeforeTheResponseEnds() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            // Sends no more until the client, which has the first piece, closes the connection.
            _ = connection.readToEnd()
        }
        let client = HTTPClient(loop: loop)
        let response = try await client.send(
            HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true))
        var first: [UInt8]?
        for try await piece in response.body {
            first = piece
            break
        }
        #expect(first == Array("one".utf8))
    }

    @Test func streamedBodyIsSentAsItIsProduced() async throws {
        let server = try FakeServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.respond(request.body)
        }
        let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
        feed.yield(Array("hello ".utf8))
        let sending = Task { [loop] in
            let request = HTTPRequest(
                method: "POST", url: "http://127.0.0.1:\(server.port)/", body: .stream(pieces, contentType: "a/b"),
                isDirect: true)
            return try await HTTPClient(loop: loop).send(request).bytes()
        }
        feed.yield(Array("world".utf8))
        feed.finish()
        let chunks = String(decoding: try await sending.value, as: UTF8.self)
        let words = chunks.split(separator: "\r\n").enumerated().filter { $0.offset % 2 == 1 }.map { $0.element }
            .joined()
        #expect(words == "hello world", "\(chunks)")
    }

    @Test func endingTheIterationClosesTheConnection() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc")
            told.yield(connection.readToEnd())
        }
        let client = HTTPClient(loop: loop)
        do {
            let response = try await client.send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true))
            for try await _ in response.body { break }
        }
        #expect(await ends.first { _ in true } == true)
    }

    @Test func cancellingBeforeTheAnswerClosesTheConnection() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let (starts, begun) = AsyncStream.makeStream(of: Void.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            begun.yield()
            told.yield(connection.readToEnd())
        }
        let client = HTTPClient(loop: loop)
        let task = Task {
            try await client.send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true))
        }
        _ = await starts.first { true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await ends.first { _ in true } == true)
    }

    @Test func refusedConnectionIsReported() async throws {
        let port = try FakeServer.unusedPort()
        let request = HTTPRequest(url: "http://127.0.0.1:\(port)/", isDirect: true)
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        #expect(failure?.kind == .refused)
    }

    @Test func invalidAddressIsRejected() async throws {
        let request = HTTPRequest(url: "nonsense")
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        guard case .unusableURL = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func silentServerTimesOut() async throws {
        let kind = try await failure(limits: TransferLimits(answer: Self.brief)) { $0.readToEnd() }
        #expect(kind == .timedOut(.answer))
    }

    @Test func drippingHeadTimesOut() async throws {
        let kind = try await failure(limits: TransferLimits(answer: Self.brief)) { connection in
            _ = connection.readRequest()
            // Sends byte by byte; the write fails once the client has given up.
            for byte in "HTTP/1.1 200 OK\r\nX-Long: ".utf8 + Array(repeating: UInt8(ascii: "x"), count: 1000) {
                guard connection.write([byte]), !connection.waitsForEnd(milliseconds: 20) else { return }
            }
        }
        #expect(kind == .timedOut(.answer))
    }

    @Test func drippingBodyExceedsTheTotalTime() async throws {
        let limits = TransferLimits(pause: .seconds(5), total: Self.brief)
        let kind = try await failure(limits: limits) { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            for _ in 0..<1000 {
                guard connection.write([1]), !connection.waitsForEnd(milliseconds: 20) else { return }
            }
        }
        #expect(kind == .timedOut(.rest))
    }

    @Test func stalledBodyTimesOut() async throws {
        let kind = try await failure(limits: TransferLimits(pause: Self.brief)) { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
            connection.readToEnd()
        }
        #expect(kind == .timedOut(.rest))
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
    func earlyEndOfTheConnectionIsReported(sent: String) async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.write(sent)
        }
        #expect(kind == .closedEarly)
    }

    @Test func resetOfTheConnectionIsReported() async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            connection.reset()
        }
        #expect(kind == .closedEarly)
    }

    @Test func immediateCloseIsReported() async throws {
        let kind = try await failure { _ in }
        #expect(kind == .closedEarly)
    }

    @Test func halfCloseAfterTheCompleteResponseIsAccepted() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.0 200 OK\r\n\r\nto the end")
            connection.finishWriting()
            connection.readToEnd()
        }
        #expect(try await get(server) == Array("to the end".utf8))
    }

    @Test func nonHTTPResponseFails() async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.write("220 mail.example.org ESMTP\r\n\r\n")
        }
        guard case .malformed = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func truncatedHeadIsMalformed() async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Le")
        }
        guard case .malformed = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func oversizedResponseIsRejected() async throws {
        let kind = try await failure(limits: TransferLimits(maximumBytes: 1 << 20)) { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 0x10000) + Array("\r\n".utf8)
            while connection.write(chunk) {}
        }
        #expect(kind == .tooLarge(limitBytes: 1 << 20))
    }

    @Test func redirectsAreNotFollowed() async throws {
        let other = try FakeServer { $0.readToEnd() }
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond("307 Elsewhere", headers: "Location: http://127.0.0.1:\(other.port)/\r\n", [])
        }
        let response = try await HTTPClient(loop: loop).send(
            HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true))
        #expect(response.status == 307)
        #expect(other.connectionCount == 0)
    }

    @Test func aHundredFailuresLeaveNoFileOpen() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        }
        let port = server.port
        for _ in 0..<100 {
            await #expect(throws: ServerFailure.self) { try await get(server) }
        }
        // The client's ends are closed on the network thread, after the failure is known.
        #expect(await Eventually.holds { OpenFiles.sockets(toPort: port) == 0 })
    }
}
