// SPDX-License-Identifier: GPL-3.0-or-later
// A language model answers what no skill can, knows what was said, and stops when it is told to.

import JarvisConversationTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

struct LanguageModelTests {
    private static let open = "why does the sea look blue in the evening"

    @Test(.timeLimit(.minutes(1)), arguments: Transport.all)
    func skillsAnswerFirstAndTheModelKnowsWhatWasSaid(on transport: Transport) async throws {
        let bodies = Bodies()
        let server = try ModelDouble { body in
            bodies.add(body)
            return ModelDouble.text("Light <think>hm</think>scatters. That is all.")
        }
        let stage = try await transport.stage([
            ("detection.mode", "push-to-talk"), ("conversation.speaks-replies", "false"),
        ])
        try await stage.begin()
        try await stage.addLanguageModel("local", port: server.port)
        #expect(try await stage.reply(to: "what is two plus two")?.object["text"]?.asText == "2 + 2 is 4.")
        #expect(bodies.asked(Self.open) == nil, "skills answer first")
        let answer = try await stage.reply(to: Self.open)
        #expect(answer?.object["text"]?.asText == "Light scatters. That is all.", "\(String(describing: answer))")
        #expect(answer?.object["skill"]?.asText == "language-model")
        let kept = try await stage.event("saved") { $0["text"]?.asText == "Light scatters. That is all." }
        #expect(kept != nil)
        #expect(try await stage.askElsewhere("and " + Self.open) == "Light scatters. That is all.")
        #expect(bodies.asked("and " + Self.open)?.contains("Light scatters.") == true, "what was said is known")
        try await stage.close()
        server.stop()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Transport.all)
    func aServerThatIsAwayIsTold(on transport: Transport) async throws {
        let port = try FakeServer.unusedPort()
        let stage = try await transport.stage()
        try await stage.addLanguageModel("local", port: port)
        let answer = try await stage.askElsewhere(Self.open)
        #expect(answer.contains("Nothing is listening at 127.0.0.1:\(port)."), "\(answer)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: Transport.all)
    func aStopEndsTheServersWork(on transport: Transport) async throws {
        let (hangups, continuation) = AsyncStream.makeStream(of: Bool.self)
        let (requests, requested) = AsyncStream.makeStream(of: Void.self)
        let server = try FakeServer { connection in
            guard let request = connection.readRequest() else { return }
            guard request.head.hasPrefix("POST") else { return connection.respond("404 Not Found", []) }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            let part = "One sentence is here. And another one "
            connection.write("data: {\"choices\":[{\"delta\":{\"content\":\"\(part)\"}}]}\n\n")
            if String(decoding: request.body, as: UTF8.self).contains(Self.open) { requested.yield() }
            continuation.yield(connection.waitsForHangup(milliseconds: 20_000))
        }
        let stage = try await transport.stage([("conversation.speaks-replies", "off")])
        try await stage.begin()
        try await stage.addLanguageModel("local", port: server.port)
        let index = stage.allEvents().count
        try await stage.ask(Self.open)
        let thinking = try #require(try await stage.phase("thinking", after: index))
        for await _ in requests { break }
        try await stage.press(.escape)
        for await hasGone in hangups {
            #expect(hasGone, "the connection is closed")
            break
        }
        let rests = try await stage.event("state", after: thinking) { $0["previous"]?.asText == "thinking" }
        #expect(rests != nil)
        try await stage.close()
        server.stop()
    }
}

/// What a server was asked.
private final class Bodies: Sendable {
    private let all = Mutex<[String]>([])

    func add(_ body: String) { all.withLock { $0.append(body) } }

    /// The request that holds these words.
    func asked(_ words: String) -> String? { all.withLock { $0.last { $0.contains(words) } } }
}
