// SPDX-License-Identifier: GPL-3.0-or-later
// Finds values anywhere in an utterance: "for the eggs, ten minutes please" has a duration at its fourth word.

package import JarvisCore

/// A kind of value that can fill a blank in an example.
package enum ExampleSlot: Hashable, Sendable {
    case typed(SlotType)
    /// A point in time in any form: "in ten minutes", "tomorrow at nine", "friday".
    case moment
}

/// A value and the words it comes from.
struct SlotSpan {
    var range: Range<Int>
    var value: SlotValue
}

/// The values in one utterance, each kind searched once.
struct SlotSpans {
    /// The longest value in words; longer ones are not speech.
    private static let wordLimit = 14

    let utterance: Utterance
    let applications: ApplicationIndex
    private let parser: ValueParser
    private var found: [ExampleSlot: [SlotSpan]] = [:]

    init(utterance: Utterance, applications: ApplicationIndex) {
        self.utterance = utterance
        parser = ValueParser(utterance.words)
        self.applications = applications
    }

    /// The values of this kind, from the left, without overlaps, each as long as possible.
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
        if slot == .typed(.application), !applications.mayBegin(with: utterance.words[place]) { return nil }
        let most = min(utterance.words.count - place, Self.wordLimit)
        for length in (1...most).reversed() {
            let range = place..<place + length
            if let value = value(slot, range) { return SlotSpan(range: range, value: value) }
        }
        return nil
    }

    /// True if a number precedes the word: only then does "in" mean inches.
    private func isCounted(_ place: Int) -> Bool {
        place > 0 && NumberWords.value(of: [utterance.words[place - 1]]) != nil
    }

    private func value(_ slot: ExampleSlot, _ range: Range<Int>) -> SlotValue? {
        let words = utterance.words[range]
        switch slot {
        case .moment: return parser.when(range).map(SlotValue.moment)
        case .typed(.text): return nil
        case .typed(.unit) where words.elementsEqual(["in"]) && !isCounted(range.lowerBound): return nil
        case .typed(.application):
            let name = words.joined(separator: " ")
            return applications.isKnown(name) ? .application(name) : nil
        case .typed(let type): return SlotReader.value(of: type, range, of: utterance, parser)
        }
    }
}

/// Reads typed values.
enum SlotReader {
    /// The value of this type if all words in `range` form one; nil otherwise, and for applications and free text.
    /// - Parameter parser: A parser of the words of `utterance`.
    static func value(
        of type: SlotType, _ range: Range<Int>, of utterance: Utterance, _ parser: ValueParser
    ) -> SlotValue? {
        let words = utterance.words[range]
        return switch type {
        case .number: parser.number(range).map(SlotValue.number)
        case .duration: parser.seconds(range).map(SlotValue.duration)
        case .time: parser.clockTime(range).map(SlotValue.time)
        case .unit: UnitPhrase.unit(of: words).map(SlotValue.unit)
        case .expression: ExpressionPhrase.calculation(of: words).map(SlotValue.expression)
        case .schedule: parser.recurrence(range).map { .schedule(Schedule($0)) }
        case .day: parser.day(range).map(SlotValue.day)
        case .voice: VoicePhrase.wish(of: words).map(SlotValue.voice)
        case .setting: SettingPhrase.name(words).map(SlotValue.setting)
        case .settingWish: SettingPhrase.wish(words).map(SlotValue.setting)
        case .website:
            WebsitePhrase.website(of: words, original: utterance.original(range)).map(SlotValue.website)
        case .application, .text: nil
        }
    }
}
