// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a written transcript into the words of a grammar: lower case, numbers in words, no punctuation. Pure.

/// Turns written text into spoken words.
public enum SpokenWords {
    /// "Set a timer for 10 minutes, please." is ["set", "a", "timer", "for", "ten", "minutes", "please"].
    public static func words(of text: String) -> [String] {
        text.lowercased().replacing("’", with: "'").split { $0.isWhitespace || "-–—/;!?\"()".contains($0) }
            .reduce(into: []) { words, token in
                // Recognizers write "seven thirty a." when the audio ends before the "m".
                let isCutHour = ["a.", "p."].contains(token) && words.last.map(isNumber) == true
                words += isCutHour ? [String(token.prefix(1)), "m"] : Self.words(ofToken: token)
            }
    }

    private static func isNumber(_ word: String) -> Bool {
        small.contains(word) || tens.contains(word) || word == "o'clock"
    }

    private static func words(ofToken token: Substring) -> [String] {
        if let sign = signs[String(token)] { return sign }
        let plain = trimmed(token)
        if plain.isEmpty { return [] }
        if let abbreviation = abbreviations[String(plain)] ?? abbreviations[String(token)] { return abbreviation }
        guard let first = plain.firstIndex(where: \.isNumber) else { return [letters(plain)].filter { !$0.isEmpty } }
        let before = plain[..<first]
        let figures = plain[first...].prefix { $0.isNumber || ".,:".contains($0) }
        let after = plain[figures.endIndex...]
        var words = before.filter { !"$€£+-".contains($0) }.isEmpty ? [] : [letters(before)]
        words += figuresInWords(trimmed(figures), isOrdinal: ordinalEndings.contains(String(after)))
        if let unit = currencies[before.last ?? " "] { words.append(unit) }
        if !after.isEmpty, !ordinalEndings.contains(String(after)) { words += self.words(ofToken: after) }
        return words
    }

    private static func trimmed(_ token: Substring) -> Substring {
        let start = token.drop { ".,:'".contains($0) }
        let end = start.lastIndex { !".,:'".contains($0) }
        return end.map { start[...$0] } ?? ""
    }

    private static func letters(_ token: Substring) -> String {
        token.filter { $0.isLetter || $0 == "'" }
    }

    private static let ordinalEndings: Set = ["st", "nd", "rd", "th"]
    private static let currencies: [Character: String] = ["$": "dollars", "€": "euros", "£": "pounds"]
    private static let signs = [
        "+": ["plus"], "*": ["times"], "×": ["times"], "x": ["times"], "÷": ["divided", "by"], "=": ["is"],
        "&": ["and"],
        "%": ["percent"], "−": ["minus"],
    ]
    private static let abbreviations = [
        "a.m": ["a", "m"], "p.m": ["p", "m"], "am": ["a", "m"], "pm": ["p", "m"], "a.m.": ["a", "m"],
        "p.m.": ["p", "m"],
        "%": ["percent"], "ok": ["okay"], "mr": ["mister"], "mrs": ["missus"], "dr": ["doctor"], "km": ["kilometers"],
        "kg": ["kilograms"], "°": ["degrees"], "min": ["minutes"], "i'm": ["i'm"],
    ]

    // MARK: Figures

    private static func figuresInWords(_ figures: Substring, isOrdinal: Bool) -> [String] {
        let clock = figures.split(separator: ":")
        if clock.count == 2, let hour = Int(clock[0]), let minute = Int(clock[1]), hour < 25, minute < 60 {
            return cardinal(hour)
                + (minute == 0 ? ["o'clock"] : minute < 10 ? ["oh"] + cardinal(minute) : cardinal(minute))
        }
        if !isOrdinal, isNumberOfSigns(figures) { return figures.compactMap(\.wholeNumberValue).flatMap(cardinal) }
        let parts = figures.filter { $0 != "," && $0 != ":" }.split(separator: ".")
        guard let whole = parts.first.flatMap({ Int($0) }), whole < 1_000_000_000 else {
            return figures.compactMap { $0.wholeNumberValue }.flatMap(cardinal)
        }
        if isOrdinal { return ordinal(whole) }
        let fraction = parts.count > 1 ? ["point"] + parts[1].compactMap(\.wholeNumberValue).flatMap(cardinal) : []
        return cardinal(whole) + fraction
    }

    /// A postal code or telephone number, which people read digit by digit: it begins with a zero, or is long, not
    /// round, and without commas.
    private static func isNumberOfSigns(_ figures: Substring) -> Bool {
        guard figures.count > 1, figures.allSatisfy(\.isNumber) else { return false }
        return figures.first == "0" || figures.count > 4 && !figures.hasSuffix("00")
    }

    /// 0 to 999 999 999 in words, without "and".
    static func cardinal(_ number: Int) -> [String] {
        switch number {
        case ..<20: [small[max(number, 0)]]
        case ..<100: [tens[number / 10]] + (number % 10 == 0 ? [] : [small[number % 10]])
        case ..<1_000: [small[number / 100], "hundred"] + (number % 100 == 0 ? [] : cardinal(number % 100))
        case ..<1_000_000:
            cardinal(number / 1_000) + ["thousand"] + (number % 1_000 == 0 ? [] : cardinal(number % 1_000))
        default:
            cardinal(number / 1_000_000) + ["million"] + (number % 1_000_000 == 0 ? [] : cardinal(number % 1_000_000))
        }
    }

    private static func ordinal(_ number: Int) -> [String] {
        let words = cardinal(number)
        guard let last = words.last else { return words }
        let form = irregular[last] ?? (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th")
        return words.dropLast() + [form]
    }

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    private static let irregular = [
        "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
        "twelve": "twelfth",
    ]
}
