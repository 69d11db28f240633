// SPDX-License-Identifier: GPL-3.0-or-later
// Servers with a limited API are used for what they support.

import JarvisCore
import JarvisLanguageModels
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct NarrowServerTests {
    @Test func overlongRequestIsRetriedWithoutTools() async throws {
        let bodies = Mutex<[String]>([])
        let rig = try ModelRig { connection in
            while let request = connection.readRequest() {
                let body = String(decoding: request.body, as: UTF8.self)
                bodies.withLock { $0.append(body) }
                if body.contains("\"tools\"") {
                    connection.reject("400 Bad Request", "maximum context length")
                } else {
                    connection.answer("Hi")
                }
            }
        }
        let tool = ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])
        #expect(try await rig.ask(tools: [tool]).text == "Hi")
        #expect(bodies.withLock { $0.count } == 2)
    }

    @Test(arguments: ["404 Not Found", "405 Method Not Allowed", "501 Not Implemented"])
    func serverWithoutAModelListWorks(status: String) async throws {
        for kind in LanguageModelKind.allCases {
            let rig = try ModelRig(kind) { connection in
                while connection.readRequest() != nil { connection.reject(status, "no such page") }
            }
            #expect(try await rig.model.models().isEmpty)
        }
    }

    @Test func aServerErrorForTheModelListThrows() async throws {
        let rig = try ModelRig { connection in
            while connection.readRequest() != nil { connection.reject("500 Internal Server Error", "broken") }
        }
        await #expect(throws: LanguageModelFailure.self) { try await rig.model.models() }
    }

    /// A server that refuses a request with a message, unless `accepts` is true of its path and body; and what was sent.
    private func narrow(
        path: String = "/v1/", options: ChatOptions = ChatOptions(temperature: 0.2, maximumTokens: 99),
        refusing message: String, status: String = "400 Bad Request",
        unless accepts: @escaping @Sendable (_ path: String, _ body: JSONObject) -> Bool
    ) throws -> (rig: ModelRig, sent: @Sendable () -> [(path: String, body: JSONObject)]) {
        let sent = Sent()
        let rig = try ModelRig(path: path, options: options) { connection in
            while let request = connection.readRequest() {
                let path = request.head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                let body = (try? JSONValue(parsing: request.body))?.asObject ?? JSONObject()
                sent.all.withLock { $0.append((path, body)) }
                if accepts(path, body) { connection.answer("Hi") } else { connection.reject(status, message) }
            }
        }
        return (rig, { sent.all.withLock { $0 } })
    }

    private final class Sent: Sendable {
        let all = Mutex<[(path: String, body: JSONObject)]>([])
    }

    private static let tool = ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])
    private static let conversation = ChatRequest(messages: [
        ChatMessage(.system, "Be brief."), ChatMessage(.user, "One?"), ChatMessage(.assistant, "1"),
        ChatMessage(.user, "Two?"),
    ])

    @Test func theLengthIsNamedAsTheServerWants() async throws {
        let (rig, sent) = try narrow(refusing: "'max_tokens' is not supported, use 'max_completion_tokens'") {
            _, body in
            body["max_tokens"] == nil
        }
        #expect(try await rig.ask().text == "Hi")
        #expect(try await rig.ask().text == "Hi")
        let limits = sent().map { $0.body["max_completion_tokens"]?.asInteger }
        #expect(limits == [nil, 99, 99], "it is remembered")
    }

    @Test func partsThatTheServerRefusesAreLeftOut() async throws {
        let (rig, sent) = try narrow(refusing: "unsupported parameter: max_tokens, temperature") { _, body in
            ["max_tokens", "max_completion_tokens", "temperature"].allSatisfy { body[$0] == nil }
        }
        // The words name both, and the length comes first.
        #expect(try await rig.ask().failure != nil)
        let (other, others) = try narrow(refusing: "temperature is not supported") { _, body in
            body["temperature"] == nil
        }
        #expect(try await other.ask().text == "Hi")
        #expect(others().count == 2 && others().last?.body["max_tokens"]?.asInteger == 99)
        #expect(sent().count == 3, "each change is tried once")
    }

    @Test func instructionsBeginTheQuestionWhereTheModelKnowsNone() async throws {
        let (rig, sent) = try narrow(refusing: "System role not supported") { _, body in
            !(body["messages"]?.asArray ?? []).contains { $0.asObject?["role"]?.asText == "system" }
        }
        #expect(try await rig.ask(Self.conversation).text == "Hi")
        let messages = (sent().last?.body["messages"]?.asArray ?? []).compactMap(\.asObject)
        #expect(messages.map { $0["role"]?.asText } == ["user", "assistant", "user"])
        #expect(messages.first?["content"]?.asText == "Be brief.\n\nOne?")
    }

    @Test(arguments: [("/api", "/api/v1/chat/completions"), ("/llm", "/llm/chat/completions")])
    func theOtherAddressIsTriedWhereThereIsNothing(path: String, right: String) async throws {
        let (rig, sent) = try narrow(path: path, refusing: "Not Found", status: "404 Not Found") { path, _ in
            path == right
        }
        #expect(try await rig.ask().text == "Hi")
        #expect(try await rig.ask().text == "Hi")
        #expect(sent().count == 3, "it is remembered: \(sent().map(\.path))")
    }

    @Test func aMissingModelIsNotTakenForAnotherAddress() async throws {
        let (rig, sent) = try narrow(path: "/llm", refusing: "model \\\"m\\\" not found", status: "404 Not Found") {
            _, _ in
            false
        }
        _ = try await rig.ask()
        #expect(sent().count { $0.path.hasSuffix("/chat/completions") } == 1)
    }

    @Test func aCallThatTheServerCannotReadIsAskedForInWords() async throws {
        let (rig, sent) = try narrow(
            refusing: "error parsing tool call: raw='{', err=unexpected end", status: "500 Internal Server Error"
        ) { _, body in body["tools"] == nil }
        #expect(try await rig.ask(tools: [Self.tool]).text == "Hi")
        #expect(sent().count == 2)
    }

    @Test func aStreamWithNothingInItMeansThatTheQuestionWasTooLong() async throws {
        let bodies = Mutex<[String]>([])
        let rig = try ModelRig { connection in
            while let request = connection.readRequest() {
                let body = String(decoding: request.body, as: UTF8.self)
                bodies.withLock { $0.append(body) }
                if body.contains("One?") {
                    connection.beginStream()
                    connection.piece("data: [DONE]\n\n")
                    connection.endStream()
                } else {
                    connection.answer("2")
                }
            }
        }
        #expect(try await rig.ask(Self.conversation).text == "2")
        #expect(bodies.withLock { $0.count } == 2)
    }

    @Test func anAnswerThatOnlyTheReasoningHoldsIsRead() async throws {
        func answer(_ words: String, end: String) async throws -> ModelRig.Answer {
            let rig = try ModelRig { connection in
                guard connection.readRequest() != nil else { return }
                connection.beginStream()
                connection.piece("data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"\(words)\"}}]}\n\n")
                connection.piece(
                    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"\(end)\"}]}\n\ndata: [DONE]\n\n")
                connection.endStream()
            }
            return try await rig.ask()
        }
        #expect(try await answer("Light scatters in air.", end: "stop").text == "Light scatters in air.")
        for (words, end) in [
            ("Okay, the person wants a colour.", "stop"), ("So I see. The user asks why.", "stop"),
            ("Light scatters in", "length"),
        ] {
            let answer = try await answer(words, end: end)
            #expect(answer.text.isEmpty && answer.failure == .empty, "\(words)")
        }
    }

    @Test func anErrorEventIsTold() async throws {
        let rig = try ModelRig { connection in
            guard connection.readRequest() != nil else { return }
            connection.beginStream()
            connection.piece("event: error\ndata: {\"message\":\"the worker died\"}\n\n")
            connection.endStream()
        }
        guard case .server(let failure) = try await rig.ask().failure else {
            Issue.record("the failure is the server's")
            return
        }
        #expect(failure.kind == .rejected(status: 0, message: "the worker died"))
    }
}
