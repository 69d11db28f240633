// SPDX-License-Identifier: GPL-3.0-or-later
// What a language model may do with the skills, and how that is reported.

import JarvisCore
@testable import JarvisLanguageModels
import JarvisTesting
import Testing

@testable import JarvisAgent

@Suite(.timeLimit(.minutes(10)))
struct ModelToolTests {
    /// A question for the model, with words that make the agent offer the timer and clipboard tools.
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

    @Test func aModelCanCallOnlyOfferedTools() async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes"), Self.end]))
        _ = try await rig.ask("why is the sky blue in the evening over the sea")
        #expect(!rig.model.requests[0].tools.contains { $0.name == "timer_set" })
        #expect(result(rig.model) == "There is no tool \"timer_set\".")
        #expect(try await rig.rig.reminders.pending().isEmpty)
    }

    @Test(arguments: [
        "ten minutes and set an alarm for seven", "ten minutes and open firefox", "ten minutes. Lock the screen",
    ])
    func aToolArgumentCannotAddASecondRequest(value: String) async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer(value), Self.end]))
        _ = try await rig.ask(Self.open)
        #expect(result(rig.model).hasPrefix("Not done"), "\(result(rig.model))")
        #expect(try await rig.rig.reminders.pending().isEmpty)
    }

    @Test func aNullArgumentIsIgnored() async throws {
        let rig = ModelAgentRig(ScriptedModel([try Self.timer("ten minutes", more: ",\"name\":null"), Self.end]))
        _ = try await rig.ask(Self.open)
        #expect(result(rig.model).contains("10 minutes") && !result(rig.model).contains("null"))
        #expect(try await rig.rig.reminders.pending().count == 1)
    }

    @Test func toolCallsAreLimitedToEight() async throws {
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

    @Test func callsAreNumberedAndTheirFailuresReported() async throws {
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

    @Test func actionsAreReportedEvenIfTheModelSaysNothing() async throws {
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

    @Test func textReadByTheModelStaysUntrustedInTheNextTurn() async throws {
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

    @Test func remoteModelsGetPersonalToolsOnlyOnRequest() async throws {
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

    @Test func toolsKnowWhetherTheyOnlyReport() {
        let tools = AgentRig().agent.tools
        #expect(tools.first { $0.name == "timer.left" }?.deed == .tells)
        #expect(tools.first { $0.name == "timer.set" }?.deed == .adds)
    }

    @Test func doubtfulRequestsAreConfirmedDespiteAModel() async throws {
        let text = "who wrote the odyssey in greek letters"
        let rig = ModelAgentRig(ScriptedModel(saying: ["Homer."]))
        let answer = try await rig.ask(text, source: .voice, confidence: 0.3)
        #expect(answer.text.hasPrefix("Did you"), "\(answer.text)")
        #expect(rig.model.requests.isEmpty)
    }

    @Test func removingToolsAreOfferedOnlyIfMentioned() async throws {
        let agent = AgentRig().agent
        for text in [
            "would you say the internet is a good thing", "what do you think about the moon",
            "write me a poem about the sea",
            "why is the sky blue", "how do i cook the pasta", "what is the point of a reminder",
            "who was the first king of the franks", "what should i give my mum for the wedding", "is a timer a clock",
        ] {
            let offered = agent.tools(for: text, limit: 100)
            #expect(
                offered.allSatisfy { $0.deed != .removes && $0.deed != .configures }, "\(text): \(offered.map(\.name))")
        }
        #expect(
            agent.tools(for: "could you tidy up and cancel that reminder", limit: 100).contains { $0.deed == .removes })
        #expect(agent.tools(for: "what do you think about the a of it", limit: 100).isEmpty)
    }

    @Test func noToolChangesConsentOrSettings() {
        #expect(AgentRig().agent.tools.allSatisfy { $0.deed != .configures && $0.deed != .records })
    }

    @Test func aModelsChangesAreReportedAndUndoneTogether() async throws {
        let rig = ModelAgentRig(
            ScriptedModel([try Self.timer("ten minutes"), try Self.timer("twenty minutes"), Self.end]))
        let answer = try await rig.ask(Self.open)
        #expect(answer.text.contains("10 minutes") && answer.text.contains("20 minutes"), "\(answer.text)")
        #expect(answer.clauses.last == "Fine.")
        let undone = try await rig.rig.ask("undo")
        #expect(try await rig.rig.reminders.pending().isEmpty, "\(undone.text)")
    }

    @Test func aModelRemovesOnlyWithAYes() async throws {
        let rig = ModelAgentRig(ScriptedModel([ScriptedModel.call("timer_cancel", "{}"), Self.end]))
        _ = try await rig.rig.ask("set a timer for ten minutes")
        let answer = try await rig.ask("oh my could you somehow deal with cancel culture and the timer of doom")
        #expect(answer.text.hasSuffix("Go ahead?"), "\(answer.text)")
        #expect(try await rig.rig.reminders.pending().count == 1)
        _ = try await rig.rig.ask("yes", isFollowUp: true)
        #expect(try await rig.rig.reminders.pending().isEmpty)
    }

    @Test func messagesAlternateBetweenUserAndAssistant() {
        let messages = ModelInstructions.alternating([
            ChatMessage(.assistant, "Hello."), ChatMessage(.user, "One"), ChatMessage(.user, "two"),
            ChatMessage(.assistant, "Three"), ChatMessage(.assistant, "four"), ChatMessage(.user, "five"),
        ])
        #expect(messages.map(\.role) == [.user, .assistant, .user])
        #expect(messages.map(\.text) == ["One\ntwo", "Three\nfour", "five"])
    }
}
