// SPDX-License-Identifier: GPL-3.0-or-later
// Spoken or typed input, and text to be spoken or shown.

@testable import JarvisCore
@testable import JarvisRecognition
import JarvisStore
import JarvisPlatform
import JarvisSpokenText
import JarvisTesting
import JarvisDesktopControl
@testable import JarvisUnderstanding

extension FuzzTarget {
    static let words = [
        FuzzTarget("requests", separator: " ", requests), FuzzTarget("speech", separator: " ", speech),
        FuzzTarget("texts", texts), FuzzTarget("patterns", patterns),
    ]

    /// Patterns that cover every kind of slot.
    private static let usual: [PatternElement] = [
        "(set|start) [a] timer for {length:duration}", "wake me [up] at {time} [on {day}]",
        "remind me to {text} [at {time}]", "(convert|what is) {number} {from:unit} (to|in) {to:unit}",
        "what is {expression}", "(open|start) {application}", "(open|go to) {website}", "use [a|the] {voice} voice",
        "{schedule} remind me to {text}", "add {text} to [my] {list:text} list",
    ].compactMap { try? UtterancePattern($0).root }

    private static func requests(_ bytes: [UInt8]) {
        let text = bytes.text
        for dates in [nil, DateOrder.monthFirst, .dayFirst] {
            let utterance = Utterance(text, dates: dates)
            for clause in utterance.clauses { _ = clause.original(clause.words.indices) }
            let original = utterance.original(utterance.words.indices)
            hold(text.contains(original), "what was said stands in the text")
            guard dates != .dayFirst else { continue }
            let matcher = PatternMatcher(utterance: utterance, applications: ApplicationIndex([]))
            for pattern in usual { _ = matcher.match(pattern) }
            read(utterance.words, as: text)
        }
    }

    private static func read(_ words: [String], as text: String) {
        if let number = NumberWords.value(of: words) { _ = SpokenFormat.number(number) }
        _ = (NumberWords.read(words[...]), NumberWords.readMagnitude(words[...]))
        if let seconds = DurationPhrase.seconds(of: words) {
            hold(seconds >= 0, "a length is not negative")
            _ = SpokenFormat.duration(seconds: seconds)
        }
        let clock = FakeWallClock()
        let today = CivilDate(clock.local(clock.now()))
        if let day = DayPhrase.day(of: words) { _ = SpokenFormat.date(day.date(from: today), withYear: true) }
        if let time = TimePhrase.time(of: words) {
            hold((0..<24).contains(time.hour) && (0..<60).contains(time.minute), "a time is one of the day")
            _ = TimeResolution(clock: clock).instant(of: time, on: nil)
        }
        if let (time, day) = WhenPhrase.time(of: words) { _ = TimeResolution(clock: clock).instant(of: time, on: day) }
        _ = (WhenPhrase.moment(of: words), SchedulePhrase.schedule(of: words))
        _ = (ImpossibleMoment.range(in: words), PartOfDay.part(of: words), DayPhrase.year(of: words))
        var end = 0
        for entry in ValueChart(words).entries {
            hold(entry.range.lowerBound >= end && entry.range.upperBound <= words.count, "values do not overlap")
            end = entry.range.upperBound
        }
        _ = (UnitPhrase.unit(of: words), VoicePhrase.wish(of: words))
        _ = WebsitePhrase.website(of: words, original: text)
        if let calculation = ExpressionPhrase.calculation(of: words), case .success(let value) = calculation.result {
            _ = (SpokenFormat.number(value), Fraction(value))
        }
    }

    private static func speech(_ bytes: [UInt8]) {
        let text = bytes.text
        let count = text.count
        for language in ["en-us", "de", "fr", "es", "fi"] {
            let speakable = SpeakableText(text, language: language)
            let spoken = speakable.spoken.unicodeScalars.count
            hold(spoken <= 60 * text.unicodeScalars.count, "what is said is not much longer than what is written")
            if let all = speakable.sourceRange(ofScalars: 0..<spoken) {
                hold(all.lowerBound >= 0 && all.upperBound <= count, "what is said stands in the text")
                _ = speakable.wordRange(in: all)
            }
        }
        _ = LanguageGuess.language(of: text)
        let words = SpokenWords.words(of: text)
        _ = (ConfusableNumbers.exchanges(in: Array(words.prefix(40))), DigitPhrase.written(text))
        _ = WrittenForms.forms(of: Array(words.prefix(60)), like: text)
    }

    private static func texts(_ bytes: [UInt8]) {
        let text = bytes.text
        let terminal = PlainText.forTerminal(text)
        hold(!terminal.unicodeScalars.contains(where: PlainText.misleads), "a terminal is given no orders")
        hold(!PlainText.cell(text).contains { $0 == "\n" || $0 == "\t" }, "a cell is one line")
        let line = PlainText.line(text, most: 20)
        hold(line.count <= 20 && !line.contains(where: \.isNewline), "a line is one, and short")
        hold(PlainText.visible(PlainText.visible(text)) == PlainText.visible(text), "what is visible stays so")
        let words = SearchFolding.words(String(text.prefix(20)))
        for range in SearchFolding.occurrences(of: words, in: text) {
            hold(!text[range].isEmpty, "what is found is a part of the text")
        }
        _ = (NoteSummary(text).text, NoteMood(text))
        let before = String(text.prefix(text.count / 3))
        _ = JoinedText.fitting(text, between: before, and: String(text.suffix(5)))
        hold(TextTemplate.fill(text, []) == text, "a sentence without values stays as it is")
    }

    /// The first line holds a pattern; the rest is the utterance.
    private static func patterns(_ bytes: [UInt8]) {
        let (head, rest) = bytes.headAndRest
        _ = TextTemplate.fill(head.text, ["one %2", rest.text])
        // Patterns are part of the program and not meant to be slow.
        guard head.count <= 60, rest.count <= 200, let pattern = try? UtterancePattern(head.text) else { return }
        hold((try? UtterancePattern(pattern.source)) == pattern, "a pattern is read the same again")
        let matcher = PatternMatcher(utterance: Utterance(rest.text), applications: ApplicationIndex([]))
        let match = matcher.match(pattern.root)
        let needed = PatternMatcher.neededWords(of: pattern.root)
        hold(match == nil || needed.isSubset(of: matcher.utterance.words), "what fits has the words that it needs")
    }
}
