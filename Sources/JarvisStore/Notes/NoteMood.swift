// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a note's mood by its words alone: mostly happy or mostly sad words, inverted by "not" and the like. It detects
// neither irony nor tone of voice. English only. Pure.

/// The mood of a note.
public enum NoteMood: String, Sendable, CaseIterable {
    case negative, neutral, positive

    /// The score beyond which a note counts as positive or negative.
    private static let decisive = 1.0
    /// How many words before a happy or sad word to search for a negation.
    private static let reach = 3

    /// - Parameter text: The complete note.
    public init(_ text: String) {
        let words = NoteWords.words(text)
        var score = 0.0
        for (index, word) in words.enumerated() {
            guard let value = Self.value(word) else { continue }
            let before = words[max(0, index - Self.reach)..<index]
            let isTurned = before.contains { Self.turning.contains($0) || $0.hasSuffix("n't") }
            let weight = before.last.map { Self.strengthening.contains($0) } == true ? 1.5 : 1
            score += (isTurned ? -value : value) * weight
        }
        self = score >= Self.decisive ? .positive : score <= -Self.decisive ? .negative : .neutral
    }

    private static func value(_ word: String) -> Double? {
        glad.contains(word) ? 1 : sad.contains(word) ? -1 : nil
    }

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    private static let turning = set("not no never without hardly barely neither nor cannot nothing")
    private static let strengthening = set("very really so extremely incredibly truly absolutely")

    private static let glad = set(
        """
        amazing awesome beautiful best better blessed bright brilliant calm celebrate cheerful comfortable confident \
        cosy delicious delighted delightful eager easy energetic enjoy enjoyed enjoying enjoys excellent excited exciting \
        fantastic favourite favorite fine friendly fun funny generous glad good gorgeous grateful great happily happy \
        helpful hopeful inspired joy joyful kind laughed laughing love loved lovely loves lucky marvellous nice optimistic \
        peaceful perfect pleasant pleased pretty productive promising proud refreshed relaxed relief relieved rested \
        safe satisfied smile smiled smiling succeeded success successful sunny super superb sweet terrific thankful thanks \
        thrilled victory warm welcome well win wonderful won worked yay
        """)
    private static let sad = set(
        """
        afraid alone angry annoyed annoying anxious ashamed awful bad bitter bored boring broke broken burdened cried cry \
        crying dead depressed depressing desperate difficult disappointed disappointing disappointment disaster disgusting \
        dreadful embarrassed exhausted exhausting fail failed failure fear fight fought frightened frustrated frustrating \
        furious gloomy grief guilty hate hated hates helpless hopeless horrible hurt hurts ill jealous lonely lose losing \
        lost mad mess miserable miss missed nervous nightmare overwhelmed pain painful panic poor regret rude sad sadly \
        scared sick sorry stress stressed stressful stupid suffer suffering terrible terrified tired tough trouble ugly \
        unfair unfortunately unhappy unwell upset useless weak worried worry worrying worse worst wrong
        """)
}
