// SPDX-License-Identifier: GPL-3.0-or-later
// Converts language tags to the form that models expect, and lists the languages that a model recognizes. Pure.

/// Converts between language tags, codes and names.
public enum SpokenLanguage {
    /// Whisper's codes by the languages' English names in lower case; ISO 639-1 codes where they exist.
    public static let codes = [
        "afrikaans": "af", "albanian": "sq", "amharic": "am", "arabic": "ar", "armenian": "hy", "assamese": "as",
        "azerbaijani": "az", "bashkir": "ba", "basque": "eu", "belarusian": "be", "bengali": "bn", "bosnian": "bs",
        "breton": "br", "bulgarian": "bg", "burmese": "my", "cantonese": "yue", "catalan": "ca", "chinese": "zh",
        "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "estonian": "et",
        "faroese": "fo", "finnish": "fi", "french": "fr", "galician": "gl", "georgian": "ka", "german": "de",
        "greek": "el", "gujarati": "gu", "haitian": "ht", "hausa": "ha", "hawaiian": "haw", "hebrew": "he",
        "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "italian": "it", "japanese": "ja",
        "javanese": "jw", "kannada": "kn", "kazakh": "kk", "khmer": "km", "korean": "ko", "lao": "lo", "latin": "la",
        "latvian": "lv", "lingala": "ln", "lithuanian": "lt", "luxembourgish": "lb", "macedonian": "mk",
        "malagasy": "mg", "malay": "ms", "malayalam": "ml", "maltese": "mt", "maori": "mi", "marathi": "mr",
        "mongolian": "mn", "nepali": "ne", "norwegian": "no", "nynorsk": "nn", "occitan": "oc", "pashto": "ps",
        "persian": "fa", "polish": "pl", "portuguese": "pt", "punjabi": "pa", "romanian": "ro", "russian": "ru",
        "sanskrit": "sa", "serbian": "sr", "shona": "sn", "sindhi": "sd", "sinhala": "si", "slovak": "sk",
        "slovenian": "sl", "somali": "so", "spanish": "es", "sundanese": "su", "swahili": "sw", "swedish": "sv",
        "tagalog": "tl", "tajik": "tg", "tamil": "ta", "tatar": "tt", "telugu": "te", "thai": "th", "tibetan": "bo",
        "turkish": "tr", "turkmen": "tk", "ukrainian": "uk", "urdu": "ur", "uzbek": "uz", "vietnamese": "vi",
        "welsh": "cy", "yiddish": "yi", "yoruba": "yo",
    ]
    /// Other codes for the same languages.
    private static let synonyms = [
        "nb": "no", "cmn": "zh", "jv": "jw", "iw": "he", "in": "id", "fil": "tl", "mo": "ro", "sh": "sr",
    ]

    /// The language code of a tag: "de" for "de-AT"; empty if the tag has none.
    public static func code(_ tag: String) -> String {
        let language = tag.prefix { $0.isASCII && $0.isLetter }.lowercased()
        return synonyms[language] ?? language
    }

    /// True for English of any region.
    public static func isEnglish(_ tag: String) -> Bool { code(tag) == "en" }
}

extension SpeechModelFiles {
    /// The languages that a multilingual model can be told to recognize; empty if it can't be told.
    public var languages: [String] {
        switch family {
        case .whisper where metadata["is_multilingual"] != "0":
            (metadata["all_language_codes"] ?? "").split(separator: ",").map(String.init)
        case .senseVoice: ["zh", "en", "ja", "ko", "yue"]
        default: []
        }
    }

    /// The language code to pass to the model; an unknown one would make the library end the process.
    /// - Returns: Nil if the model detects the language, or recognizes only one.
    func told(_ tag: String) -> String? {
        let code = SpokenLanguage.code(tag)
        return languages.contains(code) ? code : nil
    }
}
