// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes the language of a short request by its words and their letters. Pure.

import JarvisCore

/// Names the language of a request.
package struct LanguageRecognizer: Sendable {
    /// The language of the built-in skills.
    package static let english = "en"
    /// Requests are short; more characters than this add only time.
    private static let characterLimit = 200
    /// The highest likelihood of English in another language: a request in English may contain foreign names and titles.
    private static let mostEnglish: Float = 0.05
    /// The likelihood from which a language is named; below, its neighbours are too similar.
    private static let leastNamed: Float = 0.5

    /// A single word in Latin letters may be a name.
    private static let endOfLatinLetters: UInt32 = 0x370

    private let weights: IntentWeights

    /// - Parameter bytes: In the format of `IntentWeights`, as fitted by training/languages; a class is an ISO 639-1 code.
    package init(bytes: [UInt8]) throws(IntentWeightsError) { weights = try IntentWeights(bytes: bytes) }

    /// A language other than English.
    package enum Guess: Hashable, Sendable {
        /// The ISO 639-1 code.
        case named(String)
        /// One of several that resemble each other.
        case unclear
    }

    /// The language of the request if it is certainly not English; otherwise nil.
    package func otherLanguage(of text: String) -> Guess? {
        let words = Self.words(of: text)
        guard let first = words.first?.first?.unicodeScalars.first,
            words.count > 1 || first.value >= Self.endOfLatinLetters
        else { return nil }
        let features = Self.features(of: text)
        var best = (language: Self.english, likelihood: Float(0))
        for (language, likelihood) in zip(weights.classes, weights.likelihoods(of: features)) {
            if language == Self.english, likelihood > Self.mostEnglish { return nil }
            if likelihood > best.likelihood { best = (language, likelihood) }
        }
        return best.likelihood >= Self.leastNamed ? .named(best.language) : .unclear
    }

    /// The words of a text, their letters, groups of two to four letters and blocks of the character set. A word begins with
    /// `^` and ends with `$`.
    package static func features(of text: String) -> Set<String> {
        var features: Set<String> = []
        for word in words(of: text) {
            if word.count <= longestWord { features.insert("w:" + String(word)) }
            let marked = ["^"] + word + ["$"]
            for letter in word {
                features.insert("c:" + String(letter))
                if let scalar = letter.unicodeScalars.first, !scalar.isASCII {
                    features.insert("b:" + String(scalar.value >> 7, radix: 16))
                }
            }
            for length in 2...4 where marked.count >= length {
                for start in 0...(marked.count - length) {
                    features.insert("g:" + String(marked[start..<(start + length)]))
                }
            }
        }
        return features
    }

    /// Longer runs of letters are phrases of a script without spaces.
    private static let longestWord = 24

    /// The runs of letters, in lower case.
    private static func words(of text: String) -> [[Character]] {
        text.prefix(characterLimit).lowercased().split { !$0.isLetter }.map(Array.init)
    }
}
