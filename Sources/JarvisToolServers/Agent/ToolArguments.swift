// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a tool's arguments from the words after its name. Pure.

import JarvisPlatform
import JarvisUnderstanding

/// A tool's arguments in spoken words.
struct ToolArguments: Hashable, Sendable {
    var values = JSONObject()
    /// Required arguments that were not given.
    var missing: [ToolParameter] = []
    /// There are words that belong to no argument, so another tool may be meant.
    var hasUnusedWords = false

    private static let connectives: Set<String> = ["with", "for", "about", "called", "named", "and"]
    private static let assignments: Set<String> = ["is", "of", "to", "as", "equals"]

    init(values: JSONObject, missing: [ToolParameter]) {
        self.values = values
        self.missing = missing
    }

    /// - Parameter range: The words after the tool's name.
    init(_ utterance: Utterance, _ range: Range<Int>, for parameters: [ToolParameter]) {
        var free = Self.trimmed(range, utterance.words)
        var wrong: Set<String> = []
        for named in Self.named(utterance.words, free, parameters) {
            let value = Self.trimmed(named.value, utterance.words)
            let parameter = named.parameter
            if let read = parameter.value(of: utterance.words[value], as: utterance.original(value)) {
                values[parameter.name] = read
            } else if parameter.kind == .flag, value.isEmpty {
                values[parameter.name] = .flag(true)
            } else {
                wrong.insert(parameter.name)
                // A missing required argument is asked for; an optional one would be lost without notice.
                if !parameter.isRequired { hasUnusedWords = true }
            }
            free = free.lowerBound..<min(free.upperBound, named.start)
        }
        free = Self.trimmed(free, utterance.words)
        fill(&free, utterance, parameters.filter { !wrong.contains($0.name) })
        missing = parameters.filter { $0.isRequired && values[$0.name] == nil }
    }

    /// Assigns the rest: first values that fit only one parameter, then free text.
    private mutating func fill(_ free: inout Range<Int>, _ utterance: Utterance, _ parameters: [ToolParameter]) {
        let texts = parameters.filter { $0.kind == .text && values[$0.name] == nil }
        for parameter in parameters where values[parameter.name] == nil && !free.isEmpty {
            // A number within a text belongs to it.
            let isText = !texts.isEmpty && !parameter.isRequired
            guard !isText, let (range, value) = parameter.place(in: utterance.words[free]) else { continue }
            // Only at either end: a value in the middle belongs to the text.
            guard range.lowerBound == free.lowerBound || range.upperBound == free.upperBound else { continue }
            values[parameter.name] = value
            free =
                range.lowerBound == free.lowerBound
                ? range.upperBound..<free.upperBound : free.lowerBound..<range.lowerBound
            free = Self.trimmed(free, utterance.words)
        }
        guard !free.isEmpty else { return }
        let lists = parameters.filter { parameter in
            guard values[parameter.name] == nil, parameter.isRequired else { return false }
            if case .numbers = parameter.kind { return true }
            return parameter.kind == .texts
        }
        // A list takes all that is left, where nothing else could.
        if texts.isEmpty, lists.count == 1,
            let value = lists[0].value(of: utterance.words[free], as: utterance.original(free))
        {
            values[lists[0].name] = value
            return
        }
        let required = texts.filter(\.isRequired)
        if let target = required.first ?? (texts.count == 1 ? texts.first : nil) {
            values[target.name] = .text(utterance.original(free))
        } else {
            hasUnusedWords = true
        }
    }

    private struct Named {
        var parameter: ToolParameter
        var start: Int
        var value: Range<Int>
    }

    /// Values introduced by a parameter's name: "with path notes", from the last to the first.
    private static func named(_ words: [String], _ range: Range<Int>, _ parameters: [ToolParameter]) -> [Named] {
        var places: [(parameter: ToolParameter, start: Int, end: Int)] = []
        for parameter in parameters.sorted(by: { $0.words.count > $1.words.count }) {
            let name = parameter.words
            guard !name.isEmpty, name.count <= range.count else { continue }
            for start in range.lowerBound...(range.upperBound - name.count)
            where words[start..<start + name.count].elementsEqual(name)
                && (start == range.lowerBound || ["with", "and", "the"].contains(words[start - 1]))
            {
                guard
                    !places.contains(where: {
                        $0.parameter == parameter || start < $0.end && $0.start < start + name.count
                    })
                else { continue }
                places.append((parameter, start, start + name.count))
            }
        }
        places.sort { $0.start < $1.start }
        var found: [Named] = []
        for (index, place) in places.enumerated() {
            let end = index + 1 < places.count ? places[index + 1].start : range.upperBound
            var start = place.end
            if start < end, assignments.contains(words[start]) { start += 1 }
            found.append(Named(parameter: place.parameter, start: place.start, value: start..<end))
        }
        return found.reversed()
    }

    /// Without connectives at either end.
    private static func trimmed(_ range: Range<Int>, _ words: [String]) -> Range<Int> {
        var range = range
        while let first = range.first, connectives.contains(words[first]) { range = first + 1..<range.upperBound }
        while let last = range.last, connectives.contains(words[last]) || words[last] == "the" {
            range = range.lowerBound..<last
        }
        return range
    }
}
