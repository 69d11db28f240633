// SPDX-License-Identifier: GPL-3.0-or-later
// Requests with a time for what can only be done at once: "open firefox in ten minutes".

import JarvisCore
import JarvisUnderstanding

extension SkillAgent {
    /// From this score on what is left without the time is surely a request.
    private static let leastScore: Float = 0.9

    /// What the request asks for without the time at one of its ends; nil where it names none, or where the time is a part of
    /// what was understood: "skip ahead for ten seconds".
    func forLater(_ turn: DialogueTurn, instead own: Interpretation, _ applications: ApplicationIndex) -> Reading? {
        let utterance = turn.invocation.utterance
        for (rest, isBare) in utterance.restsWithoutTime {
            guard
                case .certain(let reading) = turn.reader.read(
                    Utterance(utterance.part(rest).plain), applications: applications),
                reading.score >= Self.leastScore, reading.skill.actsAtOnce, !reading.onlyTells,
                !isBare || !reading.skill.takesLevels, reading.freeNames(among: applications) == 0
            else { continue }
            if case .certain(let whole) = own, whole.skill.id == reading.skill.id,
                !Set(whole.slots.keys).isSubset(of: reading.slots.keys)
            {
                return nil
            }
            return reading
        }
        return nil
    }

    /// A time that nothing of what was understood stands for: "lock the screen in ten minutes".
    func isForLater(_ reading: Reading, _ turn: DialogueTurn) -> Bool {
        guard reading.skill.actsAtOnce, !reading.onlyTells, reading.slots.isEmpty else { return false }
        return turn.invocation.utterance.restsWithoutTime.contains { !$0.isBare || !reading.skill.takesLevels }
    }

    /// The question whether it should be done now, where it was to be done later.
    func askWhetherAtOnce(_ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        propose("I can only do that at once, not by the clock. Shall I do it now?", deed, turn)
    }
}

extension Utterance {
    private static let prepositions: Set<String> = ["in", "at", "after", "for", "until", "till", "by"]
    private static let days: Set<String> = ["tomorrow", "tonight", "later"]
    /// Longer ones are not commands with a time.
    private static let wordLimit = 24

    /// What is left of it without a time at its end, or at its beginning: of "in ten minutes mute", "mute". `isBare`: nothing
    /// but a number says the time, as in "at eight".
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

    /// Whether a time is nothing but a number; nil for what is none.
    private static func isBareTime(_ words: ArraySlice<String>) -> Bool? {
        guard let first = words.first else { return nil }
        // "Tomorrow", "tomorrow at nine"; a day alone may be the name of a song.
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
