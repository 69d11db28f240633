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

    /// "Out like a light rose triple shop cappuccino with a little bit of brown sugar."
    @Test func aLongOrderWithAFewSoundsMisheardWasSaid() {
        var order = Self.evidence(for: Self.commands[2], likelihood: -9.1)
        (order.worstWord, order.lead) = (0.43, 10)
        #expect(order.probability > CommandFusion.likelyEnoughBySound + 0.1)
    }

    @Test(arguments: commands)
    func whatSpeaksForACommandMakesItLikelier(command: String) {
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
        #expect(probability { $0.margin = -14 } > plain.probability, "found by the grammar, too, though it fits badly")
    }

    /// "I love you." for "who are you", which the grammar finds as well; "What is time-time?" for "what is nine times", for
    /// which it finds something else.
    @Test func whatOnlyTheWordsSoundLikeHasToFitBetter() {
        var both = Self.evidence(for: "who are you", likelihood: -2.2)
        (both.lead, both.margin, both.worstWord) = (6.1, -7.9, 1.15)
        var words = Self.evidence(for: "what is the time", likelihood: -4)
        (words.lead, words.worstWord) = (1, 0.22)
        #expect(both.probability > CommandFusion.likelyEnoughBySound)
        #expect(words.probability < both.probability)
    }
}
