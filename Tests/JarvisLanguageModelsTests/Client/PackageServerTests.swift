// SPDX-License-Identifier: GPL-3.0-or-later
// The client against llama.cpp's own server with tiny models of random weights (scripts/model-server-package), to check
// it against the real protocol.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct PackageServerTests {
    private static let script =
        #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/scripts/model-server-package"

    private let server: ChildProcess
    /// The ports of the model with an ordinary template and of the one whose template raises an error.
    private let ports: [Int]
    private let http = HTTPClient(loop: NetworkLoop())

    /// The first run creates a virtual environment and installs the packages.
    init() async throws {
        let result = try await ChildProcess.run("bash", [Self.script, "--install-only"], within: .seconds(240))
        try #require(result.status == 0, "\(result.output)")
        let server = try ChildProcess("bash", [Self.script])
        self.server = server
        var line: String?
        await yieldUntil {
            // The last line may be incomplete.
            line = server.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
                .first { $0.hasPrefix("ports ") }
            return line != nil || !server.isRunning
        }
        ports = (line ?? "").split(separator: " ").compactMap { Int($0) }
        try #require(ports.count == 2, "\(server.output)")
    }

    private func model(_ place: Int = 0, _ options: ChatOptions = ChatOptions()) throws -> ServerLanguageModel {
        var limits = ChatLimits()
        (limits.connection, limits.firstToken, limits.pause) = (.seconds(60), .seconds(120), .seconds(120))
        let address = try ServerAddress("http://127.0.0.1:\(ports[place])", schemes: [.http])
        let endpoint = ServerEndpoint(address: address, model: "", keys: nil, http: http)
        return ServerLanguageModel(name: "tiny", kind: .openAI, endpoint: endpoint, options: options, limits: limits)
    }

    /// The outcome of a question.
    private func ask(
        _ model: ServerLanguageModel, _ messages: [ChatMessage], tools: [ChatTool] = []
    ) async throws -> (text: String, pieces: Int, end: ChatEnd?) {
        var (text, pieces, end): (String, Int, ChatEnd?) = ("", 0, nil)
        for try await update in model.answer(ChatRequest(messages: messages, tools: tools)) {
            switch update {
            case .text(let piece): (text, pieces) = (text + piece, pieces + 1)
            case .finished(let reason): end = reason
            case .waiting, .toolCalls: break
            }
        }
        return (text, pieces, end)
    }

    private let question = [ChatMessage(.system, "You are JARVIS."), ChatMessage(.user, "Hello there")]
    private let brief = ChatOptions(maximumTokens: 40)
    private let timer = ChatTool(
        name: "set_timer", summary: "Sets a timer.",
        parameters: ["type": .text("object"), "properties": .object(["length": .object(["type": .text("string")])])])

    @Test func answersAreStreamedTenTimesInARow() async throws {
        let model = try model(0, brief)
        #expect(try await model.models() == ["plain"])
        for _ in 0..<10 {
            let answer = try await ask(model, question)
            #expect(!answer.text.isEmpty && answer.pieces > 1, "\(answer)")
            #expect(answer.end == .length)
        }
    }

    @Test func aModelWithoutToolSupportAnswersWhenOfferedTools() async throws {
        let answer = try await ask(model(0, brief), question, tools: [timer])
        #expect(answer.end != nil)
    }

    @Test func cancellingAnAnswerStopsTheServer() async throws {
        let model = try model()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let messages = question
        let task = Task {
            for try await update in model.answer(ChatRequest(messages: messages)) {
                if case .text = update { begin.finish() }
            }
        }
        for await _ in begun {}
        #expect(!server.output.contains("cancel task"))
        task.cancel()
        // About a minute of the answer remained; `scripts/bench mind` measures how soon it ends.
        await yieldUntil { server.output.contains("cancel task") || !server.isRunning }
        #expect(server.output.contains("cancel task"))
        // The server is free again.
        #expect(try await ask(self.model(0, brief), question).end == .length)
    }

    /// Each letter is a token here. Older turns are dropped; a single message that is too long is rejected.
    @Test func overlongConversationIsShortened() async throws {
        let model = try model(0, ChatOptions(maximumTokens: 40, contextTokens: 100_000))
        let turns = (0..<6).flatMap { number in
            [
                ChatMessage(.user, "Number \(number): " + String(repeating: "word ", count: 200)),
                ChatMessage(.assistant, "Yes."),
            ]
        }
        let answer = try await ask(model, question.prefix(1) + turns + [ChatMessage(.user, "And now?")])
        #expect(answer.end == .length)
        let whole = String(repeating: "word ", count: 4_000)
        await #expect(throws: LanguageModelFailure(model: "tiny", kind: .tooLong)) {
            _ = try await ask(model, [ChatMessage(.user, whole)])
        }
    }

    @Test func templateErrorIsReportedVerbatim() async throws {
        let model = try model(1, brief)
        do {
            _ = try await ask(model, [ChatMessage(.user, "Hello?")])
            Issue.record("it answered")
        } catch let failure as LanguageModelFailure {
            guard case .server(let cause) = failure.kind, case .rejected(let status, let words) = cause.kind else {
                Issue.record("\(failure)")
                return
            }
            #expect(status == 400 || status == 500)
            #expect(words.contains("template"), "\(words)")
            #expect(words.hasSuffix("Jinja Exception: This conversation is not supported"), "\(words)")
        }
        #expect(try await ask(model, question).end == .length, "it answers others")
    }

    @Test func twoServersAnswerAtTheSameTime() async throws {
        let (first, second) = (try model(0, brief), try model(1, brief))
        async let one = ask(first, question)
        async let other = ask(second, question)
        #expect(try await one.end == .length)
        #expect(try await other.end == .length)
        #expect(try await second.models() == ["refusing"])
    }
}
