// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that no skill can answer go to a language model, which may use the skills as tools.

@testable import JarvisAgent
import JarvisCore
import JarvisControlTesting
import JarvisLanguageModels
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LanguageModelAgentTests {
    private static let open = "why is the sky blue in the evening over the sea"

    private func message(_ turn: UInt64, _ kind: MessageKind, _ text: String, isCut: Bool = false) -> Message {
        let turn = TurnID(rawValue: turn)
        return Message(
            id: MessageID(rawValue: "\(turn.rawValue)-\(kind.rawValue)"), createdAt: Timestamp(secondsSinceEpoch: 1),
            draft: MessageDraft(turn: turn, kind: kind, text: text, source: .typed, isCut: isCut))
    }

    @Test func skillsAnswerFirst() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["No."]))
        #expect(try await rig.ask("set a timer for ten minutes").skill == "timer")
        #expect(rig.model.requests.isEmpty)
    }

    @Test func openQuestionsAreAnsweredClauseByClause() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["Blue light ", "scatters. Red", " light passes."]))
        let answer = try await rig.ask(Self.open)
        #expect(answer.clauses == ["Blue light scatters.", "Red light passes."])
        #expect(answer.skill == LanguageModelAgent.skill)
    }

    @Test func theFirstClauseArrivesWhileTheModelIsStillWriting() async throws {
        let rig = ModelAgentRig(ScriptedModel([[.update(.text("First. Sec")), .wait]]))
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: Self.open, source: .typed)
        var first: String?
        for try await update in rig.chain.respond(to: request) {
            guard case .clause(let clause) = update else { continue }
            first = clause
            break
        }
        #expect(first == "First.")
        await yieldUntil { rig.model.endCount == 1 }
        #expect(rig.model.endCount == 1, "the rest is called off")
    }

    @Test func doubtfulRequestsGoToTheModel() async throws {
        let doubtful = "who wrote the odyssey in greek letters"
        let with = ModelAgentRig(ScriptedModel(saying: ["Homer."]))
        #expect(try await with.ask(doubtful).text == "Homer.")
        let without = ModelAgentRig(ScriptedModel(saying: ["Homer."]), isChosen: false)
        #expect(try await without.ask(doubtful).text.hasPrefix("Did you want me to"))
    }

    @Test(arguments: [OnlineConsent.ask, .on, .off])
    func openQuestionsReachTheModel(consent: OnlineConsent) async throws {
        let questions = [
            "who wrote hamlet", "why is the sky blue", "how tall is mount everest", "describe a volcano",
            "what is the capital of peru", "tell me about black holes", "who invented the telephone",
            "what is the biggest lake in africa", "how do vaccines work", "explain photosynthesis",
            "when did mozart die", "what causes tides", "where is timbuktu", "how many legs does a spider have",
            "translate cat to french", "who painted the mona lisa", "write a poem about rain",
            "give me a recipe for pancakes", "what should i cook tonight", "who is the president of france",
            "how old is the universe", "look up ada lovelace", "who was ada lovelace",
            "do you know anything about jazz", "i want to know about the roman empire",
            "why do news reporters need evidence", "what does breaking news do to our brains",
        ]
        for question in questions {
            let rig = ModelAgentRig(ScriptedModel(saying: ["As the model says."]))
            try await rig.rig.settings.update {
                $0.online[.encyclopedia] = consent
                $0.online[.translation] = consent == .on ? .ask : consent
            }.value
            let answer = try await rig.ask(question)
            #expect(answer.text == "As the model says.", "\(question)")
        }
    }

    @Test func wikipediaIsAskedIfItIsNamed() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["No."]))
        let answer = try await rig.ask("look up ada lovelace on wikipedia")
        #expect(answer.skill == "encyclopedia" && rig.model.requests.isEmpty)
    }

    @Test func lowConfidenceRequestsDoNotReachTheModel() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["No."]))
        let answer = try await rig.ask(Self.open, source: .voice, confidence: 0.1)
        #expect(answer.text.contains("didn't catch") && rig.model.requests.isEmpty)
    }

    @Test func withoutAModelTheReplySuggestsOneOnce() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["No."]), isChosen: false)
        #expect(try await rig.ask("flibber the wobbly").clauses.last == "Set up a model.")
        #expect(try await rig.ask("flibber the wobbly").clauses.last != "Set up a model.")
    }

    @Test func theModelGetsTheInstructionsAndTheConversation() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["Fine."]), prompt: "Be kind.")
        let context = [
            message(3, .user, "Tell me a story."), message(3, .assistant, "Once upon a", isCut: true),
            message(4, .note, "milk"), message(7, .user, Self.open),
        ]
        _ = try await rig.ask(Self.open, context: context)
        let messages = try #require(rig.model.requests.first).messages
        #expect(messages.map(\.role) == [.system, .user, .assistant, .user])
        for part in ["JARVIS", "Markdown", "2026-01-05, a Monday, 09:30 (UTC+00:00)", "Ada", "Be kind.", "\"en\""] {
            #expect(messages[0].text.contains(part), "\(part)")
        }
        #expect(messages[2].text.hasPrefix("Once upon a… [") && messages[2].text.contains("interrupted"))
        #expect(messages[3].text == Self.open)
    }

    @Test func nothingIsSentWhileTheSpeakerMayContinue() async throws {
        let rig = ModelAgentRig(ScriptedModel(saying: ["Fine."]))
        let settlement = Settlement(isSettled: false)
        let request = AgentRequest(
            turn: TurnID(rawValue: 1), text: Self.open, source: .voice, settlement: settlement)
        let answer = Task { try await AgentRig.collect(rig.chain.respond(to: request)) }
        for _ in 0..<200 { await Task.yield() }
        #expect(rig.model.requests.isEmpty)
        settlement.settle()
        #expect(try await answer.value.text == "Fine.")
    }

    @Test func aModelFailureIsExplainedWithAdvice() async throws {
        let rig = ModelAgentRig(ScriptedModel([[.failure(.stillLoading)]]))
        let answer = try await rig.ask(Self.open)
        #expect(
            answer.clauses == [
                "I can't answer that myself.", "The server \"local\" is still loading its model.",
                "Ask again in a minute.",
            ])
        #expect(answer.skill == nil)
    }

    @Test func aCutOffAnswerIsReportedAsIncomplete() async throws {
        let rig = ModelAgentRig(ScriptedModel([[.update(.text("First. ")), .update(.text("Sec")), .failure(.cutOff)]]))
        let answer = try await rig.ask(Self.open)
        #expect(answer.clauses.prefix(2) == ["First.", "The rest is missing."])
        #expect(answer.clauses.count == 4)
    }

    @Test func loadingTheModelIsShownAsWork() async throws {
        let rig = ModelAgentRig(
            ScriptedModel([
                [.update(.waiting(isLoading: true)), .update(.text("Fine.")), .update(.finished(.complete))]
            ]))
        var tools: [ToolCall.Status] = []
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: Self.open, source: .typed)
        for try await update in rig.chain.respond(to: request) {
            if case .tool(let call) = update { tools.append(call.status) }
        }
        #expect(tools == [.running, .succeeded])
    }

    @Test func theModelCanBeChosenByRequest() async throws {
        let rig = AgentRig()
        #expect(try await rig.ask("use the big model").text == "Now using big.")
        #expect(try await rig.models.names().used == "big")
        #expect(try await rig.ask("undo that").text == "I'm using local again.")
        _ = try await rig.ask("stop using the language model")
        #expect(try await rig.models.names().used == nil)
    }

    // MARK: Skills as tools

    @Test func aModelSetsATimerByATool() async throws {
        let tool = try #require(AgentRig().agent.tools.first { $0.name == "timer.set" })
        let slot = try #require(tool.slots.first { $0.type == .duration })
        let scripted = ScriptedModel([
            ScriptedModel.call("timer_set", "{\"\(slot.name)\":\"ten minutes\"}"),
            [.update(.text("Ten minutes it is.")), .update(.finished(.complete))],
        ])
        let other = ModelAgentRig(scripted)
        let answer = try await other.ask(Self.open + " timer")
        #expect(answer.text == "Your timer is set for 10 minutes. Ten minutes it is.")
        #expect(try await other.rig.reminders.pending().count == 1)
        #expect(scripted.requests[0].tools.contains { $0.name == "timer_set" })
        let second = scripted.requests[1].messages
        #expect(second.suffix(2).map(\.role) == [.assistant, .tool])
        #expect(second.last?.text.contains("10 minutes") == true, "\(second.last?.text ?? "")")
    }

    @Test func aSkillsQuestionGoesToTheUserNotTheModel() async throws {
        let tools = AgentRig().agent.tools
        let tool = try #require(tools.first { $0.example.contains("shut down") }, "\(tools.map(\.name))")
        let name = String(tool.name.map { $0.isLetter ? $0 : "_" })
        let scripted = ScriptedModel([ScriptedModel.call(name, "{}")])
        let other = ModelAgentRig(scripted)
        let answer = try await other.ask(Self.open + " shut down the computer then")
        #expect(answer.summary.followUp == .dictation && answer.text.contains("?"), "\(answer)")
        #expect(scripted.requests.count == 1, "the model does not answer for the user")
    }

    @Test func ordersInClipboardTextAreNotCarriedOut() async throws {
        let rig = AgentRig()
        let read = try #require(rig.agent.tools.first { $0.name.hasPrefix("clipboard") && $0.slots.isEmpty })
        let timer = try #require(rig.agent.tools.first { $0.name == "timer.set" })
        let slot = try #require(timer.slots.first { $0.type == .duration })
        let scripted = ScriptedModel([
            ScriptedModel.call(read.name.replacing(".", with: "_"), "{}"),
            ScriptedModel.call("timer_set", "{\"\(slot.name)\":\"ten minutes\"}"),
            [.update(.text("It told me to set a timer.")), .update(.finished(.complete))],
        ])
        let other = ModelAgentRig(scripted)
        _ = try await other.ask(Self.open + " clipboard timer")
        #expect(scripted.requests.last?.messages.last?.text.hasPrefix("Not done: nothing is changed") == true)
        #expect(try await other.rig.reminders.pending().isEmpty)
    }

    @Test func anUnreadableCallIsReportedToTheModelOnce() async throws {
        let once = ScriptedModel([
            ScriptedModel.call("timer_set", "{\"length\":"), [.update(.text("Sorry.")), .update(.finished(.complete))],
        ])
        #expect(try await ModelAgentRig(once).ask(Self.open).text == "Sorry.")
        #expect(once.requests[1].messages.last?.text.contains("JSON") == true)
        let twice = ScriptedModel(Array(repeating: ScriptedModel.call("timer_set", "{\"length\":"), count: 2))
        #expect(try await ModelAgentRig(twice).ask(Self.open).text.contains("couldn't use \"timer_set\""))
    }

    @Test func aModelThatOnlyCallsToolsIsStopped() async throws {
        let model = ScriptedModel(Array(repeating: ScriptedModel.call("no_such_tool", "{}"), count: 9))
        #expect(try await ModelAgentRig(model).ask(Self.open).text.contains("didn't stop"))
        #expect(model.requests.count == 5)
        #expect(model.requests[1].messages.last?.text == "There is no tool \"no_such_tool\".")
    }

    @Test func everyToolsSentenceIsUnderstoodByItsSkill() async throws {
        let agent = AgentRig().agent
        var wrong: [String] = []
        for tool in agent.tools {
            // Some tools need one of several values.
            let required = SkillToolsProbe.values(of: tool.slots.filter(\.isRequired))
            let sentences = [required] + tool.slots.map { SkillToolsProbe.values(of: [$0]) }
            let sentence = try #require(sentences.lazy.compactMap(tool.sentence).first, "\(tool.name)")
            if await agent.deed(of: sentence, for: tool) == nil { wrong.append("\(tool.name): \(sentence)") }
        }
        #expect(agent.tools.count > 60)
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test func onlyRelevantToolsAreOffered() {
        let agent = AgentRig().agent
        #expect(agent.tools(for: "wake me with an alarm at seven", limit: 12).contains { $0.name.hasPrefix("alarm") })
        #expect(agent.tools(for: "xyzzy", limit: 12).isEmpty)
        #expect(agent.tools(for: "set a timer and open the list of all my notes", limit: 12).count == 12)
    }
}

enum SkillToolsProbe {
    static func values(of slots: [SkillTool.Slot]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: slots.map { ($0.name, value(of: $0.type)) })
    }

    /// A value of this type, in words.
    static func value(of type: SlotType) -> String {
        switch type {
        case .number: "seven"
        case .duration: "ten minutes"
        case .time: "seven thirty"
        case .unit: "miles"
        case .expression: "twelve times four"
        case .application: "firefox"
        case .website: "youtube"
        case .voice: "british"
        case .day: "tomorrow"
        case .schedule: "every weekday at seven"
        case .setting: "high contrast"
        case .settingWish: "be more patient"
        case .text: "milk"
        }
    }
}
