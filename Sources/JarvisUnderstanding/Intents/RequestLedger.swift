// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts for every word of a request once its intent is known: which words became values, which name the intent, which
// say nothing, and which are left over. Pure.

import JarvisCore

/// What became of each word of a request.
package struct RequestLedger: Sendable {
    /// What a word was used for.
    package enum Use: Hashable, Sendable {
        /// The value or the text of the slot of this name.
        case slot(String)
        /// Names the intent.
        case intent
        /// Says nothing by itself.
        case filler
        /// Nothing used it.
        case rest
    }

    /// The request as said.
    package let utterance: Utterance
    /// One entry per word.
    package let uses: [Use]
    /// The left-over words that change the meaning: other values, limits, negations, verbs of other requests. In order,
    /// each with the left-over words around it.
    package let turning: [Range<Int>]
    /// The values in the request that no slot holds in full.
    package let values: [ValueSpan]

    /// Accounts for the words of a request.
    /// - Parameters:
    ///   - utterance: The whole request.
    ///   - read: The words that were understood, as a part or a rewriting of `utterance`.
    ///   - slots: The words of each slot in `read`.
    ///   - numbers: The slots that hold a plain number, which is no time of day: "8" in "brightness up at 8 pm".
    ///   - intent: The intent's name; nil if only a pattern identifies it.
    ///   - isPattern: True if `read` matches a pattern, which accounts for all its words.
    package init(
        _ utterance: Utterance, read: Utterance, slots: [String: Range<Int>], numbers: Set<String> = [],
        intent: String?, isPattern: Bool, _ pack: LanguagePack
    ) {
        self.utterance = utterance
        let lexicon = pack.lexicon
        let rewritten = pack.rewritten(utterance)
        let words = utterance.words
        var dropped: Set<Int> = []
        var uses: [Use] = words.indices.map { place in
            let origin = utterance.origin(place)
            if let slot = slots.first(where: { read.covers(origin, with: $0.value) }) { return .slot(slot.key) }
            // Rewriting drops only words that say nothing.
            if !rewritten.covers(origin, with: 0..<rewritten.words.count) {
                dropped.insert(place)
                return .filler
            }
            if isPattern, read.covers(origin, with: 0..<read.words.count) { return .intent }
            if let intent, rewritten.words(from: origin).contains(where: { pack.occurs($0, in: intent) }) {
                return .intent
            }
            return lexicon.isLight(words[place]) ? .filler : .rest
        }
        for role in [DialogueRole.calling, .framing, .tail] {
            for range in lexicon.phrases(role).places(in: words) {
                for place in range where uses[place] == .rest { uses[place] = .filler }
            }
        }
        func isOpen(_ place: Int) -> Bool {
            uses[place] == .rest || uses[place] == .filler && !dropped.contains(place)
        }
        // Values that a slot holds only in part, or not at all.
        var left: [ValueSpan] = []
        var marks: Set<Int> = []
        let entries = ValueChart(words).entries
        let known = Set(
            entries.filter { entry in
                entry.range.contains { if case .slot = uses[$0] { true } else { false } }
                    && !entry.range.contains { isOpen($0) && !lexicon.isLight(words[$0]) }
            }.flatMap { $0.readings.flatMap(\.allValues) })
        for entry in entries {
            // A repeated value is understood: "tomorrow I need an alarm at seven tomorrow".
            if entry.readings.contains(where: { known.contains($0.value) }) { continue }
            guard let span = entry.readings.first, Self.turns(span.value, words[entry.range], lexicon) else { continue }
            let open = entry.range.filter(isOpen)
            let isTaken = entry.range.contains { if case .slot = uses[$0] { true } else { false } }
            let isNumber = entry.range.contains {
                if case .slot(let name) = uses[$0] { numbers.contains(name) } else { false }
            }
            guard !open.isEmpty,
                !(isTaken && !isNumber && Self.isHalfOfDay(words[open[0]...open[open.count - 1]], lexicon))
            else {
                continue
            }
            // Articles and prepositions alone don't make a value.
            guard open.contains(where: { !lexicon.isLight(words[$0]) || words[$0].first?.isNumber == true }) else {
                continue
            }
            // The open words may only repeat a value that is understood, such as a day that a slot already has.
            let own = ValueChart(open.map { words[$0] }).entries
            if isTaken, !own.isEmpty, own.allSatisfy({ $0.readings.contains { known.contains($0.value) } }) { continue }
            left.append(span)
            // Inside another value, a word doesn't name the intent, even if the examples contain it.
            marks.formUnion(isTaken ? open : entry.range.filter { isPattern ? isOpen($0) : true })
        }
        for range in lexicon.phrases(.turning).places(in: words)
        where range.allSatisfy(isOpen) && lexicon.phrases(.being).lengthAtEnd(of: words[..<range.lowerBound]) == 0 {
            marks.formUnion(range)
        }
        // "But not on Saturday", "except the one at eight": the value is what isn't wanted.
        for entry in entries {
            guard entry.range.contains(where: { if case .slot = uses[$0] { true } else { false } }) else { continue }
            var end = entry.range.lowerBound
            let excluding = lexicon.phrases(.excluding)
            while end > 0, excluding.lengthAtEnd(of: words[..<end]) == 0, lexicon.isLight(words[end - 1]) { end -= 1 }
            let length = excluding.lengthAtEnd(of: words[..<end])
            // In a free text, it belongs to that.
            let isSaid = words.indices[end - length..<end].allSatisfy {
                if case .slot = uses[$0] { false } else { true }
            }
            if length > 0, isSaid { marks.formUnion(end - length..<entry.range.upperBound) }
        }
        for place in marks { uses[place] = .rest }
        self.uses = uses
        values = left
        turning = Self.runs(words.indices.filter { isOpen($0) || marks.contains($0) }, around: marks, uses)
    }

    /// The first left-over words that change the meaning, as they were said; empty if there are none.
    package var question: String { turning.first.map { utterance.original($0) } ?? "" }

    private static func turns(_ value: SpokenValue, _ words: ArraySlice<String>, _ lexicon: Lexicon) -> Bool {
        switch value {
        case .number: words.count > 1 || lexicon.phrases(.uncounted).length(at: words) == 0
        // Skills themselves report times that don't exist.
        case .zone, .name, .quote, .impossible: false
        case .quantity, .duration, .moment, .offset, .period, .recurrence: true
        }
    }

    /// True if the words only say which half of the day a time is in.
    private static func isHalfOfDay(_ words: ArraySlice<String>, _ lexicon: Lexicon) -> Bool {
        ValueChart(Array(words)).entries.allSatisfy { entry in
            entry.readings.contains { span in
                guard case .moment(let moment) = span.value else { return false }
                return moment.time == nil && moment.part != nil
            }
        }
    }

    /// The runs of adjacent places that contain a mark.
    private static func runs(_ places: [Int], around marks: Set<Int>, _ uses: [Use]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for place in places {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        // "Except | on | Sundays" is one thing, even if the intent's examples have an "on".
        return runs.filter { run in run.contains(where: marks.contains) }.reduce(into: []) { joined, run in
            guard let last = joined.last, run.lowerBound - last.upperBound <= 2,
                uses[last.upperBound..<run.lowerBound].allSatisfy({ $0 == .intent })
            else { return joined.append(run) }
            joined[joined.count - 1] = last.lowerBound..<run.upperBound
        }
    }
}

extension ValueSpan {
    /// Its value and those that it is composed of.
    fileprivate var allValues: [SpokenValue] {
        guard case .moment(let moment) = value else { return [value] + parts.flatMap(\.allValues) }
        return [value, .moment(SpokenMoment(day: moment.day)), .moment(SpokenMoment(time: moment.time))]
    }
}
