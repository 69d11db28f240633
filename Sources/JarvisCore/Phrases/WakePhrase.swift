// SPDX-License-Identifier: GPL-3.0-or-later
// Decides by its spelling whether a phrase can serve as a wake phrase. One with few sounds occurs in most speech, and
// one with letters that have no known pronunciation is never recognized. Pure.

/// Why a phrase cannot serve as a wake phrase.
public enum WakePhraseFault: Error, Hashable, Sendable {
    /// The phrase has no letters.
    case nothingToSay
    /// The phrase has a letter without a known sound.
    case unknownLetter(Character)
    /// The phrase has too few sounds to be distinguished from other speech.
    case tooShort
}

/// Rules for the spelling of wake phrases.
public enum WakePhrase {
    /// The least number of sounds, as in "yes". Detection scores each sound, and ordinary speech often matches one or
    /// two.
    static let fewestSounds = 3
    /// Phrases with five or more sounds are rarely confused with other speech; "hello" has only four.
    static let safeSounds = 5

    /// Why the phrase is unsuitable; nil if it is fine.
    public static func fault(of phrase: String) -> WakePhraseFault? {
        for character in phrase where character.isLetter && plain(character) == nil {
            return .unknownLetter(character)
        }
        let sounds = soundCount(phrase)
        if sounds == 0 { return .nothingToSay }
        return sounds < fewestSounds ? .tooShort : nil
    }

    /// True for a usable phrase that other speech will often be mistaken for.
    public static func isShort(_ phrase: String) -> Bool { soundCount(phrase) < safeSounds }

    /// Roughly how many sounds the English spelling stands for: a run of vowels is one, and so is a doubled consonant
    /// or a pair such as "sh"; a final e is silent unless it is the only vowel.
    static func soundCount(_ phrase: String) -> Int {
        phrase.split { !($0.isLetter || $0.isWholeNumber || "'’+&".contains($0)) }.reduce(0) { $0 + sounds(ofWord: $1) }
    }

    private static func sounds(ofWord word: Substring) -> Int {
        var letters: [UInt8] = []
        var count = 0
        for character in word {
            if character.isWholeNumber || "+&".contains(character) {
                // Digits and symbols are said as words of three or more sounds: "two", "plus".
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
            // A y is a consonant at the start of a word ("yes") and a vowel elsewhere ("my").
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

    /// The letters a to z that a character stands for; empty for an apostrophe, nil if unknown.
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
