// SPDX-License-Identifier: GPL-3.0-or-later
// From what the keyphrase search says to one number that can be compared with the sensitivity. Pure.
// The search gives the score of the phrase over the best string of phones. That alone is weak: false alarms are mostly
// a few frames that happen to fit, or lie in the middle of a sentence. How long the phrase took and where in the speech
// it stands tell them from calls: on recordings of 19 people calling "jarvis" the phrase took 8 to 14 frames a phone,
// and in 1½ hours of other people's speech what scored best took 3 to 6.

import Glibc

/// One place at which the keyphrase search found a pronunciation.
struct KeyphraseMatch: Hashable, Sendable {
    /// Which pronunciation.
    var pronunciation: Int
    /// Frames of 10 ms since the decoder was made.
    var firstFrame: Int
    var lastFrame: Int
    /// Powers of ten over the best string of phones.
    var decades: Double

    var frames: Int { lastFrame - firstFrame + 1 }
}

enum WakeScore {
    /// What the search itself must give for a match to be looked at: as loose as can be, because the real cut is made
    /// here and moves without a new search.
    static let loosestDecades = -50.0

    /// What a score must reach.
    /// - Parameters:
    ///   - percent: sensitivity 0…100: each percent is 0.4 decades.
    ///   - isGuarded: true while JARVIS may hear itself.
    static func threshold(percent: Double, isGuarded: Bool = false) -> Double {
        -12 + (50 - min(max(percent, 0), 100)) * decadesPerPercent + (isGuarded ? guardDecades : 0)
    }

    /// How far a percent of sensitivity moves the threshold.
    static let decadesPerPercent = 0.4

    /// What is asked for on top while JARVIS speaks.
    static let guardDecades = 12.0

    /// - Parameters:
    ///   - phoneCount: phones of the pronunciation that matched.
    ///   - leadFrames: frames of 20 ms with speech between the last pause and the phrase.
    ///   - speechShare: the share of the match in which the voice detector hears speech, 0…1.
    static func score(
        _ match: KeyphraseMatch, phoneCount: Int, leadFrames: Int, speechShare: Double = 1
    ) -> Double {
        match.decades + lengthBonus(framesPerPhone: Double(match.frames) / Double(max(phoneCount, 1)))
            - leadPenalty(frames: leadFrames) - max(0, leastSpeechShare - speechShare) * 60
    }

    /// The score of what the transcriber heard and of what the search found at the same place, on the scale of the search
    /// alone. The transcriber decides; a call that the search hears clearly may be heard worse. Chosen on recordings of 16
    /// people calling "jarvis", on all of them, on 24 synthetic calls, and on 5 hours of synthetic speech.
    /// - Parameter search: The search's score there; nil: it found nothing.
    static func score(_ hearing: WakeConfirmation.Hearing, search: Double?) -> Double {
        let score = search.map { min(max($0, clearnessRange.lowerBound), clearnessRange.upperBound) }
        let clearness =
            ((score ?? clearnessRange.lowerBound) - clearnessRange.lowerBound)
            / (clearnessRange.upperBound - clearnessRange.lowerBound)
        // Who says the phrase in a way of their own is not heard saying it, but what was learnt of them.
        guard let likelihood = hearing.likelihood, !hearing.nearness.isLearnt else {
            return threshold(percent: 50)
                + (neutralDistance + clearness * clearCallDistance - hearing.nearness.distance) * decadesPerDistance
        }
        let nats = likelihood - hearing.nearness.distance * natsPerDistance + clearness * clearCallNats
        return threshold(percent: 50) + (nats - neutralNats) * decadesPerNat
    }

    /// Search scores from "something else" to "very clear".
    private static let clearnessRange = -50.0...20.0
    /// How likely the phrase has to be where the text is the phrase and the search finds nothing; what a text that differs
    /// takes away from that, and what a clear call adds.
    private static let neutralNats = -7.8
    private static let natsPerDistance = 6.0
    private static let clearCallNats = 4.0
    /// From nats to decades: most other speech lies beyond what the sensitivity's whole range lets through.
    private static let decadesPerNat = 4.5
    /// Where only the text counts: how far it may be from the phrase where the search finds nothing, and how much further
    /// for a clear call.
    private static let neutralDistance = 0.33
    private static let clearCallDistance = 0.2
    /// From a threshold of distances to decades: the sensitivity's whole range is as wide as that from the phrase itself
    /// to other words.
    private static let decadesPerDistance = 100.0

    /// Clatter and noise that fit the phrase are speech in parts only.
    private static let leastSpeechShare = 0.7

    /// 0 at the speed of flowing speech, up to 10 for a careful call, and ever less for what is too short to be words.
    static func lengthBonus(framesPerPhone: Double) -> Double {
        framesPerPhone < neutralFramesPerPhone
            ? max((framesPerPhone - neutralFramesPerPhone) * 7, -40)
            : min((framesPerPhone - neutralFramesPerPhone) * 4, 10)
    }

    /// Nothing up to 300 ms after the onset of speech; in the middle of a sentence it takes a very clear call.
    static func leadPenalty(frames: Int) -> Double {
        min(Double(max(frames - 15, 0)) * 1.2, 24)
    }

    private static let neutralFramesPerPhone = 6.5
}
