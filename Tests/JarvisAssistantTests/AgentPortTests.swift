// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations with agents that pass requests on, ask for consent, or take their time.

import JarvisAgent
import JarvisConversation
import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct AgentPortTests {
    private let send = ConsentRequest(
        id: "send", question: "Send the message to Ada?", arguments: [.init(name: "text", value: "See you at noon.")])
    private let done = ReplySummary(skill: "mail")

    private func fixture(_ agent: any Agent) -> AssistantFixture {
        let fixture = AssistantFixture(automaticPlayback: true, agent: agent)
        fixture.assistant.start()
        return fixture
    }

    private func asksFirst() -> ScriptedAgent {
        let agent = ScriptedAgent()
        agent.play([
            .consent(
                send,
                granted: [
                    .update(.tool(ToolCall(id: "1", title: "Send a message"))),
                    .update(.tool(ToolCall(id: "1", title: "Send a message", status: .succeeded))),
                    .update(.clause("Sent.")),
                ],
                denied: [.update(.clause("Nothing was sent."))]),
            .update(.finished(done)),
        ])
        return agent
    }

    @Test func theSecondAgentAnswersWhenTheFirstDeclines() async {
        let (first, second) = (ScriptedAgent(), ScriptedAgent())
        first.play([.update(.notMine)])
        second.play([.update(.clause("From the second.")), .update(.finished(ReplySummary(skill: "second")))])
        let fixture = fixture(AgentChain([first, second]))
        fixture.assistant.send(.textSubmitted("hello", .typed))
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.map(\.text) == ["hello", "From the second."])
        #expect(fixture.history.messages.last?.skill == "second")
        #expect(fixture.synthesizer.clauses == ["From the second."])
    }

    /// A model could reveal earlier messages to a stranger at the screen.
    @Test func agentsDoNotReceiveAHiddenHistory() async {
        let isHidden = Mutex(false)
        let fixture = AssistantFixture(automaticPlayback: true, hidesHistory: { isHidden.withLock { $0 } })
        fixture.assistant.start()
        /// The number of messages from other turns that the agent received.
        func contextCount(_ text: String) async -> Int {
            fixture.assistant.send(.textSubmitted(text, .typed))
            await fixture.until { state in
                let last = fixture.agent.requests.last
                return last?.text == text && state.recent.last.map { $0.turn == last?.turn && $0.kind != .user } == true
                    && state.phase.isListening
            }
            return fixture.agent.requests.last.map { last in last.context.count { $0.turn != last.turn } } ?? -1
        }
        #expect(await contextCount("one") == 0)
        #expect(await contextCount("two") == 2)
        isHidden.withLock { $0 = true }
        #expect(await contextCount("three") == 0)
        #expect(await contextCount("four") == 0)
        isHidden.withLock { $0 = false }
        #expect(await contextCount("five") > 2)
    }

    @Test func anUnansweredQuestionCanBeRetried() async {
        let agent = ScriptedAgent()
        agent.play([.update(.notMine)])
        let fixture = fixture(AgentChain([agent]))
        fixture.assistant.send(.textSubmitted("hello", .typed))
        await fixture.until { $0.banner?.action == .retry }
        #expect(fixture.assistant.state.retry == .question(Question(text: "hello", source: .typed)))
    }

    @Test(arguments: [ConsentAnswer.granted, .denied])
    func nothingHappensWithoutTheUsersConsent(answer: ConsentAnswer) async {
        let fixture = fixture(asksFirst())
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        await fixture.until { $0.turn.reply.consents == [send] }
        #expect(fixture.assistant.state.turn.reply.tools.isEmpty)
        // The user may take some time to think.
        fixture.clock.advance(by: .seconds(15))
        #expect(fixture.assistant.state.phase == .thinking && fixture.assistant.state.banner == nil)
        fixture.assistant.send(.consentAnswered(fixture.assistant.state.turn.id, "send", answer))
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == (answer == .granted ? "Sent." : "Nothing was sent."))
    }

    @Test func anUnansweredConsentQuestionCountsAsDenied() async {
        let fixture = fixture(asksFirst())
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        // The question is spoken, then the answer is awaited.
        await fixture.until { $0.turn.reply.consentDialogue?.stage == .listening }
        #expect(fixture.synthesizer.clauses == [send.question])
        // Not beyond that: the agent has its own time limit for its next words.
        await fixture.until { () -> Bool in
            guard !fixture.assistant.state.turn.reply.consents.isEmpty else { return true }
            fixture.clock.advance(by: ConsentRequest.answerLifetime)
            return false
        }
        await fixture.until { () -> Bool in fixture.history.messages.count == 2 }
        #expect(fixture.history.messages.last?.text == "Nothing was sent.")
    }

    @Test(arguments: [("Yes.", "Sent."), ("No, thanks.", "Nothing was sent.")])
    func consentCanBeGivenOrDeniedAloud(words: String, reply: String) async {
        let fixture = fixture(asksFirst())
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        await fixture.until { $0.turn.reply.consentDialogue?.stage == .listening }
        fixture.say(words)
        await fixture.until { () -> Bool in
            // Until it is certain that the speaker has finished.
            fixture.microphone.send(seconds: 0.1, isSpeech: false)
            return fixture.history.messages.count == 2
        }
        #expect(fixture.history.messages.map(\.text) == ["tell ada", reply])
        #expect(fixture.log.names.contains("consentRequested") && fixture.log.names.contains("consentAnswered"))
    }

    @Test func unclearAnswersGiveNoConsent() async {
        let fixture = fixture(asksFirst())
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        for round in 1...2 {
            await fixture.until {
                $0.turn.reply.consentDialogue?.stage == .listening
                    && $0.turn.reply.consentDialogue?.isRepeated == (round == 2)
            }
            fixture.say("yes but not to her")
            await fixture.until { () -> Bool in
                fixture.microphone.send(seconds: 0.1, isSpeech: false)
                let dialogue = fixture.assistant.state.turn.reply.consentDialogue
                return dialogue == nil || round == 1 && dialogue?.isRepeated == true
            }
        }
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == "Nothing was sent.")
        #expect(fixture.synthesizer.clauses.filter { $0.contains(send.question) }.count == 2)
    }

    @Test func consentAfterACancelledTurnIsIgnored() async {
        let agent = asksFirst()
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        await fixture.until { $0.turn.reply.consents == [send] }
        let turn = fixture.assistant.state.turn.id
        fixture.assistant.send(.cancelRequested)
        await fixture.until { agent.wasCancelled }
        fixture.assistant.send(.consentAnswered(turn, "send", .granted))
        #expect(fixture.assistant.state.turn.reply.consents.isEmpty && fixture.assistant.state.phase == .idle)
        #expect(!fixture.synthesizer.clauses.contains("Sent."))
    }

    @Test func aModelThatReportsProgressIsAwaitedForTenMinutes() async {
        let steps = 30
        let clock = ManualClock()
        let agent = ScriptedAgent(clock: clock)
        let work = (1...steps).flatMap { number -> [ScriptedAgent.Step] in
            let call = ToolCall(id: ToolCallID(rawValue: "\(number)"), title: "Read page \(number)")
            return [.wait(.seconds(20)), .update(.tool(call))]
        }
        agent.play(work + [.update(.clause("It is done.")), .update(.finished(done))])
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("read it all", .typed))
        for step in 1...steps {
            await fixture.until { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(20))
            fixture.clock.advance(by: .seconds(20))
            await fixture.until { $0.turn.reply.tools.count == step || !$0.recent.isEmpty && $0.phase.isListening }
            #expect(fixture.assistant.state.banner == nil, "after \(step * 20) s")
        }
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == "It is done.")
    }

    @Test func anAgentThatStopsReportingIsAbandoned() async {
        let agent = ScriptedAgent()
        agent.play([.update(.progress), .forever])
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("read it all", .typed))
        await fixture.until { agent.requests.count == 1 && fixture.clock.sleeperCount > 0 }
        await fixture.until { () -> Bool in
            fixture.clock.advance(by: AssistantReducer.Watchdog.thinking)
            return agent.wasCancelled
        }
        #expect(fixture.assistant.state.retry == .question(Question(text: "read it all", source: .typed)))
    }

    @Test func aReplyWithoutAFinishedUpdateEndsWithItsStream() async {
        let agent = ScriptedAgent()
        agent.play([.update(.clause("Half a"))])
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("hello", .typed))
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == "Half a")
    }

    @Test func anAgentWithABudgetReceivesMoreThanThreeTurns() async {
        let agent = ScriptedAgent()
        agent.play(
            [.update(.clause("Yes.")), .update(.finished(done))], budget: ContextBudget(turns: 20, characters: 4000))
        let fixture = fixture(agent)
        for number in 1...8 {
            fixture.assistant.send(.textSubmitted("question \(number)", .typed))
            await fixture.until { $0.recent.count == 2 * number && $0.phase.isListening }
        }
        let context = agent.requests.last?.context.map(\.text) ?? []
        #expect(context.count == 14 && context.first == "question 1" && context.last == "Yes.")
    }
}
