// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about models reported by servers, and how the client uses them.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisLanguageModels

@Suite(.timeLimit(.minutes(3)))
struct ModelFactsTests {
    private static let tool = ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])

    private func rig(
        _ double: OllamaDouble, model: String = "small", context: Int = ChatOptions.usualContextTokens,
        limits change: (inout ChatLimits) -> Void = { _ in }
    ) throws -> ModelRig {
        try ModelRig(
            .ollama, model: model, path: "", limits: change, options: ChatOptions(contextTokens: context),
            serve: double.serve)
    }

    @Test func theContextIsLimitedToWhatTheModelSupports() async throws {
        let double = OllamaDouble([.init(name: "small:latest", contextTokens: 2048)])
        let rig = try rig(double)
        await rig.model.warmUp()
        #expect(try await rig.ask().text == "Hi there.")
        let lengths = (double.bodies(of: "/api/generate") + double.bodies(of: "/api/chat"))
            .map { $0["options"]?.asObject?["num_ctx"]?.asInteger }
        #expect(lengths == [2048, 2048], "another length would load it again")
        #expect(rig.model.budget.contextTokens == 2048)
    }

    @Test func configuredContextIsNotExceeded() async throws {
        let double = OllamaDouble([.init(name: "small:latest")])
        let rig = try rig(double, context: 8192)
        await rig.model.warmUp()
        #expect(rig.model.options.contextTokens == 8192)
    }

    @Test func modelWithoutToolSupportGetsNoTools() async throws {
        for (capabilities, expected) in [(["completion"], false), (["completion", "tools"], true)] {
            let double = OllamaDouble([.init(name: "small:latest", capabilities: capabilities)])
            let rig = try rig(double)
            await rig.model.warmUp()
            #expect(try await rig.ask(tools: [Self.tool]).text == "Hi there.")
            #expect(double.bodies(of: "/api/chat").map { $0["tools"] != nil } == [expected])
        }
    }

    @Test func toolRefusalIsRememberedForAWhile() async throws {
        for memory in [Duration.seconds(600), .zero] {
            let double = OllamaDouble([.init(name: "small:latest")])
            let rig = try rig(double) { $0.memory = memory }
            for _ in 0..<2 { #expect(try await rig.ask(tools: [Self.tool]).text == "Hi there.") }
            let asked = double.bodies(of: "/api/chat").map { $0["tools"] != nil }
            #expect(asked == (memory == .zero ? [true, false, true, false] : [true, false, false]))
        }
    }

    @Test func loadingModelIsReported() async throws {
        let double = OllamaDouble([.init(name: "small:latest")], loadsSlowly: true)
        let rig = try rig(double)
        let warmUp = Task { await rig.model.warmUp() }
        await yieldUntil { !double.bodies(of: "/api/generate").isEmpty }
        var updates: [ChatUpdate] = []
        for try await update in rig.model.answer(ChatRequest(messages: [ChatMessage(.user, "Hi")])) {
            updates.append(update)
            double.release()
        }
        #expect(updates.first == .waiting(isLoading: true), "at once")
        #expect(updates.last == .finished(.complete))
        await warmUp.value
        let isStillAtIt = rig.model.isWarmingUp.load(ordering: .relaxed)
        #expect(!isStillAtIt)
    }

    @Test func loadingIsDetectedWithoutAWarmUp() async throws {
        let double = OllamaDouble([.init(name: "small:latest")], loadsSlowly: true)
        let rig = try rig(double) { $0.look = .milliseconds(20) }
        var updates: [ChatUpdate] = []
        for try await update in rig.model.answer(ChatRequest(messages: [ChatMessage(.user, "Hi")])) {
            updates.append(update)
            double.release()
        }
        #expect(updates.first == .waiting(isLoading: true))
        #expect(double.requests.contains { $0.path == "/api/ps" })
    }

    @Test func aMissingModelIsReportedWithTheInstalledOnes() async throws {
        let double = OllamaDouble([.init(name: "small:latest"), .init(name: "big:70b")])
        let rig = try rig(double, model: "huge")
        await rig.model.warmUp()
        #expect(try await rig.ask().failure == .modelMissing("huge", known: ["small:latest", "big:70b"]))
    }

    @Test func theContextReportedByLlamaCppIsUsed() async throws {
        let asked = Mutex<[String]>([])
        let rig = try ModelRig { connection in
            while let request = connection.readRequest() {
                asked.withLock { $0.append(request.head.split(separator: "\r\n").first.map { String($0) } ?? "") }
                let answer = #"{"default_generation_settings":{"n_ctx":16384},"total_slots":1,"model_path":"m.gguf"}"#
                connection.respond(Array(answer.utf8))
            }
        }
        #expect(rig.model.budget.contextTokens == ChatOptions.usualContextTokens)
        await rig.model.warmUp()
        #expect(rig.model.budget.contextTokens == 16_384)
        #expect(asked.withLock { $0 } == ["GET /props HTTP/1.1"], "beside the common interface")
    }

    @Test(arguments: ["{}", "{\"default_generation_settings\":{}}", "[]", "nonsense"])
    func unusableFactsKeepTheDefaultContext(answer: String) async throws {
        let rig = try ModelRig { connection in
            while connection.readRequest() != nil { connection.respond(Array(answer.utf8)) }
        }
        await rig.model.warmUp()
        #expect(rig.model.budget.contextTokens == ChatOptions.usualContextTokens)
    }

    @Test func userLimitIsNeverExceeded() {
        let facts = ModelFacts(contextTokens: 16_384)
        #expect(facts.applied(to: ChatOptions(contextTokens: 2000), isSettable: false).contextTokens == 2000)
        #expect(facts.applied(to: ChatOptions(contextTokens: 32_000), isSettable: false).contextTokens == 16_384)
        #expect(ModelFacts(contextTokens: 0).applied(to: ChatOptions(), isSettable: true) == ChatOptions())
    }
}
