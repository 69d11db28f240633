// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation during a call: hands-free, without the wake word; on hold it neither listens nor speaks.

import JarvisConversation
import JarvisCore
import Testing

struct ConversationInCallTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func state(_ mode: DetectionMode = .pushToTalk, wakePhrase: String? = "jarvis") -> AssistantState {
        AssistantState(
            turn: TurnID(rawValue: 1),
            policy: ConversationPolicy(
                detectionMode: mode, wakePhrase: wakePhrase, allowsInterruption: false, talkFilter: .balanced))
    }

    /// Speaks a sentence and plays a reply to it.
    private func talk(_ state: inout AssistantState, _ text: String, _ followUp: FollowUp = .none) -> [AssistantEffect]
    {
        var effects = run(&state, .speechStarted(state.turn.id), .speechEnded(state.turn.id, .pause))
        effects += run(&state, .transcribed(state.turn.id, transcript(text)), .utteranceSettled(state.turn.id))
        guard state.phase == .thinking else { return effects }
        effects += run(
            &state, .replyClause(state.turn.id, "Very well."),
            .replyFinished(state.turn.id, ReplySummary(skill: "test", followUp: followUp)))
        return effects + run(&state, .playbackStarted(state.turn.id), .playbackFinished(state.turn.id))
    }

    @Test(arguments: [DetectionMode.disabled, .pushToTalk, .auto])
    func inACallSpeechStartsAnUtteranceInEveryMode(mode: DetectionMode) {
        var state = state(mode)
        _ = run(&state, .started)
        let effects = run(&state, .callChanged(.active))
        #expect(effects.contains(.listen(.untilSpeechEnds, state.turn.id, task: .command)))
        #expect(state.phase == .listening(for: .speech) && state.microphone.isOpen)
        #expect(state.policy.allowsInterruption && state.policy.talkFilter == .off)
        let asked = talk(&state, "what time is it")
        #expect(asked.contains { if case .ask(let draft, _) = $0 { draft.talkFilter == .off } else { false } })
        #expect(state.phase == .listening(for: .speech), "it flows on")
    }

    @Test func theUsersModeIsRestoredAfterTheCall() {
        var state = state()
        _ = run(&state, .callChanged(.active))
        let effects = run(&state, .callChanged(.none))
        #expect(effects.contains(.closeMicrophone) && state.phase == .idle)
        #expect(state.policy.detectionMode == .pushToTalk && state.policy.wakePhrase == "jarvis")
        var other = self.state(.auto)
        _ = run(&other, .started, .callChanged(.active), .callChanged(.none))
        #expect(other.phase == .listening(for: .wakeWord))
    }

    @Test func aHeldCallNeitherListensNorSpeaks() {
        var state = state()
        _ = run(&state, .callChanged(.active), .speechStarted(state.turn.id))
        let effects = run(&state, .callChanged(.held))
        #expect(effects.contains(.closeMicrophone) && !state.microphone.isOpen && state.phase == .idle)
        #expect(!state.policy.speaksReplies && !state.mayListen)
        for event in [AssistantEvent.microphoneTapped, .holdBegan] {
            #expect(run(&state, event) == [.requestOfCall(.resume)])
            #expect(!state.microphone.isOpen)
        }
        _ = run(&state, .announcement("Tea is ready.", kind: .reminder))
        #expect(state.phase == .idle && state.pendingAnnouncements.count == 1)
        let resumed = run(&state, .callChanged(.active))
        #expect(resumed.contains { if case .speak("Tea is ready.", _, _) = $0 { true } else { false } })
    }

    @Test func aHoldSilencesAReply() {
        var state = state()
        _ = run(&state, .callChanged(.active), .textSubmitted("tell me a story", .typed))
        _ = run(&state, .replyClause(state.turn.id, "Once upon a time."), .playbackStarted(state.turn.id))
        #expect(state.phase == .speaking)
        let turn = state.turn.id
        let effects = run(&state, .callChanged(.held))
        #expect(effects.contains(.stopSpeaking(turn)) && effects.contains(.closeMicrophone))
    }

    @Test func aTimerRingsInAHeldCallWithTheMicrophoneClosed() {
        var state = state(.auto)
        _ = run(&state, .callChanged(.active), .callChanged(.held))
        let effects = run(&state, .remindersDue([due(.timer)]))
        #expect(effects.contains { if case .startRinging = $0 { true } else { false } })
        #expect(!state.microphone.isOpen)
    }

    @Test(arguments: ["Hang up.", "end the call, please", "Jarvis, hang up"])
    func sayingHangUpEndsTheCall(words: String) {
        var state = state()
        _ = run(&state, .callChanged(.active))
        #expect(talk(&state, words).contains(.requestOfCall(.end)))
        var outside = self.state(.auto, wakePhrase: nil)
        _ = run(&outside, .started)
        #expect(!talk(&outside, words).contains(.requestOfCall(.end)), "without a call it is a question")
    }

    @Test func goodbyeEndsTheCall() {
        var state = state()
        _ = run(&state, .callChanged(.active))
        #expect(talk(&state, "goodbye", .endConversation).contains(.requestOfCall(.end)))
    }

    @Test func escapeLeavesTheMicrophoneOpen() {
        var state = state()
        _ = run(&state, .callChanged(.active), .speechStarted(state.turn.id), .cancelRequested)
        #expect(state.phase == .listening(for: .speech) && state.microphone.isOpen)
    }

    @Test func aCallNeedsNoWindow() {
        var state = state()
        _ = run(&state, .attended(false), .callChanged(.active))
        #expect(state.phase == .listening(for: .speech))
        _ = run(&state, .speechStarted(state.turn.id), .attended(true), .attended(false))
        #expect(state.phase == .recording, "what is being said goes on")
    }

    @Test func quittingEndsTheCall() {
        var state = state()
        _ = run(&state, .callChanged(.active), .stopped)
        #expect(state.call == .none && !state.microphone.isOpen)
    }
}
