// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server at an address, and the session that talks to it.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization

@testable import JarvisToolServers

/// A tool server on a real local socket.
final class WebRig: Sendable {
    struct Request: Sendable {
        var head: String
        var body: JSONObject

        var method: String { body["method"]?.asText ?? "" }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmed }
        }
    }

    let rig: ToolRig
    let session: ToolServerSession
    private let server: FakeServer
    private let seen: Seen

    private final class Seen: Sendable {
        let requests = Mutex<[Request]>([])
    }

    var requests: [Request] { seen.requests.withLock { $0 } }

    /// - Parameter answer: Answers each request; the number counts the requests with the same method.
    init(
        path: String = "/mcp", headers: [String] = [], start: Duration = .seconds(10),
        _ answer: @escaping @Sendable (Request, Int, FakeConnection) -> Void
    ) throws {
        let seen = Seen()
        self.seen = seen
        server = try FakeServer { connection in
            while let raw = connection.readRequest() {
                let body = (try? JSONValue(parsing: raw.body))?.asObject ?? JSONObject()
                let request = Request(head: raw.head, body: body)
                let count = seen.requests.withLock { requests in
                    requests.append(request)
                    return requests.count { $0.method == request.method }
                }
                answer(request, count, connection)
            }
        }
        rig = try ToolRig { ($0.start, $0.call) = (start, .seconds(10)) }
        session = rig.servers.session(
            of: ToolServer(name: "web", way: .address("http://127.0.0.1:\(server.port)\(path)"), headers: headers))
    }

    static func result(_ request: Request, _ json: String) -> [UInt8] {
        Array("{\"jsonrpc\":\"2.0\",\"id\":\(request.body["id"]?.line ?? "0"),\"result\":\(json)}".utf8)
    }

    static let tools = "{\"tools\":[{\"name\":\"grüße\",\"annotations\":{\"readOnlyHint\":true}},{\"name\":\"write\"}]}"
    static let discovery = "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"resultType\":\"complete\"}"
    static let done = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}],\"resultType\":\"complete\"}"
    static let handshake = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{\"name\":\"old\"}}"
}

extension FakeConnection {
    func json(_ bytes: [UInt8], headers: String = "") {
        respond("200 OK", headers: headers, bytes)
    }
}
