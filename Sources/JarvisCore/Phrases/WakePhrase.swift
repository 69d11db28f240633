// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a phrase can wake JARVIS, as far as its spelling tells. A phrase of few sounds occurs in most talk, and one
// in letters that the pronunciation knows nothing of is never heard. Pure.

/// Why a phrase cannot wake.
public enum WakePhraseFault: Error, Hashable, Sendable {
    /// There is no letter in it.
    case nothingToSay
    /// A letter whose sound is not known.
    case unknownLetter(Character)
    /// Fewer sounds than can be told from other speech.
    case tooShort
}

/// The spelling of wake phrases.
public enum WakePhrase {
    /// "Yes" has three. A way of saying it has a score per sound, and with one or two the best of any talk is as good.
    static let fewestSounds = 3
    /// "Hello" has four; from five on a phrase is seldom mistaken.
    static let safeSounds = 5

    /// Why the phrase cannot wake; nil when it can.
    public static func fault(of phrase: String) -> WakePhraseFault? {
        for character in phrase where character.isLetter && plain(character) == nil {
            return .unknownLetter(character)
        }
        let sounds = soundCount(phrase)
        if sounds == 0 { return .nothingToSay }
        return sounds < fewestSounds ? .tooShort : nil
    }

    /// True for a phrase that can wake, and that other speech will often be mistaken for.
    public static func isShort(_ phrase: String) -> Bool { soundCount(phrase) < safeSounds }

    /// How many sounds English spelling stands for, roughly: a row of vowels is one, so is a doubled consonant or a
    /// pair such as "sh"; an e at the end is silent unless it is the only vowel.
    static func soundCount(_ phrase: String) -> Int {
        phrase.split { !($0.isLetter || $0.isWholeNumber || "'’+&".contains($0)) }.reduce(0) { $0 + sounds(ofWord: $1) }
    }

    private static func sounds(ofWord word: Substring) -> Int {
        var letters: [UInt8] = []
        var count = 0
        for character in word {
            if character.isWholeNumber || "+&".contains(character) {
                // Said as a word of three sounds or more: "two", "plus".
                count += fewestSounds
            } else {
                letters += plain(character) ?? []
            }
        }
        if letters.count > 2, letters.last == UInt8(ascii: "e"), letters.dropLast().contains(where: isVowel),
            letters.dropLast().last.map({ !isVowel($0) }) == true
        {
            letters.removeLast()
        }
        var before: UInt8?
        for (place, letter) in letters.enumerated() {
            defer { before = letter }
            // "Yes" begins with a consonant, "my" ends in a vowel.
            let isVowel = isVowel(letter) && !(letter == UInt8(ascii: "y") && place == 0)
            if let before {
                if isVowel, Self.isVowel(before), !(before == UInt8(ascii: "y") && place == 1) { continue }
                if !isVowel, before == letter || isPair(before, letter) { continue }
            }
            count += letter == UInt8(ascii: "x") ? 2 : 1
        }
        return count
    }

    private static func isVowel(_ letter: UInt8) -> Bool { "aeiouy".utf8.contains(letter) }

    private static func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
        switch (Character(Unicode.Scalar(first)), Character(Unicode.Scalar(second))) {
        case ("c", "h"), ("s", "h"), ("t", "h"), ("p", "h"), ("w", "h"), ("g", "h"), ("c", "k"), ("n", "g"): true
        default: false
        }
    }

    /// The letters a to z that a letter is said as; empty for an apostrophe, nil when that is not known.
    private static func plain(_ character: Character) -> [UInt8]? {
        if let special = special[character] { return Array(special.utf8) }
        let folded = SearchFolding.fold(String(character))
        return folded.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } && !folded.isEmpty
            ? folded : nil
    }

    private static let special: [Character: String] = [
        "'": "", "’": "", "ß": "ss", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o",
    ]
}
