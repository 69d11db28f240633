// SPDX-License-Identifier: GPL-3.0-or-later
// Names for marks, symbols, units and abbreviations in a language, and its formats for numbers and dates.

/// A language's rules for text that is not written in words. In languages without rules, the voice handles numbers
/// and symbols itself.
struct SpokenRules: Sendable {
    /// The name of a quantity after the number one, and after any other number.
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

    /// The words for parts of addresses, signs and lists.
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
    /// Symbols that are read as words of their own.
    var symbols: [Character: String] = [:]
    /// Symbols read only between numbers or spaces.
    var operators: [String: String] = [:]
    var units: [String: Name] = [:]
    /// Currencies by sign or ISO 4217 code; `cents` is nil for those without.
    var currencies: [String: (whole: Name, cents: Name?)] = [:]
    /// Magnitudes between a number's digits and its currency ("3 million dollars").
    var magnitudes: Set<String> = []
    /// Abbreviations in lower case, with their full stops if they have any.
    var abbreviations: [String: String] = [:]
    /// Abbreviations that apply only before a name or a number ("No. 5", "St. Mary").
    var leadingAbbreviations: [String: String] = [:]
    var months: [String] = []
    /// The names of common fractions, by their written forms such as "1/2".
    var fractions: [String: String] = [:]
    /// Words such as "chapter": a Roman numeral after them is a cardinal.
    var romanContexts: Set<String> = []
    /// Rulers and popes: a Roman numeral after them is an ordinal.
    var romanNames: Set<String> = []
    /// Common pictographs; others are left out.
    var pictographs: [Character: String] = [:]
    /// A date without its weekday.
    var date: @Sendable (_ day: Int, _ month: String, _ year: Int?) -> String = { day, month, year in
        "\(day) \(month)" + (year.map { " \($0)" } ?? "")
    }
    /// A time of day; `half` is "AM", "PM", or nil for 24 hours.
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

    /// True for a language without rules: only the markup is removed.
    var isBare = false

    init(code: String, isBare: Bool = false) {
        self.code = code
        self.isBare = isBare
    }
}
