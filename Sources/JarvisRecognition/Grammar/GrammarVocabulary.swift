// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the names that can fill a grammar's slots on this machine.

import JarvisCore

/// Names by type of slot, in any spelling; grammars use their spoken form.
public struct GrammarVocabulary: Hashable, Sendable {
    /// The names of installed applications.
    public var applications: [String]
    /// The names of well-known websites.
    public var websites: [String]
    /// The names of voices that the user can ask for.
    public var voices: [String]
    /// The units of measurement, singular and plural.
    public var units: [String]
    /// The user's own phrases, names and words, which may fill free-text slots.
    public var phrases: [String]
    /// Further words for free dictation, such as the user's name.
    public var names: [String]

    /// Creates a vocabulary; omitted arguments use the common names.
    public init(
        applications: [String] = [], websites: [String] = Self.commonWebsites, voices: [String] = Self.commonVoices,
        units: [String] = Self.commonUnits, phrases: [String] = [], names: [String] = []
    ) {
        self.applications = applications
        self.websites = websites
        self.voices = voices
        self.units = units
        self.phrases = phrases
        self.names = names
    }

    /// The entries of a list that the user wrote, without those that have no pronounceable part.
    public static func entries(of list: String) -> [String] {
        SettingDescriptor.Domain.entries(of: list).map { String($0.drop { $0 == " " }) }
            .filter { !spokenForm($0).isEmpty }
    }

    /// The user's own words for dictation, in their spoken form.
    package var ownWords: Set<String> {
        Set((applications + phrases + names).flatMap { Self.spokenForm($0).split(separator: " ").map(String.init) })
    }

    /// A name as it is spoken and written in a transcript: lower-case words without punctuation, digits spelled out.
    /// Empty if nothing in it can be pronounced.
    public static func spokenForm(_ name: String) -> String {
        var words: [String] = []
        var word = ""
        func close() {
            let trimmed = word.drop { $0 == "'" }
            if !trimmed.isEmpty { words.append(String(trimmed)) }
            word = ""
        }
        for character in name.lowercased() {
            if let digit = character.wholeNumberValue, character.isASCII {
                close()
                words.append(digits[digit])
            } else if character.isASCII, character.isLetter || character == "'" {
                word.append(character)
            } else if character == "+" || character == "&" {
                close()
                words.append(character == "+" ? "plus" : "and")
            } else if let plain = plainLetters[character] {
                word += plain
            } else {
                close()
            }
        }
        close()
        return words.joined(separator: " ")
    }

    private static let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    private static let plainLetters: [Character: String] = [
        "à": "a", "á": "a", "â": "a", "ä": "a", "å": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e", "í": "i",
        "ï": "i", "î": "i", "ñ": "n", "ó": "o", "ô": "o", "ö": "o", "ø": "o", "ú": "u", "û": "u", "ü": "u", "ß": "ss",
        "æ": "ae", "’": "'",
    ]

    /// Well-known websites, for users who have listed none.
    public static let commonWebsites = [
        "google", "youtube", "wikipedia", "github", "reddit", "amazon", "twitter", "facebook", "bbc news",
    ]
    /// Words that describe kinds of voices, such as "british".
    public static let commonVoices = [
        "female", "male", "british", "american", "scottish", "whisper", "default",
    ]
    /// Units of measurement in everyday use.
    public static let commonUnits = [
        "meters", "meter", "kilometers", "kilometer", "centimeters", "centimeter", "millimeters", "miles", "mile",
        "yards", "yard", "feet", "foot", "inches", "inch", "kilograms", "kilogram", "grams", "gram", "pounds", "pound",
        "ounces", "ounce", "stone", "liters", "liter", "milliliters", "gallons", "gallon", "pints", "pint", "cups",
        "cup", "celsius", "fahrenheit", "degrees celsius", "degrees fahrenheit", "kelvin", "seconds", "minutes",
        "hours", "days", "weeks", "years", "kilometers per hour", "miles per hour", "meters per second", "knots",
        "bytes", "kilobytes", "megabytes", "gigabytes", "terabytes",
    ]
}
