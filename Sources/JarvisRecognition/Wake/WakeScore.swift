// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the keyphrase search's result to one number that can be compared with the sensitivity. Pure. The search
// scores the phrase relative to the best string of phones, which is weak evidence by itself: false alarms are mostly a
// few frames that happen to fit, or lie in the middle of a sentence. Duration and position distinguish them from calls:
// in recordings of 19 people calling "jarvis" the phrase took 8 to 14 frames a phone, and in 1½ hours of other people's
// speech the best scores took 3 to 6.

import Glibc

/// A place where the keyphrase search found a pronunciation.
struct KeyphraseMatch: Hashable, Sendable {
    /// The index of the pronunciation that matched.
    var pronunciation: Int
    /// The first frame of the match, in frames of 10 ms since the decoder was created.
    var firstFrame: Int
    var lastFrame: Int
    /// The score in powers of ten, relative to the best string of phones.
    var decades: Double

    var frames: Int { lastFrame - firstFrame + 1 }
}

enum WakeScore {
    /// The search's own threshold: as loose as possible, because the real decision is made here, and can change without
    /// a new search.
    static let loosestDecades = -50.0

    /// The score that a call has to reach.
    /// - Parameters:
    ///   - percent: Sensitivity 0…100; each percent is 0.4 decades.
    ///   - isGuarded: True while JARVIS speaks, and may hear itself.
    static func threshold(percent: Double, isGuarded: Bool = false) -> Double {
        -12 + (50 - min(max(percent, 0), 100)) * decadesPerPercent + (isGuarded ? guardDecades : 0)
    }

    /// How many decades one percent of sensitivity moves the threshold.
    static let decadesPerPercent = 0.4

    /// The decades added to the threshold while JARVIS speaks.
    static let guardDecades = 12.0

    /// The score of a match of the search, in decades.
    /// - Parameters:
    ///   - phoneCount: The number of phones in the matching pronunciation.
    ///   - leadFrames: The number of frames (20 ms) with speech between the last pause and the phrase.
    ///   - speechShare: The share of the match that is speech according to the voice detector, 0…1.
    static func score(
        _ match: KeyphraseMatch, phoneCount: Int, leadFrames: Int, speechShare: Double = 1
    ) -> Double {
        match.decades + lengthBonus(framesPerPhone: Double(match.frames) / Double(max(phoneCount, 1)))
            - leadPenalty(frames: leadFrames) - max(0, leastSpeechShare - speechShare) * 60
    }

    /// The combined score of a transcript and of the search at the same place, in decades like a score of the search
    /// alone. The transcriber decides; if the search recognizes a clear call, the transcriber may be less certain.
    /// Tuned on recordings of 16 people calling "jarvis" and on those of all speakers, on 24 synthetic calls, and on 5
    /// hours of synthetic speech.
    /// - Parameter search: The search's score there; nil if it found nothing.
    static func score(_ hearing: WakeConfirmation.Hearing, search: Double?) -> Double {
        let score = search.map { min(max($0, clearnessRange.lowerBound), clearnessRange.upperBound) }
        let clearness =
            ((score ?? clearnessRange.lowerBound) - clearnessRange.lowerBound)
            / (clearnessRange.upperBound - clearnessRange.lowerBound)
        // For an unusual pronunciation the transcript is the learned text, so the phrase's likelihood means nothing.
        guard let likelihood = hearing.likelihood, !hearing.nearness.isLearnt else {
            return threshold(percent: 50)
                + (neutralDistance + clearness * clearCallDistance - hearing.nearness.distance) * decadesPerDistance
        }
        let nats = likelihood - hearing.nearness.distance * natsPerDistance + clearness * clearCallNats
        return threshold(percent: 50) + (nats - neutralNats) * decadesPerNat
    }

    /// The scores of the search from "something else" to "very clear".
    private static let clearnessRange = -50.0...20.0
    /// In nats: the likelihood required if the text is the phrase and the search finds nothing; how much a unit of
    /// distance subtracts from the likelihood, and how much a clear call adds to it.
    private static let neutralNats = -7.8
    private static let natsPerDistance = 6.0
    private static let clearCallNats = 4.0
    /// Converts nats to decades; most other speech then lies beyond the whole range of the sensitivity.
    private static let decadesPerNat = 4.5
    /// If only the text counts: the greatest distance from the phrase if the search finds nothing, and how much more a
    /// clear call allows.
    private static let neutralDistance = 0.33
    private static let clearCallDistance = 0.2
    /// Converts distance to decades: the whole range of the sensitivity spans the distance between the phrase and other
    /// words.
    private static let decadesPerDistance = 100.0

    /// Matches with a smaller share of speech lose score: they are mostly clatter and noise.
    private static let leastSpeechShare = 0.7

    /// The score for the duration: 0 at the speed of continuous speech, up to 10 for a careful call, and increasingly
    /// negative for anything too short to be words.
    static func lengthBonus(framesPerPhone: Double) -> Double {
        framesPerPhone < neutralFramesPerPhone
            ? max((framesPerPhone - neutralFramesPerPhone) * 7, -40)
            : min((framesPerPhone - neutralFramesPerPhone) * 4, 10)
    }

    /// The deduction for speech before the phrase: none up to 300 ms; in the middle of a sentence only a very clear
    /// call passes.
    static func leadPenalty(frames: Int) -> Double {
        min(Double(max(frames - 15, 0)) * 1.2, 24)
    }

    private static let neutralFramesPerPhone = 6.5
}
