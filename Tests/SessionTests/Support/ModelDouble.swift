// SPDX-License-Identifier: GPL-3.0-or-later
// A language model on a server, which says what a test wants.

import JarvisTesting

/// Speaks as servers with OpenAI's interface do.
final class ModelDouble {
    private let server: FakeServer

    /// - Parameter answer: the parts of the stream, by the body of the request.
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

    /// An answer in words.
    static func text(_ text: String) -> String {
        "{\"choices\":[{\"delta\":{\"content\":\"\(text)\"},\"finish_reason\":\"stop\"}]}"
    }
}
