// SPDX-License-Identifier: GPL-3.0-or-later
// Long random walks: whatever happens in whatever order, the invariants hold.

import JarvisCore
import Testing

/// A small deterministic generator (SplitMix64), so that a failing walk can be repeated by its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct ReducerWalkTests {
    @Test(arguments: 0..<20 as Range<UInt64>) func invariantsHoldOnRandomWalks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var state = AssistantState(turn: TurnID(rawValue: 1))
        var isMicrophoneOpen = false
        for _ in 0..<2000 {
            guard let row = TransitionTableTests.rows.randomElement(using: &generator) else { return }
            let before = state
            for effect in AssistantReducer.reduce(&state, row.input.at(state.turn)) {
                switch effect {
                case .listen: isMicrophoneOpen = true
                case .closeMicrophone: isMicrophoneOpen = false
                case .speak(_, _, let turn), .ask(_, let turn): #expect(turn >= before.turn)
                default: break
                }
            }
            #expect(state.turn >= before.turn)
            #expect(state.isMicrophoneOpen == isMicrophoneOpen)
            #expect(!state.phase.isRecording || isMicrophoneOpen)
            #expect(state.phase != .idle || !isMicrophoneOpen || state.resumesListening, "after \(row.name)")
            #expect(state.phase != .listening || state.policy.detectionMode.isAutomatic)
            #expect(state.recent.count <= 6)
        }
    }
}
