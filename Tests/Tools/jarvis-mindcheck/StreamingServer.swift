// SPDX-License-Identifier: GPL-3.0-or-later
// Emulates a language model that writes at a steady pace.

import Glibc
import JarvisTesting

enum StreamingServer {
    private static let words = [
        "light", "that", "falls", "into", "water", "loses", "its", "red", "first,", "and", "what", "comes", "back",
        "is", "blue.",
    ]

    /// Serves until the process ends.
    /// - Parameter count: The number of tokens in an answer.
    static func run(tokensPerSecond: Int, count: Int) throws {
        let gap = max(1, 1000 / max(1, tokensPerSecond))
        let server = try FakeServer { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("POST") else {
                    connection.respond("404 Not Found", [])
                    continue
                }
                connection.beginEvents()
                for number in 0..<count {
                    guard connection.say(words[number % words.count] + " "),
                        !connection.waitsForHangup(milliseconds: gap)
                    else { return }
                }
                connection.chunk("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
                connection.write("0\r\n\r\n")
            }
        }
        print("port \(server.port)")
        fflush(nil)
        while pause() != 0, errno == EINTR {}
        withExtendedLifetime(server) {}
    }
}

extension FakeConnection {
    func beginEvents() {
        write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    /// Sends one token in the completions format.
    @discardableResult
    func say(_ text: String) -> Bool { chunk("data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n\n") }

    @discardableResult
    func chunk(_ text: String) -> Bool { write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n") }
}
