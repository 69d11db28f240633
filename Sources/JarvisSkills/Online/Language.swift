// SPDX-License-Identifier: GPL-3.0-or-later
// Languages by their English names, with ISO 639 codes. Pure.

/// A language to translate into or from.
struct Language: Hashable, Sendable {
    /// The spoken name in lower case: "french".
    var word: String
    /// The ISO 639 code: "fr".
    var code: String

    /// The written name: "French".
    var name: String { word.prefix(1).uppercased() + word.dropFirst() }

    static let all: [Language] =
        [
            "arabic": "ar", "azerbaijani": "az", "basque": "eu", "bengali": "bn", "bulgarian": "bg", "catalan": "ca",
            "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en",
            "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl", "german": "de",
            "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "indonesian": "id", "irish": "ga",
            "italian": "it", "japanese": "ja", "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt",
            "malay": "ms", "norwegian": "nb", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro",
            "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swedish": "sv",
            "tagalog": "tl", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
            "welsh": "cy",
        ].map { Language(word: $0.key, code: $0.value) }.sorted { $0.word < $1.word }

    /// All names as alternatives for a pattern.
    static let pattern = all.map(\.word).joined(separator: "|")

    /// Countries with one language for most people, and what it is called.
    static let places = [
        "france": "french", "germany": "german", "austria": "german", "italy": "italian", "spain": "spanish",
        "mexico": "spanish", "argentina": "spanish", "portugal": "portuguese", "brazil": "portuguese",
        "japan": "japanese",
        "china": "chinese", "korea": "korean", "russia": "russian", "poland": "polish", "sweden": "swedish",
        "norway": "norwegian", "denmark": "danish", "finland": "finnish", "greece": "greek", "turkey": "turkish",
        "netherlands": "dutch", "holland": "dutch", "hungary": "hungarian", "romania": "romanian",
        "ukraine": "ukrainian",
        "thailand": "thai", "vietnam": "vietnamese", "israel": "hebrew", "egypt": "arabic", "iran": "persian",
        "england": "english", "britain": "english", "america": "english",
    ]

    /// The last language that the words name, or that is spoken in the last country that they name.
    static func last(in words: [String]) -> Language? {
        for word in words.reversed() {
            if let found = all.first(where: { $0.word == word || $0.word == places[word] }) { return found }
        }
        return nil
    }
}
