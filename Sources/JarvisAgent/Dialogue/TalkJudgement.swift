// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether overheard talk was meant for the assistant. Pure.

import JarvisCore
import JarvisUnderstanding

extension TalkFilter {
    /// The minimum score at which JARVIS always asks. `scripts/bench understanding` measures the cost.
    private static let likelyScore: Float = 0.74
    /// The maximum number of words of a request; longer talk is probably meant for people.
    private static let requestWordLimit = 14

    /// True if JARVIS may respond to words that are not clearly a request.
    /// - Parameters:
    ///   - score: How near they come to a request, 0…1.
    ///   - text: The words that were heard.
    func admits(score: Float, _ text: String, _ lexicon: Lexicon) -> Bool {
        let words = Utterance.allWords(of: text)
        return switch self {
        case .off: true
        case .balanced:
            score >= Self.likelyScore || lexicon.isCall(words)
                || words.count <= Self.requestWordLimit && lexicon.opensRequest(words)
        case .strict: lexicon.isCall(words)
        }
    }
}

extension DialogueTurn {
    /// True if JARVIS may respond although the request is unclear.
    func mayAnswer(score: Float = 0) -> Bool {
        request.talkFilter.admits(score: score, request.text, lexicon)
    }
}
