// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats a request with one part replaced: "wake me at seven tomorrow" and then "half past six" give "wake me at half
// past six tomorrow". Offers every fitting replacement, likeliest first; the caller checks which one is a request.
// Pure.

import JarvisCore

/// A request the user may have meant.
package struct RevisedRequest: Hashable, Sendable {
    package var text: String
    /// True if the free text of the original must come out unchanged; the caller drops the candidate otherwise.
    package var keepsTexts: Bool
}

/// The ways to read a follow-up as a replacement for part of the request before it.
package struct RequestRevision {
    /// The most candidates to return: the caller parses each.
    private static let limit = 14
    /// The slot that lists several things, such as those for a shopping list.
    private static let things = "items"
    private static let prepositions: Set<String> = [
        "at", "for", "in", "on", "to", "into", "by", "from", "until", "till", "of", "about", "with", "between",
    ]

    /// The request before.
    let request: Utterance
    let slots: [String: SlotValue]
    /// The follow-up, without the words that only mark it as one.
    let change: Utterance
    let lexicon: Lexicon
    let applications: ApplicationIndex
    /// True to replace only the end of a free text, as many words as the follow-up has: "remind me to call mum" – "no,
    /// dad".
    let keepsHeads: Bool
    /// True for an additional request: of a list of things, only the new ones are meant.
    let adds: Bool
    private var found: [RevisedRequest] = []

    package init(
        of request: Utterance, slots: [String: SlotValue], by change: Utterance, lexicon: Lexicon,
        applications: ApplicationIndex, keepsHeads: Bool, adds: Bool = false
    ) {
        self.request = request
        self.slots = slots
        self.change = change
        self.lexicon = lexicon
        self.applications = applications
        self.keepsHeads = keepsHeads
        self.adds = adds
    }

    /// The candidates, likeliest first.
    package mutating func candidates() -> [RevisedRequest] {
        // Longer texts are not revisions.
        guard !change.words.isEmpty, change.words.count <= 12, request.words.count <= 40 else { return [] }
        found = []
        if contrasted() { return found }
        let isValue = values()
        opposites()
        counted()
        anchored()
        if !isValue { texts() }
        return Array(found.prefix(Self.limit))
    }

    private mutating func offer(_ range: Range<Int>, _ replacement: String, keepsTexts: Bool = false) {
        let parts = [
            request.spelled(0..<range.lowerBound), replacement,
            request.spelled(range.upperBound..<request.words.count),
        ]
        let candidate = RevisedRequest(
            text: parts.filter { !$0.isEmpty }.joined(separator: " "), keepsTexts: keepsTexts)
        if !found.contains(where: { $0.text == candidate.text }) { found.append(candidate) }
    }

    // MARK: "Not eggs, leeks"

    /// Handles "not X, Y", "Y, not X" and "Y instead of X".
    /// - Returns: true if the follow-up names the words to replace.
    private mutating func contrasted() -> Bool {
        for contrast in [["instead", "of"], ["rather", "than"]] {
            guard let place = change.words.place(of: contrast), !place.isEmpty, place.lowerBound > 0,
                let range = request.words.place(of: Array(change.words[place.upperBound...]))
            else { continue }
            offer(range, change.spelled(0..<place.lowerBound))
            return true
        }
        guard let place = change.words.firstIndex(of: "not") else { return false }
        let behind = Array(change.words[(place + 1)...])
        if place > 0 {
            // "Fifty, not fifteen"
            guard let range = request.words.place(of: behind) else { return false }
            offer(range, change.spelled(0..<place))
            return true
        }
        for length in (1..<max(behind.count, 1)).reversed() {
            guard let range = request.words.place(of: Array(behind.prefix(length))) else { continue }
            var start = length + 1
            if change.words[start] == "but", start + 1 < change.words.count { start += 1 }
            offer(range, change.spelled(start..<change.words.count))
            return true
        }
        return false
    }

    // MARK: Values

    /// Replaces values of the same kind: numbers, units, times, days and the like.
    /// - Returns: true if the follow-up is nothing but a value.
    private mutating func values() -> Bool {
        let bare = withoutPreposition
        let words = bare.words
        guard !words.isEmpty else { return false }
        var spans = SlotSpans(utterance: request, applications: applications)
        var isValue = false
        let kinds: [(ExampleSlot, Bool)] = [
            (.typed(.number), NumberWords.value(of: words) != nil),
            (.typed(.unit), UnitPhrase.unit(of: words) != nil),
            (.typed(.expression), ExpressionPhrase.calculation(of: words) != nil),
            (.typed(.voice), VoicePhrase.wish(of: words) != nil),
            (.typed(.application), applications.isKnown(words.joined(separator: " "))),
            (.typed(.website), WebsitePhrase.website(of: words, original: bare.spelled(words.indices)) != nil),
            (.typed(.duration), DurationPhrase.seconds(of: words) != nil),
            (.typed(.time), TimePhrase.time(of: words) != nil),
            (.typed(.day), DayPhrase.day(of: words) != nil),
            (.typed(.schedule), SchedulePhrase.schedule(of: words) != nil),
        ]
        for (kind, fits) in kinds where fits {
            isValue = true
            var found = spans.spans(of: kind)
            // "And in kilos" changes the unit of the answer ("grams" in "how many grams are in three ounces"), so try
            // that first.
            if kind == .typed(.unit), let target = slots["to"],
                let place = found.firstIndex(where: { $0.value == target })
            {
                found.append(found.remove(at: place))
            }
            // "Eight" after "half past seven" is a new time, not a new hour or minute within it.
            if kind == .typed(.number), TimePhrase.time(of: words) != nil {
                let times = spans.spans(of: .typed(.time)).map(\.range)
                found.removeAll { span in times.contains { $0.count > span.range.count && $0.overlaps(span.range) } }
            }
            for span in found.reversed() {
                // "Six am" – "and another at seven": try seven am first.
                if kind == .typed(.time), TimePhrase.time(of: words)?.isAmbiguous == true,
                    let half = ["am", "pm"].first(where: request.words[span.range].contains)
                {
                    offer(span.range, bare.spelled(words.indices) + " " + half, keepsTexts: true)
                }
                // "Thursday afternoon" – "make it Friday": try Friday afternoon first.
                if kind == .typed(.day), PartOfDay.lengthAtEnd(of: words) == nil,
                    let part = PartOfDay.lengthAtEnd(of: request.words[span.range]), part < span.range.count
                {
                    offer(
                        span.range.lowerBound..<span.range.upperBound - part, bare.spelled(words.indices),
                        keepsTexts: true)
                }
                offer(span.range, bare.spelled(words.indices), keepsTexts: true)
            }
        }
        guard let moment = WhenPhrase.moment(of: change.words) else {
            if DurationPhrase.seconds(of: words) != nil { append("for", bare) }
            return isValue
        }
        // A day adds to a time, and a time to a day; neither replaces the other.
        let isDay = DayPhrase.day(of: words) != nil
        let isTime = TimePhrase.time(of: words) != nil
        let isBesides =
            isDay && !spans.spans(of: .typed(.time)).isEmpty || isTime && !spans.spans(of: .typed(.day)).isEmpty
        if isBesides { append(moment, bare) }
        for span in spans.spans(of: .moment).reversed() {
            offer(span.range, change.spelled(change.words.indices), keepsTexts: true)
        }
        append(moment, bare)
        return true
    }

    private mutating func append(_ moment: WhenPhrase.Moment, _ bare: Utterance) {
        let end = request.words.count
        offer(end..<end, change.spelled(change.words.indices), keepsTexts: true)
        switch moment {
        case .after: append("for", bare)
        case .at(_, .some): append("on", bare)
        case .at(_, nil): append("at", bare)
        }
    }

    private mutating func append(_ preposition: String, _ value: Utterance) {
        let end = request.words.count
        offer(end..<end, preposition + " " + value.spelled(value.words.indices), keepsTexts: true)
    }

    /// Drops a leading preposition, and the article and "one" around a word: "to an American one" → "American".
    private var withoutPreposition: Utterance {
        var range = change.words.indices
        if let first = change.words.first, Self.prepositions.contains(first) { range = 1..<range.upperBound }
        if range.count > 2, let first = change.words[range].first, ["a", "an", "the"].contains(first),
            change.words.last == "one"
        {
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        return change.part(range)
    }

    // MARK: Words

    /// "No, down": replaces the opposite of a word in the follow-up.
    private mutating func opposites() {
        guard change.words.count <= 2 else { return }
        for word in change.words {
            let contraries = lexicon.opposites[lexicon.representative(of: word)] ?? []
            for (place, own) in request.words.enumerated() where contraries.contains(lexicon.representative(of: own)) {
                offer(place..<place + 1, word)
            }
        }
    }

    /// Replaces a counted noun: "three ways" by "four ways", "a pound" by "two pounds".
    private mutating func counted() {
        guard let number = NumberWords.read(change.words[...]), number.count < change.words.count else { return }
        let noun = change.words[number.count...].map(Self.stem)
        for place in request.words.indices.dropFirst()
        where request.words[place...].prefix(noun.count).map(Self.stem) == noun {
            let starts = (max(0, place - 4)..<place).first { start in
                let words = request.words[start..<place]
                return NumberWords.value(of: words) != nil || ["a", "an"].contains(words.joined(separator: " "))
            }
            guard let start = starts else { continue }
            offer(start..<place + noun.count, change.spelled(change.words.indices))
        }
    }

    private static func stem(_ word: String) -> String { word.hasSuffix("s") ? String(word.dropLast()) : word }

    /// Replaces from the last use of the same preposition up to the next one: "in French" by "and in German".
    private mutating func anchored() {
        guard let first = change.words.first, Self.prepositions.contains(first), change.words.count > 1 else { return }
        let spelled = change.spelled(change.words.indices)
        guard let place = request.words.lastIndex(of: first) else {
            // No such preposition: "what's the weather" – "in Glasgow"
            let end = request.words.count
            return offer(end..<end, spelled)
        }
        let next = request.words[(place + 1)...].firstIndex { Self.prepositions.contains($0) }
        if let next, !change.words.dropFirst().contains(request.words[next]) { offer(place..<next, spelled) }
        offer(place..<request.words.count, spelled)
    }

    /// Replaces free texts and names.
    private mutating func texts() {
        let bare = withoutPreposition
        for (name, value) in slots.sorted(by: { $0.key < $1.key }) {
            let text: String
            switch value {
            case .text(let words), .application(let words): text = words
            default: continue
            }
            guard let range = request.words.place(of: Utterance(text).words) else { continue }
            // "That the bell is …" – "that the key is …": the shared "that" is not part of the text.
            var bare = bare
            var keepsHead = keepsHeads
            if bare.words.count > 1, range.lowerBound > 0, bare.words[0] == request.words[range.lowerBound - 1] {
                bare = bare.part(1..<bare.words.count)
                keepsHead = false
            }
            if adds, name == Self.things { keepsHead = false }
            var start = range.lowerBound
            if keepsHead {
                // Of several things, replace the last, however long it is: "bread and dish soap" – "no, jam".
                let joint = request.words[range].dropLast().lastIndex(of: "and")
                start = joint.map { $0 + 1 } ?? max(start, range.upperBound - bare.words.count)
            }
            offer(start..<range.upperBound, bare.spelled(bare.words.indices))
        }
    }
}

extension Utterance {
    /// The words in `range` as written if they cover whole pieces of the text, otherwise in normalised form.
    package func spelled(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return isWhole(range) ? original(range) : words[range].joined(separator: " ")
    }
}

extension [String] {
    /// The last occurrence of `part`; nil if there is none or `part` is empty.
    package func place(of part: [String]) -> Range<Int>? {
        guard !part.isEmpty, part.count <= count else { return nil }
        for start in (0...count - part.count).reversed() where self[start..<start + part.count].elementsEqual(part) {
            return start..<start + part.count
        }
        return nil
    }
}
