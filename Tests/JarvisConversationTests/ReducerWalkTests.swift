// SPDX-License-Identifier: GPL-3.0-or-later
// Long random walks: the invariants hold for any order of events.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

struct ReducerWalkTests {
    @Test(arguments: 0..<20 as Range<UInt64>) func invariantsHoldOnRandomWalks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var state = AssistantState(turn: TurnID(rawValue: 1))
        var isMicrophoneOpen = false
        var kept: Set<String> = []
        for _ in 0..<2000 {
            let rows = TransitionTableTests.rows + RingingTests.rows
            guard let row = rows.randomElement(using: &generator) else { return }
            let before = state
            for effect in AssistantReducer.reduce(&state, row.input.at(state.turn.id)) {
                switch effect {
                case .listen: isMicrophoneOpen = true
                case .closeMicrophone: isMicrophoneOpen = false
                case .startRinging(let signal, let turn, _):
                    #expect(!signal.ids.isEmpty && turn == state.turn.id, "after \(row.name)")
                case .settleReminders(let ids, _):
                    #expect(!ids.isEmpty && Set(ids).isSubset(of: before.ringing.reminders.map(\.id)))
                case .speak(_, _, let turn), .ask(_, let turn): #expect(turn >= before.turn.id)
                case .save(let draft) where draft.kind != .reminder:
                    #expect(kept.insert("\(draft.turn) \(draft.kind)").inserted, "kept twice, after \(row.name)")
                default: break
                }
            }
            #expect(state.turn.id >= before.turn.id)
            #expect(state.microphone.isOpen == isMicrophoneOpen)
            #expect(!state.phase.isRecording || isMicrophoneOpen)
            #expect(state.microphone.loan == nil || !isMicrophoneOpen, "after \(row.name)")
            #expect(state.phase != .idle || !isMicrophoneOpen || state.microphone.resumesListening, "after \(row.name)")
            #expect(state.turn.interrupted == nil || state.phase == .recording || state.phase == .transcribing)
            #expect(state.turn.askedIn <= state.turn.id)
            #expect(!state.phase.isListening || state.policy.detectionMode.isAutomatic)
            #expect(state.recent.count <= 6)
            let rings = state.phase == .speaking && state.turn.speech.content == .ringing
            #expect(!rings || !state.ringing.isEmpty && !state.ringing.isPaused, "after \(row.name)")
            #expect(Set(state.ringing.reminders.map(\.id)).count == state.ringing.reminders.count)
            #expect(!(state.turn.speech.ringsDuringWork && state.ringing.isEmpty), "after \(row.name)")
            #expect(state.call != .held || !isMicrophoneOpen, "after \(row.name)")
            #expect(state.isAttended || state.call == .active || !state.phase.isListening, "after \(row.name)")
            // Due reminders are never forgotten: in a gap, they ring or pause between two rings.
            let isGap = state.phase == .idle && state.microphone.loan == nil
            #expect(!isGap || state.ringing.isEmpty || state.ringing.isPaused, "after \(row.name)")
        }
    }
}
