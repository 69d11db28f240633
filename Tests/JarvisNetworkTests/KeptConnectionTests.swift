// SPDX-License-Identifier: GPL-3.0-or-later
// Connections kept for the next request, which the server closes instead of answering.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct KeptConnectionTests {
    private let client = HTTPClient(loop: NetworkLoop())

    private func send(_ method: String, to server: FakeServer) async throws -> [UInt8] {
        let body: HTTPRequest.Body = method == "GET" ? .none : .bytes([1], contentType: "text/plain")
        let request = HTTPRequest(
            method: method, url: "http://127.0.0.1:\(server.port)/", body: body, isDirect: true)
        return try await client.send(request).bytes()
    }

    @Test func droppedConnectionIsReplaced() async throws {
        let server = try FakeServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.respond(Array("1".utf8))
            // The next request on this connection finds it closed before an answer.
            _ = connection.read()
        }
        for _ in 0..<3 { #expect(try await send("GET", to: server) == Array("1".utf8)) }
    }

    /// The server may have carried out the request before closing the connection.
    @Test func unsafeRequestIsNotRepeated() async throws {
        let requestCount = Mutex(0)
        let server = try FakeServer { connection in
            while connection.readRequest() != nil {
                let isFirst = requestCount.withLock { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else { return }
                connection.respond(Array("1".utf8))
            }
        }
        #expect(try await send("POST", to: server) == Array("1".utf8))
        await #expect(throws: ServerFailure.self) { try await send("POST", to: server) }
        #expect(requestCount.withLock { $0 } == 2)
    }
}
