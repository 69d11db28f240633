// SPDX-License-Identifier: GPL-3.0-or-later
// Removes text that a neural recognizer writes although it was not said: polite phrases for noise, and endless
// repetitions. Pure.

import JarvisCore
import JarvisSignal

/// Removes invented words from transcripts.
enum TranscriptFilter {
    /// The words without repetitions; nil if all of them were invented.
    /// - Parameters:
    ///   - text: The transcript.
    ///   - samples: The sound of the transcript, 16 kHz.
    ///   - isEnglish: True if the transcript should be English, which allows further checks.
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
        // Except for a few words, people don't speak faster than this, so the text was invented.
        let seconds = Double(samples.count) / 16_000
        guard plain.count <= 4 || Double(plain.count) <= fastestWordsPerSecond * seconds else { return nil }
        return words
    }

    private static let fastestWordsPerSecond = 7.0

    /// The model's transcripts of noise. People say some of these words, too, but never as a request.
    private static let inventions: Set = [
        "you", "so", "the", "mm", "uh", "um", "yeah", "i'm", "i", "thank you for watching", "thanks for watching", "ah",
        "oh", "and", "but", "you know", "hmm", "mhm", "a", "bye", "bye bye", "i'm sorry",
        // The model writes these for barks, knocks and doors.
        "that", "that's", "this", "it", "it's", "he", "she", "we", "they", "there", "then", "or", "of", "to", "in",
        "at", "is", "was", "but the", "and the",
    ]

    /// Removes quotation marks: the model invents them, since they can't be heard.
    private static func unquoted(_ word: Substring) -> String {
        let bare = word.filter { !"\"“”„«»".contains($0) }
        // An apostrophe stays in "'cause" and "dogs'", and goes in "'Puddle", where it follows another quotation mark.
        return String(bare.count < word.count ? bare.drop { "'‘’".contains($0) } : bare[...])
    }

    /// Old-fashioned spellings that the model uses, with the modern ones.
    private static let oldSpellings = [
        "to-day": "today", "to-morrow": "tomorrow", "to-night": "tonight", "good-bye": "goodbye", "good-by": "goodbye",
    ]

    /// The word in modern spelling, keeping its capital and punctuation.
    static func modern(_ word: String) -> String {
        guard word.contains("-") else { return word }
        let old = word.lowercased().prefix { $0.isLetter || $0 == "-" }
        guard let spelling = oldSpellings[String(old)] else { return word }
        let isCapital = word.first?.isUppercase == true
        return (isCapital ? spelling.capitalizedFirst : spelling)
            + word.dropFirst(old.count)
    }

    /// How often a run of this many words may occur in succession at the end of a text.
    private static func mostRepetitions(ofWords count: Int) -> Int {
        switch count {
        case 1: 3
        case 2, 3: 2
        default: 1
        }
    }

    /// The words up to the end of the first copy of a repeated run. In a long run, one word may differ between copies.
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
    /// True for letters of English and similar languages, digits, punctuation and currency symbols.
    fileprivate var isLatin: Bool {
        value < 0x250 || (0x2000..<0x2070).contains(value) || (0x20A0..<0x20D0).contains(value)
    }
}
