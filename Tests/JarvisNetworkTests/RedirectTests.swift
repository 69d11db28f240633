// SPDX-License-Identifier: GPL-3.0-or-later
// Which redirects are followed, and what is sent to the new address.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisNetwork

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    private let loop = NetworkLoop()
    private static let headers = [("Authorization", "Bearer k"), ("X-Api-Key", "k"), ("Accept", "text/plain")]

    /// A server that redirects requests to the given places in turn, and answers at "/end".
    private func server(_ places: String...) throws -> FakeServer {
        try FakeServer { connection in
            var places = places[...]
            while let request = connection.readRequest() {
                if request.head.contains(" /end ") {
                    connection.respond(Array("there".utf8))
                } else {
                    connection.respond("302 Found", headers: "Location: \(places.popFirst() ?? "/end")\r\n", [])
                }
            }
        }
    }

    private func request(_ server: FakeServer, _ limit: Int = 5) -> HTTPRequest {
        HTTPRequest(
            url: "http://127.0.0.1:\(server.port)/", headers: Self.headers, isDirect: true, redirectLimit: limit)
    }

    private func heads(_ server: FakeServer) -> String {
        server.connections.map { String(decoding: $0.received, as: UTF8.self) }.joined()
    }

    private func refusal(_ request: HTTPRequest) async -> String? {
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        guard case .moved = failure?.kind else { return nil }
        return failure?.advice
    }

    @Test func keyIsNotSentToAnotherOrigin() async throws {
        let other = try server()
        // The same host on another port is another origin.
        let first = try server("http://127.0.0.1:\(other.port)/end")
        let response = try await HTTPClient(loop: loop).send(request(first))
        #expect(try await response.bytes() == Array("there".utf8))
        #expect(heads(first).contains("Bearer k") && heads(first).contains("X-Api-Key: k"))
        #expect(!heads(other).contains("Bearer") && !heads(other).contains("X-Api-Key"))
        #expect(heads(other).contains("Accept: text/plain"))
    }

    @Test func redirectBackDoesNotRestoreTheKey() async throws {
        let first = try server()
        let other = try server("http://127.0.0.1:\(first.port)/end")
        let begin = try server("http://127.0.0.1:\(other.port)/on")
        _ = try await HTTPClient(loop: loop).send(request(begin)).bytes()
        #expect(!heads(other).contains("Bearer") && !heads(first).contains("Bearer"))
    }

    @Test func keyIsKeptForTheSameOrigin() async throws {
        let server = try server("/end")
        _ = try await HTTPClient(loop: loop).send(request(server)).bytes()
        #expect(heads(server).ranges(of: "Bearer k").count == 2)
    }

    @Test func redirectsAreLimited() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil {
                connection.respond("307 Again", headers: "Location: /again\r\n", [])
            }
        }
        #expect(await refusal(request(server, 3))?.contains("too many") == true)
        #expect(heads(server).ranges(of: "HTTP/1.1").count == 4)
    }

    @Test func redirectToAnotherSchemeIsRejected() async throws {
        let server = try server("https://127.0.0.1:1/end")
        #expect(await refusal(request(server))?.contains("https://127.0.0.1:1/end") == true)
    }

    @Test func bodyIsNotSentToAnotherOrigin() async throws {
        let other = try server()
        let first = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond("307 Away", headers: "Location: http://127.0.0.1:\(other.port)/end\r\n", [])
        }
        var request = request(first)
        request.method = "POST"
        request.body = .bytes(Array("words".utf8), contentType: "text/plain")
        #expect(await refusal(request) != nil)
        #expect(other.connectionCount == 0)
    }

    /// Nothing is sent: the host doesn't exist, which would be a different failure.
    @Test(arguments: ["Authorization", "X-Api-Key", "X-Auth-Token", "Cookie"])
    func keyIsNotSentUnencrypted(name: String) async throws {
        let url = "http://models.invalid:8000/a"
        let request = HTTPRequest(url: url, headers: [(name, "k")])
        let failure = await #expect(throws: ServerFailure.self) { try await HTTPClient(loop: loop).send(request) }
        #expect(failure?.kind == .keyNeedsHTTPS(origin: "http://models.invalid:8000"))
        var download = Download(url: url, path: "/nonexistent/file")
        download.headers = [(name, "k")]
        let http = HTTPClient(loop: loop)
        #expect(request.keyRefusal != nil && HTTPRequest(url: url, headers: [("Range", "a")]).keyRefusal == nil)
        #expect(HTTPRequest(url: url, headers: [(name, "k")], allowsPlainKey: true).keyRefusal == nil)
        for safe in ["https://models.invalid/a", "http://127.0.0.1:1/a", "http://[::1]/a"] {
            #expect(HTTPRequest(url: safe, headers: [(name, "k")]).keyRefusal == nil, "\(safe)")
        }
        let folder = try TemporaryFolder()
        download.path = folder.path + "/file"
        let refusal = await #expect(throws: ServerFailure.self) { try await Downloader(http: http).download(download) }
        #expect(refusal?.kind == .keyNeedsHTTPS(origin: "http://models.invalid:8000"))
    }

    @Test func internetServerCannotRedirectIntoTheLocalNetwork() throws {
        let request = HTTPRequest(url: "http://models.example.org/a", headers: Self.headers, redirectLimit: 5)
        for target in ["http://127.0.0.1/", "http://192.168.1.1/admin", "http://router/", "http://[::1]:80/"] {
            #expect(throws: ServerFailure.self) {
                try HTTPRedirect.next(after: 302, location: target, for: request)
            }
        }
        let next = try HTTPRedirect.next(after: 302, location: "//cdn.example.org/b?c#d", for: request)
        #expect(next?.url.hasPrefix("http://cdn.example.org/b?c") == true)
        #expect(next?.headers.map(\.name) == ["Accept"])
        #expect(next?.redirectLimit == 4)
        #expect(throws: ServerFailure.self) {
            try HTTPRedirect.next(after: 302, location: "http://models.example.org@evil.example/", for: request)
        }
    }
}
