// SPDX-License-Identifier: GPL-3.0-or-later
// When a call fills the screen, when a pill leads back to it, and its labels.

import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop

struct CallPresentationTests {
    private let now = Timestamp(secondsSinceEpoch: 1_700_000_000)

    private func send(_ events: CallEvent..., to state: inout CallState) {
        for event in events { _ = CallReducer.reduce(&state, event, at: now) }
    }

    /// A call in progress, started by the user.
    private func active() -> CallState {
        var state = CallState()
        send(.requested(.start, ActionToken(rawValue: 1)), to: &state)
        let id = state.call?.id ?? CallID(rawValue: "")
        send(.audioGranted(id), .connected(id, step: 1), to: &state)
        return state
    }

    @Test func aCallFillsTheScreenAndCanBeLeftAndReopened() {
        var (state, shown) = (active(), CallPresentation())
        shown.take(state.call, isCovered: false)
        #expect(shown.showsScreen && !shown.showsPill(isCovered: false))
        #expect(shown.showsPill(isCovered: true), "a pane leads back to it")
        shown.leave()
        #expect(!shown.showsScreen && shown.showsPill(isCovered: false))
        shown.comeBack()
        #expect(shown.showsScreen)
        send(.requested(.end, ActionToken(rawValue: 2)), to: &state)
        shown.take(state.call, isCovered: false)
        #expect(shown.showsScreen && !shown.showsPill(isCovered: false), "its end is told")
        shown.leave()
        #expect(!shown.showsScreen)
    }

    @Test func aCallDoesNotCoverAnOpenPane() {
        var (state, shown) = (CallState(), CallPresentation())
        send(.rang([CallReason(id: "tea", text: "Tea is ready.")]), to: &state)
        shown.take(state.call, isCovered: true)
        #expect(!shown.showsScreen && shown.showsPill(isCovered: false))
        send(.ringSettled(["tea"], .unanswered), to: &state)
        shown.take(state.call, isCovered: true)
        #expect(!shown.showsScreen && !shown.showsPill(isCovered: false))
    }

    @Test func rejectedCallsDoNotShowAnEnding() {
        var (state, shown) = (CallState(), CallPresentation())
        send(.rang([CallReason(id: "tea", text: "Tea is ready.")]), to: &state)
        shown.take(state.call, isCovered: false)
        #expect(shown.showsScreen)
        send(.requested(.reject, ActionToken(rawValue: 1)), to: &state)
        shown.take(state.call, isCovered: false)
        #expect(!shown.showsScreen && !shown.showsPill(isCovered: false))
    }

    @Test func anEndedCallDoesNotOpenWithTheWindow() {
        var state = active()
        send(.farewellSaid, to: &state)
        var shown = CallPresentation()
        shown.take(state.call, isCovered: false)
        #expect(!shown.showsScreen)
    }

    @Test func historyRecordsShowReasonAndDuration() {
        let record = CallRecord(ending: .hungUp, length: .seconds(4265), reasons: [])
        #expect(CallText.record(record) == "Call ended, 1:11:05")
        #expect(CallText.record(CallRecord(ending: .missed, length: nil, reasons: [])) == "Missed call")
    }

    @Test func theCallScreenShowsDurationAndHold() {
        var state = active()
        #expect(state.call.map { CallText.status($0, at: now.advanced(by: .seconds(75))) } == "01:15")
        send(
            .interruptionChanged(.phone, true), .holdTaken(state.call?.id ?? CallID(rawValue: ""), step: 2), to: &state)
        #expect(state.call.map { CallText.status($0, at: now) } == "On hold during another call · 00:00")
    }
}
