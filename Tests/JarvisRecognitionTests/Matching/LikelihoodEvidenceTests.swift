// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisRecognition

struct LikelihoodEvidenceTests {
    private static let commands = [
        "stop the music", "set a timer for ten minutes",
        "i'd like a light roast triple shot cappuccino with a little bit of brown sugar",
    ]

    private static func evidence(for command: String, likelihood: Double = -9) -> LikelihoodEvidence {
        LikelihoodEvidence(
            command: command.split(separator: " ").map(String.init), likelihood: likelihood, lead: 2, margin: nil,
            worstWord: 0.5, isNearest: true, isContradicted: false)
    }

    /// Transcribed as "Out like a light rose triple shop cappuccino with a little bit of brown sugar."
    @Test func aLongCommandWithAFewMisheardSoundsIsLikely() {
        var order = Self.evidence(for: Self.commands[2], likelihood: -9.1)
        (order.worstWord, order.lead) = (0.43, 10)
        #expect(order.probability > 0.7)
    }

    @Test(arguments: commands)
    func evidenceForACommandRaisesItsProbability(command: String) {
        let plain = Self.evidence(for: command)
        func probability(_ change: (inout LikelihoodEvidence) -> Void) -> Double {
            var changed = plain
            change(&changed)
            return changed.probability
        }
        #expect(probability { $0.likelihood = -4 } > plain.probability)
        #expect(probability { $0.lead = 6 } > plain.probability)
        #expect(probability { $0.worstWord = 1.2 } < plain.probability)
        #expect(probability { $0.isNearest = false } < plain.probability)
        #expect(probability { $0.isContradicted = true } < plain.probability)
        #expect(probability { $0.margin = 8 } > probability { $0.margin = -8 })
    }
}
