// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that correct themselves: "set a timer for ten minutes, no, fifteen". Pure.

import JarvisCore
import JarvisUnderstanding

/// Finds corrections within a request.
enum SelfCorrection {
    private static let wordLimit = 30
    /// The maximum number of words of the value before the correction.
    private static let valueLimit = 5
    /// Words that can't be the end of a request.
    private static let unfinished: Set<String> = [
        "to", "at", "for", "in", "on", "say", "that", "about", "and", "a", "the",
    ]

    /// The corrected request; nil if the utterance doesn't correct itself.
    static func reading(
        of utterance: Utterance, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let lexicon = understanding.pack.lexicon
        guard utterance.words.count <= wordLimit else { return nil }
        for place in utterance.words.indices.dropFirst(2) {
            guard lexicon.phrases(.correction).length(at: utterance.words[place...]) > 0,
                !unfinished.contains(utterance.words[place - 1])
            else { continue }
            let rest = FollowUpPhrase(utterance.part(place..<utterance.words.count), lexicon: lexicon).rest
            guard isValue(rest.words), endsWithValue(utterance.words[..<place]),
                case .certain(let first) = understanding.read(
                    Utterance(utterance.part(0..<place).plain), applications: applications)
            else { continue }
            let followUps = FollowUpReader(
                understanding: understanding, last: LastTurn(first, at: Timestamp(millisecondsSinceEpoch: 0)),
                applications: applications)
            if case .revised(let reading, replaces: true)? = followUps.correction(
                utterance.part(place..<utterance.words.count))
            {
                return reading
            }
        }
        return nil
    }

    private static func isValue(_ words: [String]) -> Bool {
        WhenPhrase.moment(of: words) != nil || NumberWords.value(of: words) != nil
            || SchedulePhrase.schedule(of: words) != nil
    }

    private static func endsWithValue(_ words: ArraySlice<String>) -> Bool {
        (1...valueLimit).contains { $0 < words.count && isValue(Array(words.suffix($0))) }
    }
}
