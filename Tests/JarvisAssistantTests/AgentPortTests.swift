// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation around agents that leave requests to each other, ask before they act, and take their time.

import JarvisAgent
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AgentPortTests {
    private let send = ConsentRequest(id: "send", question: "Send the message to Ada?", details: "See you at noon.")
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

    @Test func theSecondAgentAnswersWhatTheFirstLeaves() async {
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

    @Test func whatNobodyAnswersIsToldAndCanBeAskedAgain() async {
        let agent = ScriptedAgent()
        agent.play([.update(.notMine)])
        let fixture = fixture(AgentChain([agent]))
        fixture.assistant.send(.textSubmitted("hello", .typed))
        await fixture.until { $0.banner?.action == .retry }
        #expect(fixture.assistant.state.retry == .question(Question(text: "hello", source: .typed)))
    }

    @Test(arguments: [ConsentAnswer.granted, .denied])
    func nothingHappensBeforeTheUserHasAgreed(answer: ConsentAnswer) async {
        let fixture = fixture(asksFirst())
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        await fixture.until { $0.turn.reply.consents == [send] }
        #expect(fixture.assistant.state.turn.reply.tools.isEmpty)
        // People may think about it for as long as they like.
        fixture.clock.advance(by: .seconds(600))
        #expect(fixture.assistant.state.phase == .thinking && fixture.assistant.state.banner == nil)
        fixture.assistant.send(.consentAnswered(fixture.assistant.state.turn.id, "send", answer))
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == (answer == .granted ? "Sent." : "Nothing was sent."))
    }

    @Test func aTurnThatEndsTakesItsConsentAlong() async {
        let agent = asksFirst()
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("tell ada", .typed))
        await fixture.until { $0.turn.reply.consents == [send] }
        let turn = fixture.assistant.state.turn.id
        fixture.assistant.send(.cancelRequested)
        await fixture.until { agent.wasCancelled }
        fixture.assistant.send(.consentAnswered(turn, "send", .granted))
        #expect(fixture.assistant.state.turn.reply.consents.isEmpty && fixture.assistant.state.phase == .idle)
        #expect(fixture.synthesizer.clauses.isEmpty)
    }

    @Test func aModelThatWorksForTenMinutesIsWaitedFor() async {
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

    @Test func anAgentThatFallsSilentIsGivenUp() async {
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

    @Test func anAgentThatEndsWithoutAWordAboutItHasEnded() async {
        let agent = ScriptedAgent()
        agent.play([.update(.clause("Half a"))])
        let fixture = fixture(agent)
        fixture.assistant.send(.textSubmitted("hello", .typed))
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.last?.text == "Half a")
    }

    @Test func anAgentWithABudgetIsGivenMoreThanThreeTurns() async {
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
