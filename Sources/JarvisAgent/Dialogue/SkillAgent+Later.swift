// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that name a time for something that can only happen now: "open firefox in ten minutes".

import JarvisCore
import JarvisUnderstanding

extension SkillAgent {
    /// The minimum score at which the words without the time count as a request.
    private static let leastScore: Float = 0.9

    /// The request without the time at one of its ends. Returns nil if it names none, or if the time belongs to the
    /// request: "skip ahead for ten seconds".
    func forLater(_ turn: DialogueTurn, instead own: Interpretation, _ applications: ApplicationIndex) -> Reading? {
        let utterance = turn.invocation.utterance
        for (rest, isBare) in utterance.restsWithoutTime {
            guard
                case .certain(let reading) = turn.reader.read(
                    Utterance(utterance.part(rest).plain), applications: applications),
                reading.score >= Self.leastScore, reading.skill.actsAtOnce, !reading.onlyTells,
                !isBare || !reading.skill.takesLevels, reading.freeNames(among: applications) == 0
            else { continue }
            // A button's name may be any words: "press conference at noon". Only its window knows whether it has one.
            if reading.slots["button"] != nil { return nil }
            if case .certain(let whole) = own, whole.skill.id == reading.skill.id,
                !Set(whole.slots.keys).isSubset(of: reading.slots.keys)
            {
                return nil
            }
            return reading
        }
        return nil
    }

    /// True if the request names a time that no slot holds: "lock the screen in ten minutes".
    func isForLater(_ reading: Reading, _ turn: DialogueTurn) -> Bool {
        guard reading.skill.actsAtOnce, !reading.onlyTells, reading.slots.isEmpty else { return false }
        return turn.invocation.utterance.restsWithoutTime.contains { !$0.isBare || !reading.skill.takesLevels }
    }

    /// Asks whether to act now instead of later.
    func askWhetherAtOnce(_ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        propose("I can't schedule that. Shall I do it now?", deed, turn)
    }
}

extension Utterance {
    private static let prepositions: Set<String> = ["in", "at", "after", "for", "until", "till", "by"]
    private static let days: Set<String> = ["tomorrow", "tonight", "later"]
    /// The maximum number of words of a command with a time.
    private static let wordLimit = 24

    /// The ranges that remain without a time at the end or the beginning: "mute" in "in ten minutes mute". `isBare`:
    /// the time is only a number, as in "at eight".
    fileprivate var restsWithoutTime: [(rest: Range<Int>, isBare: Bool)] {
        let (count, words) = (words.count, words)
        guard (2...Self.wordLimit).contains(count) else { return [] }
        let behind = (1..<count).compactMap { start in
            Self.isBareTime(words[start...]).map { (0..<start, $0) }
        }
        let before = (1..<count).reversed().compactMap { end in
            Self.isBareTime(words[..<end]).map { (end..<count, $0) }
        }
        return behind + before
    }

    /// Whether a time is only a number; nil if the words are not a time.
    private static func isBareTime(_ words: ArraySlice<String>) -> Bool? {
        guard let first = words.first else { return nil }
        // "Tomorrow", "tomorrow at nine". A weekday alone may be the name of a song.
        if days.contains(first), words.count == 1 || WhenPhrase.moment(of: Array(words)) != nil { return false }
        if let (_, day) = WhenPhrase.time(of: Array(words)), day != nil { return false }
        guard prepositions.contains(first) else { return nil }
        let time = Array(words.dropFirst())
        let isTime =
            DurationPhrase.seconds(of: time) != nil || TimePhrase.time(of: time) != nil
            || WhenPhrase.moment(of: time) != nil
        return isTime ? NumberWords.value(of: time) != nil : nil
    }
}
