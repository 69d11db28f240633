// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the values in an utterance wherever they stand: "for the eggs, ten minutes please" has a duration from its
// fourth word on.

package import JarvisCore

/// What a blank in an example may be filled with.
package enum ExampleSlot: Hashable, Sendable {
    case typed(SlotType)
    /// A point in time in any form: "in ten minutes", "tomorrow at nine", "friday".
    case moment
}

/// A value and where it stands.
struct SlotSpan {
    var range: Range<Int>
    var value: SlotValue
}

/// The values in one utterance, each looked for once.
struct SlotSpans {
    /// The longest value; longer ones are not speech.
    private static let wordLimit = 14

    let utterance: Utterance
    let applications: ApplicationIndex
    private var found: [ExampleSlot: [SlotSpan]] = [:]

    init(utterance: Utterance, applications: ApplicationIndex) {
        self.utterance = utterance
        self.applications = applications
    }

    /// The values of this kind that do not overlap, from the left, each as long as it can be.
    mutating func spans(of slot: ExampleSlot) -> [SlotSpan] {
        if let spans = found[slot] { return spans }
        var spans: [SlotSpan] = []
        var place = 0
        while place < utterance.words.count {
            if let span = longest(slot, from: place) {
                spans.append(span)
                place = span.range.upperBound
            } else {
                place += 1
            }
        }
        found[slot] = spans
        return spans
    }

    private func longest(_ slot: ExampleSlot, from place: Int) -> SlotSpan? {
        let most = min(utterance.words.count - place, Self.wordLimit)
        for length in (1...most).reversed() {
            let range = place..<place + length
            if let value = value(slot, range) { return SlotSpan(range: range, value: value) }
        }
        return nil
    }

    /// True behind a number: "in" is an inch only there.
    private func isCounted(_ place: Int) -> Bool {
        place > 0 && NumberWords.value(of: [utterance.words[place - 1]]) != nil
    }

    private func value(_ slot: ExampleSlot, _ range: Range<Int>) -> SlotValue? {
        let words = Array(utterance.words[range])
        switch slot {
        case .moment: return WhenPhrase.moment(of: words).map(SlotValue.moment)
        case .typed(.text): return nil
        case .typed(.unit) where words == ["in"] && !isCounted(range.lowerBound): return nil
        case .typed(.application):
            let name = words.joined(separator: " ")
            return applications.isKnown(name) ? .application(name) : nil
        case .typed(let type): return SlotReader.value(of: type, words, original: { utterance.original(range) })
        }
    }
}

/// Reads the values that have a meaning of their own.
enum SlotReader {
    /// The value of this kind that `words` are, all of them; nil when they are none, or the kind is any words.
    static func value(of type: SlotType, _ words: some Collection<String>, original: () -> String) -> SlotValue? {
        switch type {
        case .number: NumberWords.value(of: words).map(SlotValue.number)
        case .duration: DurationPhrase.seconds(of: words).map(SlotValue.duration)
        case .time: TimePhrase.time(of: words).map(SlotValue.time)
        case .unit: UnitPhrase.unit(of: words).map(SlotValue.unit)
        case .expression: ExpressionPhrase.calculation(of: words).map(SlotValue.expression)
        case .schedule: SchedulePhrase.schedule(of: words).map(SlotValue.schedule)
        case .day: DayPhrase.day(of: words).map(SlotValue.day)
        case .voice: VoicePhrase.wish(of: words).map(SlotValue.voice)
        case .website: WebsitePhrase.website(of: words, original: original()).map(SlotValue.website)
        case .application, .text: nil
        }
    }
}
