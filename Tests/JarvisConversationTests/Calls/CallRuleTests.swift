// SPDX-License-Identifier: GPL-3.0-or-later
// The effects of a call on audio, reminders and the history.

import JarvisConversation
import JarvisCore
import Testing

struct CallRuleTests {
    @Test func callIdentifiersAreDeterministic() {
        let (first, second) = (CallRun(.offering), CallRun(.offering))
        #expect(first.id == second.id && first.id.rawValue == "call-1700000000000-1")
    }

    @Test func anAcceptedAlarmStopsRingingAndIsReadOut() {
        var run = CallRun(.ringing)
        #expect(run.ask(.accept) == nil)
        #expect(run.effects == [.claimAudio(run.id)], "nothing stops before microphone and speaker are there")
        run.send(.audioGranted(run.id))
        #expect(run.effects.contains(.answerReminders(["tea"], .stopped)))
        run.send(.connected(run.id, step: run.step))
        #expect(run.answers == [.done] && run.effects.last == .tell([CallRun.reason]))
    }

    @Test func aCallThatCannotBeAcceptedKeepsRinging() {
        var run = CallRun(.ringing)
        run.ask(.accept)
        run.send(.audioRefused(run.id, "busy"))
        #expect(CallSituation(run.state) == .ringing && run.answers == [.refused(.failed("busy"))])
        run.send(.interruptionChanged(.phone, true))
        #expect(run.ask(.accept) == .refused(.interrupted(.phone)))
        run.send(.interruptionChanged(.phone, false))
        #expect(run.ask(.accept) == nil)
    }

    @Test func aMissedCallIsRecordedAndARejectedOneIsNot() {
        var missed = CallRun(.ringing)
        missed.send(.ringSettled(["tea"], .unanswered))
        #expect(missed.effects == [.keep(CallRecord(ending: .missed, length: nil, reasons: [CallRun.reason]))])
        var rejected = CallRun(.ringing)
        #expect(rejected.ask(.reject) == .done)
        #expect(!rejected.effects.contains { if case .keep = $0 { true } else { false } })
        #expect(rejected.effects.contains(.answerReminders(["tea"], .stopped)))
        #expect(rejected.ask(.reject) == .already)
        var snoozed = CallRun(.ringing)
        snoozed.ask(.snooze(.seconds(300)))
        #expect(snoozed.effects.contains(.answerReminders(["tea"], .snoozed(.seconds(300)))))
    }

    @Test func aHeldCallIsRecordedWithItsLength() {
        var run = CallRun(.active, incoming: false)
        run.now = run.now.advanced(by: .seconds(75))
        run.ask(.hold)
        run.send(.holdTaken(run.id, step: run.step))
        run.send(.farewellSaid)
        #expect(CallSituation(run.state) == .held, "nothing is heard while it is held")
        run.ask(.end)
        #expect(run.effects.contains(.releaseAudio(run.id)))
        #expect(run.effects.contains(.keep(CallRecord(ending: .hungUp, length: .seconds(75), reasons: []))))
    }

    @Test func aFailedHoldIsRefusedAndTheCallResumes() {
        var run = CallRun(.active)
        #expect(run.ask(.hold) == nil)
        #expect(run.state.call?.status == .active && run.state.call?.isTakingHold == true)
        run.send(.holdFailed(run.id, step: run.step, "the stream stays open"))
        #expect(run.answers == [.refused(.failed("the stream stays open"))])
        #expect(CallSituation(run.state) == .resuming, "both sides are opened again")
        run.send(.connected(run.id, step: run.step))
        #expect(run.state.call?.status == .active)
    }

    @Test func aFailedHoldWhileTheUserIsAwayEndsTheCall() {
        var run = CallRun(.active)
        run.send(.interruptionChanged(.away, true))
        run.send(.holdFailed(run.id, step: run.step, "the stream stays open"))
        #expect(run.state.call?.ending == .failed && run.effects.contains(.releaseAudio(run.id)))
    }

    @Test func theCallResumesAfterTheLastInterruptionEnds() {
        var run = CallRun(.active)
        run.send(.interruptionChanged(.phone, true))
        run.send(.holdTaken(run.id, step: run.step))
        #expect(CallSituation(run.state) == .away)
        #expect(run.ask(.resume) == .refused(.interrupted(.phone)))
        run.send(.interruptionChanged(.away, true))
        run.send(.interruptionChanged(.phone, false))
        #expect(CallSituation(run.state) == .away, "the screen is locked still")
        run.send(.interruptionChanged(.away, false))
        run.send(.connected(run.id, step: run.step))
        #expect(run.state.call?.status == .active)
    }

    @Test func aCallHeldByTheUserStaysHeldAfterAnInterruption() {
        var run = CallRun(.held)
        run.send(.interruptionChanged(.away, true))
        run.send(.timerEnded(run.id, .interruption, step: run.step))
        run.send(.interruptionChanged(.away, false))
        #expect(CallSituation(run.state) == .held)
        run.ask(.resume)
        run.send(.connected(run.id, step: run.step))
        #expect(run.answers.last == .done && run.state.call?.status == .active)
    }

    @Test func aResumeOvertakesAPendingHold() {
        var run = CallRun(.active)
        run.ask(.hold)
        run.ask(.resume)
        run.send(.holdTaken(run.id, step: run.step))
        #expect(run.answers == [.done], "it was held, for a moment")
        run.send(.connected(run.id, step: run.step))
        #expect(run.answers == [.done, .done] && run.state.call?.status == .active)
    }

    @Test func audioGrantedAfterTheCallEndedIsReleased() {
        var run = CallRun(.offering)
        let id = run.id
        run.ask(.end)
        run.send(.audioGranted(id))
        #expect(run.effects.last == .releaseAudio(id) && CallSituation(run.state) == .ended)
    }

    @Test func anAlarmDuringACallStartsNoSecondCall() {
        var run = CallRun(.active)
        let id = run.id
        run.send(.rang([CallReason(id: "post", text: "Fetch the post.")]))
        #expect(run.id == id && run.effects.isEmpty)
    }

    @Test func aCallRingsUntilItsLastReminderIsAnswered() {
        var run = CallRun(.ringing)
        run.send(.rang([CallReason(id: "post", text: "Fetch the post."), CallRun.reason]))
        #expect(run.state.call?.reasons.map(\.id) == ["tea", "post"])
        run.send(.ringSettled(["tea"], .stopped))
        #expect(CallSituation(run.state) == .ringing)
        run.send(.ringSettled(["post"], .unanswered))
        #expect(run.state.call?.ending == .missed)
    }

    @Test func lengthsAreCappedAtADayAndNeverNegative() {
        let run = CallRun(.active)
        #expect(run.state.call?.length(at: run.now.advanced(by: .seconds(200_000))) == .seconds(86_399))
        #expect(run.state.call?.length(at: run.now.advanced(by: .seconds(-5))) == .zero)
    }
}
