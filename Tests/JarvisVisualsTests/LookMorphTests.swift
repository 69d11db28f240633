// SPDX-License-Identifier: GPL-3.0-or-later
// Morphs between looks: continuous, short, and free to change their mind.

import Testing

@testable import JarvisVisuals

struct LookMorphTests {
    @Test func morphTakesAtMost300Milliseconds() {
        var morph = LookMorph(.idle)
        morph.turn(to: .speaking)
        #expect(morph.isMorphing)
        for _ in 0..<18 { morph.advance(1.0 / 60) }
        #expect(!morph.isMorphing)
        #expect(morph.weights == LookWeights(.speaking))
    }

    @Test func interruptedMorphGoesOnFromWhereItStands() {
        var morph = LookMorph(.idle)
        morph.turn(to: .speaking)
        morph.advance(0.06)
        let before = morph.weights
        morph.turn(to: .recording)
        let after = morph.weights
        #expect(before == after)
        #expect(before.speaking > 0.2 && before.idle > 0.2)
        morph.advance(1)
        #expect(morph.weights == LookWeights(.recording))
    }

    @Test func weightsAlwaysSumToOne() {
        var morph = LookMorph(.idle)
        for (index, phase) in ScenePhase.allCases.enumerated() {
            morph.turn(to: phase)
            morph.advance(0.03 + 0.04 * Double(index))
            let w = morph.weights
            let sum = w.idle + w.armed + w.recording + w.held + w.processing + w.speaking
            #expect(abs(sum - 1) < 1e-9)
        }
    }

    @Test func noFrameChangesALookByMoreThanASixth() {
        var morph = LookMorph(.held)
        morph.turn(to: .idle)
        var last = morph.weights.idle
        for _ in 0..<18 {
            morph.advance(1.0 / 60)
            #expect(morph.weights.idle - last < 1.0 / 6)
            #expect(morph.weights.idle >= last)
            last = morph.weights.idle
        }
    }
}
