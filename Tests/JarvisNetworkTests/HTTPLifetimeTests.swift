// SPDX-License-Identifier: GPL-3.0-or-later
// Responses in transit when their client is released.

import Glibc
@testable import JarvisNetwork
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPLifetimeTests {
    private let loop = NetworkLoop()

    @Test func responseOutlivesItsClient() async throws {
        var ends: [CInt] = [-1, -1]
        // Close-on-exec from the start: a child of another test that inherits them would hide the end.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let (waiting, going) = (ends[0], ends[1])
        defer { close(waiting) }
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
            // Sends the rest once the client is gone.
            var byte: UInt8 = 0
            _ = read(waiting, &byte, 1)
            connection.write("two")
        }
        func answer() async throws -> HTTPResponse {
            try await HTTPClient(loop: loop).send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/", isDirect: true))
        }
        let response = try await answer()
        await withCheckedContinuation { continuation in loop.perform { continuation.resume() } }
        close(going)
        #expect(try await response.bytes() == Array("onetwo".utf8))
    }
}
