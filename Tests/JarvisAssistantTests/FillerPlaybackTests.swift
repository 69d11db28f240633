// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct FillerPlaybackTests {
    @Test func aFillerForASlowAgentLeavesNoTrace() async {
        let fixture = AssistantFixture(mode: .pushToTalk, fillers: true)
        fixture.agent.setSilent(true)
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.clock.sleeperCount == 2 }
        fixture.clock.advance(by: Filler.firstDelay)
        await fixture.until { fixture.player.isFinished }
        #expect(fixture.synthesizer.clauses == ["One moment."])
        // The player's reports about the filler don't concern the reply.
        fixture.player.send(.started)
        fixture.player.send(.heard(HeardPosition(clause: 0, characters: 3)))
        fixture.player.send(.finished)
        await fixture.until { fixture.clock.sleeperCount == 2 }
        #expect(fixture.assistant.state.phase == .thinking)
        #expect(fixture.assistant.state.turn.reply == ReplyProgress())
        #expect(fixture.history.messages.map(\.text) == ["what time is it"])
    }

    @Test func theReplyReplacesTheFiller() async {
        let fixture = AssistantFixture(mode: .pushToTalk, fillers: true)
        fixture.agent.setSilent(true)
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.clock.sleeperCount == 2 }
        fixture.clock.advance(by: Filler.firstDelay)
        await fixture.until { fixture.player.isFinished }
        let turn = fixture.assistant.state.turn.id
        fixture.assistant.send(.replyClause(turn, "It is noon."))
        #expect(fixture.player.stopCount == 1, "the filler is cut off before the reply is queued")
        await fixture.until { fixture.player.queued[0] == "It is noon.".count * 160 }
        #expect(fixture.player.beginCount == 2)
    }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct DuckingTests {
    @Test func otherAppsAreDuckedFromTheFirstWordToTheEndOfTheTurn() async throws {
        let fixture = AssistantFixture(automaticPlayback: true)
        try fixture.settings.update { $0.speech.ducking = .softer }
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        #expect(fixture.ducker.wanted == [.unchanged], "waiting for speech disturbs no one")
        fixture.say("what time is it")
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.ducker.wanted == [.unchanged, .softer, .unchanged])
        await fixture.assistant.stop()
        #expect(fixture.ducker.isRestored)
    }
}
