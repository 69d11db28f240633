// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the value for a setting from words, and says values as people do. Works on the table of settings alone. Pure.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

/// What words ask of one setting.
enum SettingOrder: Hashable {
    case set(SettingValue)
    /// By a share of the range, for numbers; by one choice, for others.
    case by(Double)
    case reset
    /// The words name a value that the setting doesn't take.
    case outside
}

/// Reads and says the values of one setting.
struct SettingReading {
    let setting: SettingDescriptor
    /// The language's words for degrees and colours.
    let degrees: DegreeWords

    /// - Parameter invocation: The request, whose language counts.
    init(_ setting: SettingDescriptor, _ invocation: SkillInvocation) {
        self.setting = setting
        degrees = invocation.lexicon.degrees
    }

    /// The step for "more", as a share of the range.
    private static let step = 0.1
    private static let stride = 0.25

    // MARK: Reading

    /// What the words ask for; nil if they aren't about a value of this setting.
    func order(_ text: String) -> SettingOrder? {
        let all = Utterance.allWords(of: text.split(separator: "-").joined(separator: " "))
        if case .number(let range) = setting.domain {
            if degrees.has(.topmost, in: all) { return .set(.number(range.upperBound)) }
            if degrees.has(.bottommost, in: all) { return .set(.number(range.lowerBound)) }
        }
        let words = all.filter { !degrees.isOf(.filler, $0) || degrees.isOf(.much, $0) && all.count > 1 }
        if let choice = choice(all) ?? choice(words) { return .set(choice) }
        // "Let it follow the desktop"
        let desktop = SettingValue.text(DesktopPreference.desktop.rawValue)
        if let first = words.first, degrees.isOf(.following, first), case .choice = setting.domain,
            setting.domain.accepts(desktop)
        {
            return .set(desktop)
        }
        if !words.isEmpty, words.allSatisfy({ degrees.isOf(.usual, $0) }) { return .reset }
        if let share = direction(words) { return .by(share) }
        switch setting.domain {
        case .number(let range): return number(words, in: range)
        case .flag:
            if words.count == 1, degrees.isOf(.on, words[0]) { return .set(.flag(true)) }
            return words.count == 1 && degrees.isOf(.off, words[0]) ? .set(.flag(false)) : nil
        case .choice: return nil
        case .color: return degrees.color(all).map { .set(.text(HexColor($0).text)) }
        case .language: return Language.last(in: all).map { .set(.text($0.code)) } ?? code(text)
        case .phrase:
            let value = SettingValue.text(text.lowercased())
            return setting.domain.accepts(value) ? .set(value) : .outside
        case .text, .list, .voices, .servers, .webPages: return nil
        }
    }

    private func code(_ text: String) -> SettingOrder? {
        let value = SettingValue.text(text.lowercased())
        return !text.isEmpty && setting.domain.accepts(value) ? .set(value) : nil
    }

    private func choice(_ words: [String]) -> SettingValue? {
        let said = words.joined(separator: " ")
        for (value, names) in setting.choices where names.contains(where: { SettingPhrase.plain($0) == said }) {
            return .text(value)
        }
        return nil
    }

    /// The share of the range by which "a bit bigger" changes the setting; nil if the words say something else.
    func direction(_ words: [String]) -> Double? {
        guard setting.isRanked else { return nil }
        let rest = words.filter { !degrees.isOf(.much, $0) && !degrees.isOf(.filler, $0) }
        guard rest.count == 1, let word = rest.first else { return nil }
        let share = rest.count < words.count ? Self.stride : Self.step
        if degrees.isOf(.rising, word) || setting.spoken.more.contains(word) { return share }
        return degrees.isOf(.falling, word) || setting.spoken.less.contains(word) ? -share : nil
    }

    private func number(_ words: [String], in range: ClosedRange<Double>) -> SettingOrder? {
        if words.count == 1, let word = words.first {
            if degrees.isOf(.most, word) { return .set(.number(range.upperBound)) }
            if degrees.isOf(.least, word) { return .set(.number(range.lowerBound)) }
            if degrees.isOf(.middle, word) {
                return .set(.number((range.lowerBound + range.upperBound) / 2))
            }
        }
        if setting.unit == .hour, let time = TimePhrase.time(of: words), time.minute == 0 {
            return value(Double(time.hour), in: range)
        }
        guard let number = NumberWords.read(words[...]) else { return nil }
        let rest = words.dropFirst(number.count)
        guard rest.allSatisfy(unitWords.contains) else { return nil }
        let isPercent = rest.contains("percent")
        if isPercent, setting.unit == .times || range.upperBound <= 2 { return value(number.value / 100, in: range) }
        // "Speed 130" is a percentage where the scale is a factor.
        if !range.contains(number.value), rest.isEmpty, range.upperBound <= 2, range.contains(number.value / 100) {
            return value(number.value / 100, in: range)
        }
        return value(number.value, in: range)
    }

    private func value(_ number: Double, in range: ClosedRange<Double>) -> SettingOrder {
        range.contains(number) ? .set(.number(number)) : .outside
    }

    /// The words that may follow a number.
    private var unitWords: Set<String> {
        switch setting.unit {
        case .percent: ["percent"]
        case .times: ["times", "percent", "x"]
        case .degrees: ["degrees", "degree"]
        case .minutes: ["minutes", "minute"]
        case .semitones: ["semitones", "semitone"]
        case .hour: ["o'clock", "hours"]
        case .pieces: Set(setting.allNames.flatMap { $0.split(separator: " ").map(String.init) })
        case nil: []
        }
    }

    // MARK: Saying

    /// The setting as the subject of a sentence: "Text size", "Recording what you say".
    var title: String { setting.subject }

    /// What replies say of a value: "is 70 percent", "are off", "follows the system"; nil if it is not read aloud.
    func predicate(_ value: SettingValue, _ region: Region) -> String? {
        guard let said = said(value, region) else { return nil }
        let verb = setting.isPlural ? "are" : "is"
        if case .choice = setting.domain, case .text(let name) = value, name != "on", name != "off" {
            return name == "desktop" ? "follows the system" : "\(verb) set to \(said)"
        }
        return "\(verb) \(said)"
    }

    /// A value in words; nil if it is one that is not read aloud, such as an address.
    func said(_ value: SettingValue, _ region: Region) -> String? {
        switch (value, setting.domain) {
        case (.flag(let isOn), _): return isOn ? "on" : "off"
        case (.number(let number), _): return said(number, region)
        case (.text(let text), .choice): return setting.choices.first { $0.value == text }?.names.first ?? text
        case (.text(let text), .color): return "the color \(text.dropFirst())"
        case (.text(let text), .language):
            if text == SpeechSettings.desktopLanguage { return "the system's language" }
            if text.isEmpty { return "any language" }
            return Language.all.first { $0.code == text }?.name ?? text
        case (.text(let text), .phrase): return "“\(text)”"
        case (.text(let text), .list):
            let entries = SettingDescriptor.Domain.entries(of: text).map { String($0).trimmed }.filter { !$0.isEmpty }
            return entries.isEmpty ? "empty" : SpokenFormat.list(entries)
        case (.text, _): return nil
        }
    }

    private func said(_ number: Double, _ region: Region) -> String {
        let number = SpokenFormat.rounded(number, digits: 2)
        switch setting.unit {
        case .percent:
            let isShare = if case .number(let range) = setting.domain { range.upperBound == 1 } else { false }
            return
                "\(SpokenFormat.number(SpokenFormat.rounded(isShare ? number * 100 : number, digits: 0), in: region)) percent"
        case .times: return number == 1 ? "normal" : "\(SpokenFormat.number(number, in: region)) times normal"
        case .degrees: return count(number, "degree", region)
        case .minutes: return count(number, "minute", region)
        case .semitones: return number == 0 ? "normal" : count(number, "semitone", region)
        case .hour: return SpokenFormat.time(hour: Int(number), minute: 0, in: region)
        case .pieces, nil: return SpokenFormat.number(number, in: region)
        }
    }

    private func count(_ number: Double, _ unit: String, _ region: Region) -> String {
        "\(SpokenFormat.number(number, in: region)) \(unit)\(abs(number) == 1 ? "" : "s")"
    }

    /// What the setting takes, in a sentence; nil if it is changed by hand only.
    func advice(_ region: Region) -> String? {
        switch setting.domain {
        case .number(let range):
            return "\(title) goes from \(said(range.lowerBound, region)) to \(said(range.upperBound, region))."
        case .choice:
            return "\(title) can be \(SpokenFormat.list(setting.choices.compactMap { $0.names.first }, joiner: "or"))."
        case .flag: return "\(title) can be on or off."
        case .color: return "\(title) can be a color such as red, green or blue."
        case .language: return "\(title) can be a language, such as German."
        case .phrase: return "\(title) needs a longer word or phrase, such as “hey jarvis”."
        case .list: return "You can add words to it, such as “add Siobhan to your words”."
        case .text, .voices, .servers, .webPages: return nil
        }
    }
}

extension SettingDescriptor {
    /// The ordered choices that "more" and "less" go through.
    private static let scales: Set<String> = ["detection.patience", "appearance.sounds", "conversation.talk-filter"]

    /// True if there can be more and less of it.
    var isRanked: Bool {
        if case .number = domain { return true }
        return Self.scales.contains(key)
    }

    /// The value after a change by a share of the range; nil if the setting has no order.
    func value(_ value: SettingValue, changedBy share: Double) -> SettingValue? {
        switch (domain, value) {
        case (.number(let range), .number(let number)):
            let width = range.upperBound - range.lowerBound
            // The steps of the sliders: tenths on small ranges, whole numbers on others.
            let grain = width <= 2 ? 0.05 : 1
            let changed = ((number + share * width) / grain).rounded() * grain
            let rounded = (changed * 100).rounded() / 100
            return .number(min(max(rounded, range.lowerBound), range.upperBound))
        case (.choice(let values), .text(let name)) where isRanked:
            guard let place = values.firstIndex(of: name) else { return nil }
            return .text(values[min(max(place + (share > 0 ? 1 : -1), 0), values.count - 1)])
        default: return nil
        }
    }
}
