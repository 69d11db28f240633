// SPDX-License-Identifier: GPL-3.0-or-later
// A language model answers open questions, knows the conversation, and stops on request.

import JarvisConversationTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

struct LanguageModelTests {
    private static let open = "why does the sea look blue in the evening"

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func skillsAnswerFirstAndTheModelKnowsTheConversation(on transport: Transport) async throws {
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

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anUnreachableServerIsReported(on transport: Transport) async throws {
        let port = try FakeServer.unusedPort()
        let stage = try await transport.stage()
        try await stage.addLanguageModel("local", port: port)
        let answer = try await stage.askElsewhere(Self.open)
        #expect(answer.contains("Nothing is listening at 127.0.0.1:\(port)."), "\(answer)")
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func escapeClosesTheConnectionToTheServer(on transport: Transport) async throws {
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

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anInterruptedAnswerIsKeptUpToWhatWasHeard(on transport: Transport) async throws {
        let sentences = (1...12).map { "Sentence number \($0) is here." }.joined(separator: " ")
        let server = try ModelDouble { _ in ModelDouble.text(sentences) }
        let stage = try await transport.stage([("detection.mode", "push-to-talk")])
        try await stage.begin()
        try await stage.addLanguageModel("local", port: server.port)
        let index = stage.allEvents().count
        try await stage.ask(Self.open)
        _ = try #require(try await stage.event("reply", after: index))
        _ = try #require(try await stage.hear("heard", after: index) { ($0["clause"]?.asInteger ?? 0) >= 1 })
        try await stage.press(.escape)
        let saved = try await stage.event("saved", after: index) { $0["kind"]?.asText == "assistant" }
        let text = saved?.object["text"]?.asText ?? ""
        #expect(saved?.object["isCut"] == .flag(true) && sentences.hasPrefix(text) && text.count < sentences.count)
        #expect(try await stage.phase("idle", after: index) != nil)
        try await stage.close()
        server.stop()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aServerErrorIsReportedAndTheNextQuestionIsAnswered(on transport: Transport) async throws {
        let server = try FakeServer { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("POST") else {
                    connection.respond(Array("{\"data\":[{\"id\":\"tiny\"}]}".utf8))
                    continue
                }
                connection.respond("400 Bad Request", Array("{\"error\":{\"message\":\"too long\"}}".utf8))
            }
        }
        let stage = try await transport.stage([
            ("detection.mode", "push-to-talk"), ("conversation.speaks-replies", "false"),
        ])
        try await stage.begin()
        try await stage.addLanguageModel("local", port: server.port)
        let index = stage.allEvents().count
        try await stage.ask(Self.open)
        let told = try #require(
            try await stage.event("banner", or: "reply", after: index) { _ in true }, "it is told"
        ).object
        let words = told["message"]?.asText ?? told["text"]?.asText ?? ""
        #expect(words.contains("too long"), "\(told)")
        #expect(try await stage.reply(to: "what is two plus two")?.object["text"]?.asText == "2 + 2 is 4.")
        try await stage.close()
        server.stop()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func withoutAModelAnOpenQuestionStillGetsAReply(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        let answer = try #require(try await stage.reply(to: Self.open)).object
        #expect(answer["skill"]?.asText == "" && answer["text"]?.asText?.isEmpty == false, "\(answer)")
        try await stage.close()
    }
}

/// Records the requests to a server.
private final class Bodies: Sendable {
    private let all = Mutex<[String]>([])

    func add(_ body: String) { all.withLock { $0.append(body) } }

    /// The last request that contains these words.
    func asked(_ words: String) -> String? { all.withLock { $0.last { $0.contains(words) } } }
}
