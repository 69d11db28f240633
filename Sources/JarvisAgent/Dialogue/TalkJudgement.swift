// SPDX-License-Identifier: GPL-3.0-or-later
// Whether talk that the microphone may only have overheard was meant for the assistant. Pure.

import JarvisCore
import JarvisUnderstanding

extension TalkFilter {
    /// What comes so near to an example is always asked about. `scripts/bench understanding` shows what it
    /// costs.
    private static let likelyScore: Float = 0.74
    /// Longer ones are told to somebody.
    private static let requestWordLimit = 14

    /// True when what is not clearly a request may be answered all the same.
    /// - Parameters:
    ///   - score: how near it comes to a request, 0…1.
    ///   - text: what was said.
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
    /// True when this may be answered although it is not clear what it asks for.
    func mayAnswer(score: Float = 0) -> Bool {
        request.talkFilter.admits(score: score, request.text, lexicon)
    }
}
