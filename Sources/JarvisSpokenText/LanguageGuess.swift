// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses the language of a text by its script, its most frequent words, and letters that few languages have. For
// short texts the usual, and safe, answer is "unsure".

/// A guess at a text's language.
public enum LanguageGuess {
    /// ISO 639-1 codes of the languages that can be recognized.
    public static let languages = Set(frequent.keys).union([
        "el", "uk", "sr", "ru", "bg", "hy", "he", "fa", "ar", "hi", "bn", "pa", "gu", "or", "ta", "te", "kn", "ml",
        "si", "th", "my", "ka", "am", "ja", "zh", "ko",
    ])

    /// ISO 639-1 code of the language of `text`, if certain; nil when several are possible.
    ///
    /// Certain means: a script that only one listed language uses, or at least two frequent words (or letters of its
    /// own) of one language, twice as many as of any other.
    public static func language(of text: String) -> String? {
        var scripts: [WritingSystem: Int] = [:]
        for scalar in text.unicodeScalars.prefix(4_000) {
            if let script = WritingSystem(scalar) { scripts[script, default: 0] += 1 }
        }
        let latin = scripts.removeValue(forKey: .latin) ?? 0
        if let (script, count) = scripts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count > latin, count >= 2
        {
            return language(of: text, in: script == .han && scripts[.kana] != nil ? .kana : script)
        }
        return latinLanguage(of: text.prefix(2_000).lowercased())
    }

    /// ISO 639-1 code of the most likely language of `text`, which is in this script; nil if unknown. Defaults to
    /// English for Latin letters.
    public static func language(of text: String, in script: WritingSystem) -> String? {
        switch script {
        case .cyrillic:
            if text.contains(where: { "іїєґІЇЄҐ".contains($0) }) { return "uk" }
            if text.contains(where: { "ђћџљњјЂЋЏЉЊЈ".contains($0) }) { return "sr" }
            return text.contains { "ыэёЫЭЁ".contains($0) } || !text.contains("ъ") ? "ru" : "bg"
        case .arabic: return text.contains { "پچژگ".contains($0) } ? "fa" : "ar"
        default: return single[script]
        }
    }

    /// Scripts that only one listed language uses.
    private static let single: [WritingSystem: String] = [
        .latin: "en", .greek: "el", .armenian: "hy", .hebrew: "he", .devanagari: "hi", .bengali: "bn", .gurmukhi: "pa",
        .gujarati: "gu", .oriya: "or", .tamil: "ta", .telugu: "te", .kannada: "kn", .malayalam: "ml", .sinhala: "si",
        .thai: "th", .burmese: "my", .georgian: "ka", .ethiopic: "am", .kana: "ja", .han: "zh", .hangul: "ko",
    ]

    private static func latinLanguage(of text: String) -> String? {
        var points: [String: Int] = [:]
        for word in text.split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "’" }) {
            for language in owners[String(word)] ?? [] { points[language, default: 0] += 2 }
        }
        for character in text { for language in letters[character] ?? [] { points[language, default: 0] += 1 } }
        let ranked = points.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let first = ranked.first, first.value >= 4 else { return nil }
        let second = ranked.dropFirst().first?.value ?? 0
        return first.value >= second * 2 ? first.key : nil
    }

    /// Frequent short words, by language.
    private static let frequent: [String: String] = [
        "en": "the and is are was were of to in you it that this with for have has what your not be will can from they "
            + "there which would about do does how when where who it's i'm don't we at on an as by or but if my his her",
        "de":
            "der die das und ist sind war nicht ich du er sie es wir ihr ein eine einen einem einer mit für auf von zu "
            + "den dem des im zum zur auch als wie was wird werden haben hat kann noch nur oder aber wenn dass bei nach heute",
        "fr": "le la les des est sont une un du et dans pour que qui sur avec pas vous nous je il elle ce cette au aux "
            + "mais plus ou où être avoir sera c'est j'ai d'un d'une qu'il très votre mon aujourd'hui",
        "es": "el la los las es son una un del y en para que por con no se su lo como más pero usted yo está están "
            + "tiene hoy muy qué cómo al este esta mi tu o ya hay le",
        "it": "il lo la gli le è sono una un del della di e in per che con non si su come più ma questo questa ho ha "
            + "hai oggi molto anche dei delle nel nella al alla io tu mi",
        "pt": "o a os as é são uma um do da dos das e em para que com não se por como mais mas você eu está hoje muito "
            + "também no na ao à meu seu isso este esta tem",
        "nl":
            "de het een en is zijn was niet ik je jij u hij zij wij van voor met op aan te dat die deze dit er maar ook "
            + "naar bij uit wordt worden heeft hebben kan nog vandaag",
        "pl": "i w na z do jest są nie to się że o jak po co za od dla przez ale czy ja ty jego tak już tylko być może "
            + "dzisiaj masz mam",
        "sv": "och är det att en ett i som på av för med inte den till har jag du vi om från kan ska idag var men så",
        "da": "og er det at en et i som på af for med ikke den til har jeg du vi om fra kan skal var men så dag",
        "fi": "ja on ei se että oli hän olen mutta niin kuin myös minä sinä tämä joka ovat ole kun mitä nyt",
        "cs": "a je to se na v že s z do ve jsem jsou ale jak co tak pro by jako už jen má mám dnes není",
        "tr": "ve bir bu da de için ile çok ne o ben sen var yok mi daha gibi olarak değil bugün ama kadar",
        "hu": "a az és hogy nem egy is ez van de meg csak már mint el ha volt ma én te ki be",
        "ro": "și este sunt un o în de la pe cu nu că pentru mai din care ce dar sau azi are am să",
    ]

    private static let owners: [String: [String]] = {
        var owners: [String: [String]] = [:]
        for (language, words) in frequent {
            for word in words.split(separator: " ") { owners[String(word), default: []].append(language) }
        }
        return owners
    }()

    /// Letters that few languages use.
    private static let letters: [Character: [String]] = [
        "ß": ["de"], "ä": ["de", "sv", "fi"], "ö": ["de", "sv", "fi", "tr", "hu"], "ü": ["de", "tr", "hu"],
        "ñ": ["es"], "¿": ["es"], "¡": ["es"], "ç": ["fr", "pt", "tr"], "è": ["fr", "it"], "ê": ["fr", "pt"],
        "œ": ["fr"], "ù": ["fr", "it"], "ò": ["it"], "ì": ["it"], "ã": ["pt"], "õ": ["pt"], "å": ["sv", "da"],
        "ø": ["da"], "æ": ["da"], "ł": ["pl"], "ą": ["pl"], "ę": ["pl"], "ś": ["pl"], "ż": ["pl"], "ź": ["pl"],
        "ń": ["pl"], "ć": ["pl"], "ř": ["cs"], "ě": ["cs"], "ů": ["cs"], "š": ["cs"], "č": ["cs"], "ž": ["cs"],
        "ğ": ["tr"], "ş": ["tr", "ro"], "ı": ["tr"], "ő": ["hu"], "ű": ["hu"], "ț": ["ro"], "ș": ["ro"],
        "ă": ["ro"], "î": ["fr", "ro"], "â": ["fr", "ro", "pt"],
    ]
}
