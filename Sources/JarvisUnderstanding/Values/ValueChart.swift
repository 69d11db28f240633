// SPDX-License-Identifier: GPL-3.0-or-later
// Finds all values in a sentence, with their alternatives where the words are ambiguous.

import JarvisCore

/// The values in a sentence. Pure; a `MomentResolver` turns its moments into instants.
package struct ValueChart: Sendable {
    /// A stretch of words with its possible values; several if the words are ambiguous.
    package struct Entry: Hashable, Sendable {
        package var range: Range<Int>
        package var readings: [ValueSpan]
    }

    /// The longest value at each place, from the left, without overlaps.
    package let entries: [Entry]

    /// Longer texts are not requests.
    private static let wordLimit = 200

    /// Finds the values in `words`.
    /// - Parameters:
    ///   - words: Normalised words, as in `Utterance`.
    ///   - quotes: Ranges of quoted words, with their text.
    ///   - names: The user's own things, by their spoken names.
    ///   - zones: Returns the time zone of a place by its lower-case name.
    package init(
        _ words: [String], lexicon: ValueLexicon = .english, quotes: [(Range<Int>, String)] = [],
        names: [KnownName] = [], zones: @escaping (String) -> String? = { _ in nil }
    ) {
        let parser = ValueParser(Array(words.prefix(Self.wordLimit)), lexicon: lexicon, names: names, zones: zones)
        var entries: [Entry] = []
        var place = 0
        while place < parser.words.count {
            if let quote = quotes.first(where: { $0.0.lowerBound == place && !$0.0.isEmpty }) {
                entries.append(Entry(range: quote.0, readings: [ValueSpan(range: quote.0, value: .quote(quote.1))]))
                place = quote.0.upperBound
            } else if let entry = Self.longest(parser, at: place) {
                entries.append(entry)
                place = entry.range.upperBound
            } else {
                place += 1
            }
        }
        self.entries = entries
    }

    /// The values that span all words: several if the words are ambiguous, none if some would be left over.
    package static func readings(
        of words: [String], lexicon: ValueLexicon = .english, names: [KnownName] = [],
        zones: @escaping (String) -> String? = { _ in nil }
    ) -> [ValueSpan] {
        let parser = ValueParser(words, lexicon: lexicon, names: names, zones: zones)
        return merged(parser.spans(at: 0).filter { $0.range.upperBound == words.count })
    }

    private static func longest(_ parser: ValueParser, at place: Int) -> Entry? {
        let spans = parser.spans(at: place)
        guard let end = spans.map(\.range.upperBound).max() else { return nil }
        return Entry(range: place..<end, readings: merged(spans.filter { $0.range.upperBound == end }))
    }

    /// Drops readings that another reading covers.
    private static func merged(_ spans: [ValueSpan]) -> [ValueSpan] {
        var kept: [ValueSpan] = []
        for span in spans where !kept.contains(where: { $0.value.covers(span.value) }) { kept.append(span) }
        return kept
    }
}

extension ValueParser {
    /// All values that begin at a place, the most specific kinds first.
    func spans(at place: Int) -> [ValueSpan] {
        guard place < words.count, !terminals[place].isEmpty || figures[place] != nil || !names.isEmpty else {
            return []
        }
        var found: [ValueSpan] = []
        func add<Value>(_ values: [Found<Value>], _ make: (Value) -> SpokenValue) {
            for value in values {
                found.append(ValueSpan(range: place..<value.end, value: make(value.value), parts: value.parts))
            }
        }
        add(knownNames(at: place)) { .name($0) }
        add(impossible(at: place)) { .impossible($0) }
        add(recurrences(at: place)) { .recurrence($0) }
        add(periods(at: place)) { .period($0) }
        for offset in offsets(at: place) {
            let value = moment(of: offset.value).map(SpokenValue.moment) ?? .offset(offset.value)
            found.append(ValueSpan(range: place..<offset.end, value: value, parts: offset.parts))
        }
        add(moments(at: place).filter { !isBareNumber($0, at: place) }) { .moment($0) }
        add(durations(at: place)) { .duration($0) }
        add(quantities(at: place)) { .quantity($0) }
        add(numbers(at: place)) { .number($0) }
        if let zone = zone(at: place) { add([zone]) { .zone($0) } }
        return found
    }

    /// A number alone is not a time: "seven", "7", "for five".
    private func isBareNumber(_ moment: Found<SpokenMoment>, at place: Int) -> Bool {
        guard moment.value.day == nil, moment.value.part == nil, moment.value.zone == nil else { return false }
        let start = skip(.for, at: skipHedges(at: place))
        // "1730" may be a number or a time.
        if start == place, figures(at: place)?.widths == [4] { return false }
        return numbers(at: start).contains { $0.end == moment.end && $0.value.form != .ordinal }
    }
}

extension SpokenValue {
    /// True if `other` adds nothing to this value. An offset in days covers the day it leads to.
    fileprivate func covers(_ other: SpokenValue) -> Bool {
        if self == other { return true }
        switch (self, other) {
        case (.offset(let offset), .moment(let moment)):
            guard case .now = offset.anchor, moment.time == nil, moment.part == nil, offset.length.isByDay else {
                return false
            }
            return moment.day == ValueParser.ahead(offset.length, sign: offset.isBefore ? -1 : 1)
        case (.impossible, _), (.recurrence, _), (.name, _): return true
        // "Sixty second" is either a duration or an ordinal.
        case (.duration, .number(let number)): return number.form != .ordinal
        case (.moment, .number(let number)): return number.value < 100
        case (.duration, .quantity), (.quantity, .number): return true
        case (.period, .offset), (.period, .duration), (.period(.running), .moment): return true
        default: return false
        }
    }
}
