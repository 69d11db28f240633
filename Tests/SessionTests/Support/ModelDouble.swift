// SPDX-License-Identifier: GPL-3.0-or-later
// A language model server whose answers the test chooses.

import JarvisTesting

/// Follows the protocol of OpenAI-compatible servers.
final class ModelDouble {
    private let server: FakeServer

    /// - Parameter answer: returns the data of the stream for a request body.
    init(_ answer: @escaping @Sendable (String) -> String) throws {
        server = try FakeServer { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("POST") else {
                    connection.respond(Array("{\"data\":[{\"id\":\"tiny\"}]}".utf8))
                    continue
                }
                let body = answer(String(decoding: request.body, as: UTF8.self))
                connection.respond(
                    "200 OK", type: "text/event-stream", Array("data: \(body)\n\ndata: [DONE]\n\n".utf8))
            }
        }
    }

    var port: Int { server.port }

    func stop() { server.stop() }

    /// A complete answer with this text.
    static func text(_ text: String) -> String {
        "{\"choices\":[{\"delta\":{\"content\":\"\(text)\"},\"finish_reason\":\"stop\"}]}"
    }
}
