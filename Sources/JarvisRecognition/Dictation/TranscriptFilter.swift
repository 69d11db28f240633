// SPDX-License-Identifier: GPL-3.0-or-later
// What a neural recognizer writes although it was not said: polite words on noise, and the same words over and over. Pure.

import JarvisCore
import JarvisSignal

/// Keeps invented words out of transcripts.
enum TranscriptFilter {
    /// The text without repetitions; nil when the whole of it was invented.
    /// - Parameters:
    ///   - text: What the recognizer wrote.
    ///   - samples: What it wrote it for, 16 kHz.
    ///   - isEnglish: English was to be written: what is certain of that language is looked at, too.
    static func words(of text: String, in samples: [Int16], isEnglish: Bool) -> [String]? {
        guard SpeechGate.hasSpeech(samples) else { return nil }
        let words = withoutLoops(
            text.split(whereSeparator: \.isWhitespace).map(unquoted).filter { !$0.isEmpty }
                .map { isEnglish ? modern($0) : $0 })
        let plain = words.map(\.plainWord).filter { !$0.isEmpty }
        guard !plain.isEmpty else { return nil }
        guard isEnglish else { return words }
        guard text.unicodeScalars.allSatisfy(\.isLatin), !inventions.contains(plain.joined(separator: " ")) else {
            return nil
        }
        // People do not speak faster than this for longer than a moment.
        let seconds = Double(samples.count) / 16_000
        guard plain.count <= 4 || Double(plain.count) <= fastestWordsPerSecond * seconds else { return nil }
        return words
    }

    private static let fastestWordsPerSecond = 7.0

    /// What the model makes of noise. People say some of it, too, but never as a request.
    private static let inventions: Set = [
        "you", "so", "the", "mm", "uh", "um", "yeah", "i'm", "i", "thank you for watching", "thanks for watching", "ah",
        "oh", "and", "but", "you know", "hmm", "mhm", "a", "bye", "bye bye", "i'm sorry",
        // Barks, knocks and doors.
        "that", "that's", "this", "it", "it's", "he", "she", "we", "they", "there", "then", "or", "of", "to", "in",
        "at", "is", "was", "but the", "and the",
    ]

    /// Without the quotation marks that the model invents: nothing that is heard has them.
    private static func unquoted(_ word: Substring) -> String {
        let bare = word.filter { !"\"“”„«»".contains($0) }
        // "'Puddle", but not "'cause" alone or "dogs'": an apostrophe belongs to its word, one behind a mark does not.
        return String(bare.count < word.count ? bare.drop { "'‘’".contains($0) } : bare[...])
    }

    /// Words that the model spells as old books do.
    private static let oldSpellings = [
        "to-day": "today", "to-morrow": "tomorrow", "to-night": "tonight", "good-bye": "goodbye", "good-by": "goodbye",
    ]

    /// The word in the spelling of today, with its capital and its marks.
    static func modern(_ word: String) -> String {
        guard word.contains("-") else { return word }
        let old = word.lowercased().prefix { $0.isLetter || $0 == "-" }
        guard let spelling = oldSpellings[String(old)] else { return word }
        let isCapital = word.first?.isUppercase == true
        return (isCapital ? spelling.prefix(1).uppercased() + spelling.dropFirst() : spelling)
            + word.dropFirst(old.count)
    }

    /// Repetitions in a row that end a text: how often a run of this many words may come.
    private static func mostRepetitions(ofWords count: Int) -> Int {
        switch count {
        case 1: 3
        case 2, 3: 2
        default: 1
        }
    }

    /// The words up to and including the first copy of what repeats itself. One word of a long run may differ.
    static func withoutLoops(_ words: [String]) -> [String] {
        let plain = words.map(\.plainWord)
        for start in plain.indices {
            for length in 1...8 where start + 2 * length <= plain.count {
                let run = plain[start..<(start + length)]
                var copies = 1
                while start + (copies + 1) * length <= plain.count,
                    resembles(run, plain[(start + copies * length)..<(start + (copies + 1) * length)])
                {
                    copies += 1
                }
                if copies > mostRepetitions(ofWords: length) {
                    return Array(words[..<(start + length)]) + withoutLoops(Array(words[(start + copies * length)...]))
                }
            }
        }
        return words
    }

    private static func resembles(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Bool {
        zip(left, right).count { $0 != $1 } <= (left.count >= 4 ? 1 : 0)
    }
}

extension Unicode.Scalar {
    /// Letters of English and its neighbours, figures, punctuation and signs of money.
    fileprivate var isLatin: Bool {
        value < 0x250 || (0x2000..<0x2070).contains(value) || (0x20A0..<0x20D0).contains(value)
    }
}
