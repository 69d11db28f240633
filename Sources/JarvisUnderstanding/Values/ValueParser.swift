// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the values that begin at a word. Packrat parsing: each kind of value is computed once per word and cached, so
// a sentence takes one pass. For one request, on one thread.

import JarvisCore

/// Parses values at any place in a request.
final class ValueParser {
    /// A value that ends before the word at index `end`.
    struct Found<Value> {
        var end: Int
        var value: Value
        var parts: [ValueSpan] = []
    }

    /// A phrase with a role that ends before the word at index `end`.
    struct Terminal {
        var end: Int
        var role: ValueRole
        var numbers: [Double]
        var text: String

        var number: Double { numbers.first ?? 0 }
    }

    /// A word in figures: "7", "2.5", "7:30".
    struct Figures {
        /// Nil for times with a colon and for dates.
        var value: Double?
        var fields: [Int]
        var separator: Character?
        /// The number of digits in each field.
        var widths: [Int]

        var whole: Int? { value.flatMap { Int(exactly: $0) } }
    }

    let words: [String]
    let lexicon: ValueLexicon
    let names: [KnownName]
    let zones: (String) -> String?
    let terminals: [[Terminal]]
    let figures: [Figures?]
    private let nameWords: [[String]]

    // Caches by word; nil means not computed yet.
    var numbersKept: [[Found<SpokenNumber>]?]
    var cardinalsKept: [Found<Double>??]
    var durationsKept: [[Found<CalendarDuration>]?]
    var timesKept: [[Found<ClockTime>]?]
    var daysKept: [[Found<DayReference>]?]
    var momentsKept: [[Found<SpokenMoment>]?]
    var impossibleKept: [[Found<ImpossibleReason>]?]
    /// The current depth of nested days: "the day after the day after …"
    var nesting = 0

    init(
        _ words: [String], lexicon: ValueLexicon = .english, names: [KnownName] = [],
        zones: @escaping (String) -> String? = { _ in nil }
    ) {
        self.words = words
        self.lexicon = lexicon
        self.names = names
        self.zones = zones
        nameWords = names.map { $0.name.lowercased().split(separator: " ").map(String.init) }
        figures = words.map(Self.figures)
        terminals = words.indices.map { place in
            lexicon.entries(of: words[place]).compactMap { entry in
                let end = place + 1 + entry.rest.count
                guard end <= words.count, entry.rest.isEmpty || words[(place + 1)..<end].elementsEqual(entry.rest)
                else { return nil }
                return Terminal(end: end, role: entry.role, numbers: entry.numbers, text: entry.text)
            }
        }
        numbersKept = Array(repeating: nil, count: words.count)
        cardinalsKept = Array(repeating: nil, count: words.count)
        durationsKept = Array(repeating: nil, count: words.count)
        timesKept = Array(repeating: nil, count: words.count)
        daysKept = Array(repeating: nil, count: words.count)
        momentsKept = Array(repeating: nil, count: words.count)
        impossibleKept = Array(repeating: nil, count: words.count)
    }

    // MARK: Words

    /// The longest phrase with this role at a place; nil if there is none.
    func terminal(_ role: ValueRole, at place: Int) -> Terminal? {
        guard place < words.count else { return nil }
        var best: Terminal?
        for terminal in terminals[place] where terminal.role == role && terminal.end > best?.end ?? 0 {
            best = terminal
        }
        return best
    }

    /// All phrases with this role at a place.
    func all(_ role: ValueRole, at place: Int) -> [Terminal] {
        place < words.count ? terminals[place].filter { $0.role == role } : []
    }

    func has(_ role: ValueRole, at place: Int) -> Bool { terminal(role, at: place) != nil }

    func hasAny(_ roles: ValueRole..., at place: Int) -> Bool {
        place < words.count && terminals[place].contains { roles.contains($0.role) }
    }

    /// The place behind a phrase with one of these roles, or `place` itself if there is none.
    func skip(_ roles: ValueRole..., at place: Int) -> Int {
        for role in roles { if let terminal = terminal(role, at: place) { return terminal.end } }
        return place
    }

    /// The place behind phrases with these roles in this order; nil if one is missing.
    func sequence(_ roles: ValueRole..., at place: Int) -> Int? {
        var place = place
        for role in roles {
            guard let terminal = terminal(role, at: place) else { return nil }
            place = terminal.end
        }
        return place
    }

    /// Skips words around a value that don't change it: "about", "roughly".
    func skipHedges(at place: Int) -> Int {
        var place = place
        while let terminal = terminal(.hedge, at: place) { place = terminal.end }
        return place
    }

    func figures(at place: Int) -> Figures? { place < words.count ? figures[place] : nil }

    /// The user's names that begin at a place, longest first.
    func knownNames(at place: Int) -> [Found<KnownName>] {
        guard place < words.count, !names.isEmpty else { return [] }
        let found: [Found<KnownName>] = names.indices.compactMap { index in
            let name = nameWords[index]
            guard !name.isEmpty, words[place...].starts(with: name) else { return nil }
            return Found(end: place + name.count, value: names[index])
        }
        return found.sorted { $0.end > $1.end }
    }

    /// The time zone of the place named here in up to four words; nil if there is none.
    func place(at place: Int) -> Found<String>? {
        guard place < words.count else { return nil }
        for length in (1...4).reversed() where place + length <= words.count {
            if let zone = zones(words[place..<place + length].joined(separator: " ")) {
                return Found(end: place + length, value: zone)
            }
        }
        return nil
    }

    private static func figures(_ word: String) -> Figures? {
        guard let first = word.utf8.first else { return nil }
        guard first >= 48 && first <= 57 else {
            // Characters such as "½" have a value of their own.
            guard first >= 128, word.unicodeScalars.count == 1,
                let value = word.unicodeScalars.first?.properties.numericValue, value > 0, value < 1
            else { return nil }
            return Figures(value: value, fields: [], separator: nil, widths: [])
        }
        let separator = word.first { $0 == ":" || $0 == "." }
        let fields = word.split(omittingEmptySubsequences: false) { $0 == separator }
        let numbers = fields.compactMap { Int($0) }
        guard numbers.count == fields.count else { return Double(word).map { whole($0) } }
        let value = separator == nil || separator == "." && fields.count == 2 ? Double(word) : nil
        return Figures(value: value, fields: numbers, separator: separator, widths: fields.map(\.utf8.count))
    }

    private static func whole(_ value: Double) -> Figures {
        Figures(value: value, fields: [], separator: nil, widths: [])
    }
}
