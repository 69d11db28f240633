// SPDX-License-Identifier: GPL-3.0-or-later
// What marks, symbols, units and abbreviations are called in a language, and how it writes numbers and dates.

/// One language's way of saying what is not written in words. A language without rules of its own leaves numbers and
/// symbols to the voice.
struct SpokenRules: Sendable {
    /// A quantity's name behind one, and behind any other number.
    struct Name: Sendable {
        var one: String
        var many: String

        init(_ one: String, _ many: String) {
            self.one = one
            self.many = many
        }
    }

    enum DateOrder: Sendable {
        case dayFirst, monthFirst
    }

    /// The small words of addresses, signs and lists.
    struct Words: Sendable {
        var at = "at"
        var dot = "dot"
        var slash = "slash"
        var backslash = "backslash"
        var dash = "dash"
        var underscore = "underscore"
        var port = "port"
        var minus = "minus"
        var plus = "plus"
        var to = "to"
        var and = "and"
        var times = "times"
        var by = "by"
        var over = "over"
        var point = "point"
        var number = "number"
        var version = "version"
        var hashtag = "hashtag"
        var code = "code"
        var image = "image"
    }

    /// ISO 639 code.
    var code: String
    var words = Words()
    var decimalMark: Character = "."
    var groupMarks: Set<Character> = []
    var dateOrder = DateOrder.dayFirst
    /// Symbols that are words by themselves.
    var symbols: [Character: String] = [:]
    /// Symbols that are said between numbers, or with space around them, and mean nothing elsewhere.
    var operators: [String: String] = [:]
    var units: [String: Name] = [:]
    /// By sign or ISO 4217 code; `cents` is nil where there are none.
    var currencies: [String: (whole: Name, cents: Name?)] = [:]
    /// Magnitudes between a number's digits and its currency ("3 million dollars").
    var magnitudes: Set<String> = []
    /// With their full stops, in lower case.
    var abbreviations: [String: String] = [:]
    /// Abbreviations only in front of a name or a number ("No. 5", "St. Mary").
    var leadingAbbreviations: [String: String] = [:]
    var months: [String] = []
    /// "½" and the like, and their written forms "1/2".
    var fractions: [String: String] = [:]
    /// Words in front of a Roman numeral that make it one.
    var romanContexts: Set<String> = []
    /// Rulers and popes: the Roman numeral behind them is an ordinal.
    var romanNames: Set<String> = []
    /// Common pictographs; others are left out.
    var pictographs: [Character: String] = [:]
    /// A date without its weekday.
    var date: @Sendable (_ day: Int, _ month: String, _ year: Int?) -> String = { day, month, year in
        "\(day) \(month)" + (year.map { " \($0)" } ?? "")
    }
    /// A time of day; `half` is "a.m.", "p.m." or nil for 24 hours.
    var time: @Sendable (_ hour: Int, _ minute: Int, _ half: String?) -> String = { hour, minute, half in
        "\(hour):\(minute < 10 ? "0" : "")\(minute)" + (half.map { " \($0)" } ?? "")
    }
    var ordinal: @Sendable (Int) -> String = { "\($0)." }

    /// The rules for a BCP 47 tag ("en-us", "de").
    static func rules(for tag: String) -> SpokenRules {
        switch tag.lowercased().prefix(2) {
        case "en": tag.lowercased().hasPrefix("en-us") || tag == "en" ? english : britishEnglish
        case "de": german
        case "fr": french
        case "es": spanish
        default: SpokenRules(code: String(tag.prefix(2)), isBare: true)
        }
    }

    /// A language that is only rid of marks.
    var isBare = false

    init(code: String, isBare: Bool = false) {
        self.code = code
        self.isBare = isBare
    }
}
