// SPDX-License-Identifier: GPL-3.0-or-later
// Languages by their English names, with ISO 639 codes. Pure.

import JarvisCore

/// A language to translate into or from.
struct Language: Hashable, Sendable {
    /// The spoken name in lower case: "french".
    var word: String
    /// The ISO 639 code: "fr".
    var code: String

    /// The written name: "French".
    var name: String { word.capitalizedFirst }

    static let all: [Language] =
        [
            "afrikaans": "af", "albanian": "sq", "arabic": "ar", "armenian": "hy", "azerbaijani": "az",
            "basque": "eu", "belarusian": "be", "bengali": "bn", "bosnian": "bs", "bulgarian": "bg", "burmese": "my",
            "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
            "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr",
            "galician": "gl", "georgian": "ka", "german": "de",
            "greek": "el", "hawaiian": "haw", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is",
            "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "kazakh": "kk", "khmer": "km",
            "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt", "luxembourgish": "lb",
            "macedonian": "mk", "malay": "ms", "maltese": "mt", "maori": "mi", "mongolian": "mn",
            "nepali": "ne", "norwegian": "nb", "persian": "fa", "polish": "pl", "portuguese": "pt", "punjabi": "pa",
            "romanian": "ro", "russian": "ru", "samoan": "sm", "serbian": "sr", "slovak": "sk", "slovenian": "sl",
            "somali": "so", "spanish": "es", "swahili": "sw", "swedish": "sv", "tagalog": "tl", "tamil": "ta",
            "telugu": "te", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "uzbek": "uz",
            "vietnamese": "vi", "welsh": "cy", "yiddish": "yi", "zulu": "zu",
        ].map { Language(word: $0.key, code: $0.value) }.sorted { $0.word < $1.word }

    /// All names as alternatives for a pattern.
    static let pattern = all.map(\.word).joined(separator: "|")

    /// Countries with one language for most people, and what it is called.
    static let places = [
        "albania": "albanian", "algeria": "arabic", "america": "english", "argentina": "spanish",
        "armenia": "armenian", "australia": "english", "austria": "german", "bangladesh": "bengali",
        "bosnia": "bosnian", "brazil": "portuguese", "britain": "english", "bulgaria": "bulgarian",
        "cambodia": "khmer", "chile": "spanish", "china": "chinese", "colombia": "spanish", "croatia": "croatian",
        "cuba": "spanish", "denmark": "danish", "ecuador": "spanish", "egypt": "arabic", "england": "english",
        "estonia": "estonian", "finland": "finnish", "france": "french", "germany": "german", "greece": "greek",
        "guatemala": "spanish", "hawaii": "hawaiian", "holland": "dutch", "hungary": "hungarian",
        "iceland": "icelandic", "india": "hindi", "indonesia": "indonesian", "iran": "persian", "israel": "hebrew",
        "italy": "italian", "japan": "japanese", "jordan": "arabic", "kenya": "swahili", "korea": "korean",
        "latvia": "latvian", "lebanon": "arabic", "lithuania": "lithuanian", "macedonia": "macedonian",
        "malaysia": "malay", "malta": "maltese", "mexico": "spanish", "mongolia": "mongolian", "morocco": "arabic",
        "nepal": "nepali", "netherlands": "dutch", "norway": "norwegian", "pakistan": "urdu", "panama": "spanish",
        "peru": "spanish", "philippines": "tagalog", "poland": "polish", "portugal": "portuguese",
        "romania": "romanian", "russia": "russian", "samoa": "samoan", "serbia": "serbian", "slovakia": "slovak",
        "slovenia": "slovenian", "somalia": "somali", "spain": "spanish", "sweden": "swedish", "syria": "arabic",
        "taiwan": "chinese", "tanzania": "swahili", "thailand": "thai", "tunisia": "arabic", "turkey": "turkish",
        "ukraine": "ukrainian", "uruguay": "spanish", "venezuela": "spanish", "vietnam": "vietnamese",
        "wales": "welsh",
    ]

    /// People by what they are called, where the language is called otherwise, and what they speak.
    static let peoples = [
        "cantonese": "chinese", "farsi": "persian", "filipino": "tagalog", "flemish": "dutch", "mandarin": "chinese",
        "american": "english", "americans": "english", "argentine": "spanish", "argentinian": "spanish",
        "argentinians": "spanish", "australian": "english", "australians": "english", "austrian": "german",
        "austrians": "german", "brazilian": "portuguese", "brazilians": "portuguese", "british": "english",
        "bulgarians": "bulgarian", "chilean": "spanish", "colombian": "spanish", "croatians": "croatian",
        "cuban": "spanish", "cubans": "spanish", "danes": "danish", "dutchman": "dutch", "egyptian": "arabic",
        "egyptians": "arabic", "englishman": "english", "filipinos": "tagalog", "finns": "finnish",
        "frenchman": "french", "frenchmen": "french", "germans": "german", "greeks": "greek",
        "hawaiians": "hawaiian", "hungarians": "hungarian", "indian": "hindi", "indians": "hindi",
        "indonesians": "indonesian", "iranian": "persian", "iranians": "persian", "israeli": "hebrew",
        "israelis": "hebrew", "italians": "italian", "koreans": "korean", "mexican": "spanish",
        "mexicans": "spanish", "mongolians": "mongolian", "mongols": "mongolian", "moroccan": "arabic",
        "norwegians": "norwegian", "peruvian": "spanish", "peruvians": "spanish", "poles": "polish",
        "romanians": "romanian", "russians": "russian", "samoans": "samoan", "serbians": "serbian",
        "spaniard": "spanish", "spaniards": "spanish", "swedes": "swedish", "turks": "turkish",
        "ukrainians": "ukrainian", "venezuelan": "spanish",
    ]

    /// The last language that the words name, or that is spoken in the last country or by the last people they name.
    static func last(in words: [String]) -> Language? {
        for word in words.reversed() {
            let spoken = places[word] ?? peoples[word]
            if let found = all.first(where: { $0.word == word || $0.word == spoken }) { return found }
        }
        return nil
    }
}
