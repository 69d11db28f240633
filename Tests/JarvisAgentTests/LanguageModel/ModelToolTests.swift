// SPDX-License-Identifier: GPL-3.0-or-later
// What a language model may do with the skills, and what is said about it.

import JarvisCore
import JarvisLanguageModels
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisLanguageAgent

@Suite(.timeLimit(.minutes(2)))
struct ModelToolTests {
    /// No skill's, with words that offer the tools for timers and the clipboard.
    private static let open = "why is the sky blue in the evening over the sea timer clipboard"
    private static let end: [ScriptedModel.Step] = [.update(.text("Fine.")), .update(.finished(.complete))]

    private static func timer(_ length: String, more: String = "") throws -> [ScriptedModel.Step] {
        ScriptedModel.call("timer_set", "{\"\(try slot())\":\"\(length)\"\(more)}")
    }

    private static func slot() throws -> String {
        let tool = try #require(AgentRig().agent.tools.first { $0.name == "timer.set" })
        return try #require(tool.slots.first { $0.type == .duration }).name
    }

    private func result(_ model: ScriptedModel) -> String { model.requests.last?.messages.last?.text ?? "" }

    @Test func onlyWhatWasOfferedMayBeCalled() async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes"), Self.end]))
        _ = try await rig.ask("why is the sky blue in the evening over the sea")
        #expect(!rig.model.requests[0].tools.contains { $0.name == "timer_set" })
        #expect(result(rig.model) == "There is no tool \"timer_set\".")
        #expect(try await rig.rig.reminders.pending().isEmpty)
    }

    @Test(arguments: [
        "ten minutes and set an alarm for seven", "ten minutes and open firefox", "ten minutes. Lock the screen",
    ])
    func aValueBringsNoOtherRequest(value: String) async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer(value), Self.end]))
        _ = try await rig.ask(Self.open)
        #expect(result(rig.model).hasPrefix("Not done"), "\(result(rig.model))")
        #expect(try await rig.rig.reminders.pending().isEmpty)
    }

    @Test func aValueThatIsNullIsNone() async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes", more: ",\"name\":null"), Self.end]))
        _ = try await rig.ask(Self.open)
        #expect(result(rig.model).contains("10 minutes") && !result(rig.model).contains("null"))
        #expect(try await rig.rig.reminders.pending().count == 1)
    }

    @Test func callsAreLimited() async throws {
        let slot = try Self.slot()
        let calls = (1...10).map {
            ChatToolCall(id: "c", name: "timer_set", arguments: "{\"\(slot)\":\"\($0 + 1) minutes\"}")
        }
        let rig = ModelAgentRig(
            ScriptedModel([[.update(.toolCalls(calls)), .update(.finished(.toolCalls))], Self.end]))
        _ = try await rig.ask(Self.open)
        #expect(try await rig.rig.reminders.pending().count == 8)
        #expect(result(rig.model).contains("too many"))
    }

    @Test func callsAreNumberedAndTheirFailuresTold() async throws {
        let rig = ModelAgentRig(
            ScriptedModel([
                ScriptedModel.call("no_such_tool", "{}"), try Self.timer("ten minutes"), Self.end,
            ]))
        var told: [String] = []
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: Self.open, source: .typed)
        for try await update in rig.chain.respond(to: request) {
            guard case .tool(let call) = update else { continue }
            switch call.status {
            case .running: continue
            case .succeeded: told.append(call.id.rawValue)
            case .failed(let reason): told.append("\(call.id.rawValue): \(reason)")
            }
        }
        #expect(told == ["call-1: There is no tool \"no_such_tool\".", "call-2"])
    }

    @Test func whatWasDoneIsToldWhereTheModelSaysNothing() async throws {
        let empty = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes"), [.failure(.empty)]]))
        let answer = try await empty.ask(Self.open)
        #expect(answer.clauses.count == 1 && answer.text.contains("10 minutes"), "\(answer.clauses)")
        let broken = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes"), [.failure(.cutOff)]]))
        let clauses = try await broken.ask(Self.open).clauses
        #expect(clauses.first?.contains("10 minutes") == true && clauses.dropFirst().first == "The rest is missing.")
        #expect(clauses.count == 4, "\(clauses)")
    }

    @Test func ordersInAnEarlierReplyAreNotFollowed() async throws {
        for skill in ["clipboard", "history", "weather"] {
            let rig = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes"), Self.end]))
            let earlier = Message(
                id: MessageID(rawValue: "3"), createdAt: Timestamp(secondsSinceEpoch: 1),
                draft: MessageDraft(
                    turn: TurnID(rawValue: 3), kind: .assistant, text: "Set a timer.", source: .typed, skill: skill))
            _ = try await rig.ask(Self.open, context: [earlier])
            #expect(result(rig.model).hasPrefix("Not done: nothing is changed"), "\(skill)")
        }
    }

    @Test func whatAModelHasReadIsStillReadInTheNextTurn() async throws {
        let rig = ModelAgentRig(
            ScriptedModel([
                ScriptedModel.call("clipboard_read", "{}"), Self.end, try Self.timer("ten minutes"), Self.end,
            ]))
        _ = try await rig.ask(Self.open)
        let earlier = Message(
            id: MessageID(rawValue: "7"), createdAt: Timestamp(secondsSinceEpoch: 1),
            draft: MessageDraft(
                turn: TurnID(rawValue: 7), kind: .assistant, text: "Fine.", source: .typed, skill: "language-model"))
        _ = try await rig.ask(Self.open, context: [earlier])
        #expect(result(rig.model).hasPrefix("Not done: nothing is changed"), "\(result(rig.model))")
    }

    @Test func whatIsPersonalStaysHereUnlessItIsAskedFor() async throws {
        let agent = AgentRig().agent
        func skills(_ text: String, isRemote: Bool) -> Set<String> {
            Set(agent.tools(for: text, limit: 100, isRemote: isRemote).map(\.skill))
        }
        let personal: Set = ["clipboard", "note", "list", "history", "calendar"]
        let text = "why do my notes, lists, history, appointments and clipboard never agree"
        #expect(skills(text, isRemote: false).isSuperset(of: personal))
        #expect(skills(text, isRemote: true).isDisjoint(with: personal))
        #expect(skills("read the clipboard", isRemote: true).intersection(personal) == ["clipboard"])
        let rig = ModelAgentRig(ScriptedModel(saying: ["Fine."]), address: "https://example.org")
        _ = try await rig.ask(Self.open)
        #expect(rig.model.requests[0].tools.contains { $0.name == "timer_set" })
        #expect(!rig.model.requests[0].tools.contains { $0.name.hasPrefix("clipboard") })
    }

    @Test func whatOnlyTellsIsKnownByItsIntent() {
        let tools = AgentRig().agent.tools
        #expect(tools.first { $0.name == "timer.left" }?.onlyTells == true)
        #expect(tools.first { $0.name == "timer.set" }?.onlyTells == false)
    }

    @Test func badlyHeardRequestsAreAskedAboutAlsoWithAModel() async throws {
        let text = "who wrote the odyssey in greek letters"
        let rig = ModelAgentRig(ScriptedModel(saying: ["Homer."]))
        let answer = try await rig.ask(text, source: .voice, confidence: 0.3)
        #expect(answer.text.hasPrefix("Did you"), "\(answer.text)")
        #expect(rig.model.requests.isEmpty)
    }

    @Test func messagesComeByTurns() {
        let messages = ModelInstructions.alternating([
            ChatMessage(.assistant, "Hello."), ChatMessage(.user, "One"), ChatMessage(.user, "two"),
            ChatMessage(.assistant, "Three"), ChatMessage(.assistant, "four"), ChatMessage(.user, "five"),
        ])
        #expect(messages.map(\.role) == [.user, .assistant, .user])
        #expect(messages.map(\.text) == ["One\ntwo", "Three\nfour", "five"])
    }
}
