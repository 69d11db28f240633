// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting in the table can be changed, asked for and reset by its names, with limits, questions and undo.

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisControlTesting
@testable import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SettingsSkillTests {
    private let window = FakeWindowControl()

    private func rig() -> AgentRig {
        var desktop = FakeDesktop()
        desktop.window = window
        return AgentRig(desktop: desktop)
    }

    /// Asks, and agrees if JARVIS asks first.
    private func ask(_ phrase: String, _ rig: AgentRig) async throws -> Answer {
        let answer = try await rig.ask(phrase)
        return answer.values["asks"] == "first" ? try await rig.ask("yes", isFollowUp: true) : answer
    }

    private func descriptor(_ key: some StringProtocol) throws -> SettingDescriptor {
        try #require(SettingDescriptor.named(String(key)))
    }

    /// A value other than the default.
    private func other(_ setting: SettingDescriptor) -> SettingValue? {
        switch setting.domain {
        case .flag: .flag(setting.defaultValue != .flag(true))
        case .number(let range):
            setting.defaultValue == .number(range.upperBound) ? .number(range.lowerBound) : .number(range.upperBound)
        case .choice(let values): values.map(SettingValue.text).first { $0 != setting.defaultValue }
        case .color: .text("#123456")
        case .phrase: .text("hey computer")
        case .language: .text("fr")
        default: nil
        }
    }

    private func set(_ setting: SettingDescriptor, to value: SettingValue, in rig: AgentRig) async throws {
        try await rig.settings.update { try setting.set(value, in: &$0) }.value
    }

    private func value(_ setting: SettingDescriptor, _ rig: AgentRig) -> SettingValue {
        setting.get(rig.settings.current)
    }

    // MARK: Phrases of people

    @Test(arguments: ExpectedPhrase.settings)
    func thePhraseDoesWhatItSays(line: ExpectedPhrase) async throws {
        let rig = rig()
        if let place = line.expected.lastIndex(of: "=") {
            let setting = try descriptor(line.expected[..<place])
            let wanted = String(line.expected[line.expected.index(after: place)...])
            if wanted == "reset", let other = other(setting) { try await set(setting, to: other, in: rig) }
            let before = rig.settings.current
            switch wanted {
            case "hand":
                let answer = try await rig.ask(line.phrase)
                #expect(answer.values["asks"] == "hand" && window.place == setting.key, "\(answer.text)")
                #expect(rig.settings.current == before)
            case "ask-first":
                let answer = try await rig.ask(line.phrase)
                #expect(answer.values["asks"] == "first", "\(answer.text)")
                #expect(rig.settings.current == before)
            case "reset":
                let answer = try await ask(line.phrase, rig)
                #expect(value(setting, rig) == setting.defaultValue, "\(answer.text)")
            default:
                let answer = try await ask(line.phrase, rig)
                #expect(value(setting, rig).display.lowercased() == wanted, "\(answer.text)")
                #expect(answer.skill == "settings", "\(answer.text)")
                // Nothing else has changed.
                var other = rig.settings.current
                try setting.set(setting.get(before), in: &other)
                #expect(other == before)
            }
            return
        }
        let setting = try descriptor(line.expected.dropLast())
        let before = rig.settings.current
        switch line.expected.last {
        case "?":
            let answer = try await rig.ask(line.phrase)
            #expect(answer.values["setting"] == setting.key && answer.values["asks"] == "value", "\(answer.text)")
            #expect(rig.settings.current == before)
        case "!":
            let answer = try await rig.ask(line.phrase)
            #expect(answer.values["setting"] == setting.key && answer.values["asks"] == "range", "\(answer.text)")
            #expect(rig.settings.current == before)
        default:
            let isUp = line.expected.last == "+"
            // Start in the middle, so that both directions are open.
            if case .number(let range) = setting.domain {
                try await set(setting, to: .number((range.lowerBound + range.upperBound) / 2), in: rig)
            }
            let start = value(setting, rig)
            let answer = try await rig.ask(line.phrase)
            guard case .number(let was) = start, case .number(let now) = value(setting, rig) else {
                Issue.record("\(line.phrase): \(answer.text)")
                return
            }
            #expect(isUp ? now > was : now < was, "\(was) → \(now): \(answer.text)")
        }
    }

    @Test(arguments: ExpectedPhrase.talk) func talkChangesNothing(text: String) async throws {
        let rig = rig()
        let answer = try await rig.ask(text)
        #expect(answer.skill != "settings" && answer.skill != "window", "\(answer.skill ?? ""): \(answer.text)")
        #expect(window.actions.isEmpty && window.shown.isEmpty, "\(answer.text)")
    }

    // MARK: The whole table

    @Test func everySettingHasNamesOfItsOwn() {
        #expect(SettingPhrase.ambiguities == [])
        for key in SettingNames.table.keys {
            #expect(SettingDescriptor.named(key) != nil, "\(key) is no setting")
        }
        for setting in SettingDescriptor.all {
            #expect(!setting.allNames.isEmpty)
            guard case .choice(let values) = setting.domain else { continue }
            for value in setting.spoken.choices.keys {
                #expect(values.contains(value), "\(setting.key) has no \(value)")
            }
        }
    }

    private static let switches = SettingDescriptor.all.filter(\.isSwitch)
    private static let numbers = SettingDescriptor.all.filter { if case .number = $0.domain { true } else { false } }

    @Test(arguments: switches.map(\.key)) func everySwitchTurnsOnAndOff(key: String) async throws {
        let setting = try descriptor(key)
        for name in setting.allNames {
            for (frame, isOn) in [
                ("turn on the %", true), ("turn % off", false), ("enable %", true), ("disable %", false),
                ("% on", true), ("switch off %", false),
            ] {
                let rig = rig()
                let care = SettingCare.of(
                    setting, to: setting.domain == .flag ? .flag(isOn) : .text(isOn ? "on" : "off"),
                    in: rig.settings.current)
                let phrase = frame.replacing("%", with: name)
                let answer = try await ask(phrase, rig)
                if care == .byHand {
                    #expect(answer.values["asks"] == "hand", "\(phrase): \(answer.text)")
                } else {
                    #expect(value(setting, rig).display == (isOn ? "on" : "off"), "\(phrase): \(answer.text)")
                }
            }
        }
    }

    @Test(arguments: numbers.map(\.key)) func everyNumberIsSetWithinItsLimitsAndCanBeUndone(key: String) async throws {
        let setting = try descriptor(key)
        guard case .number(let range) = setting.domain else { return }
        for name in setting.allNames {
            let rig = rig()
            let before = value(setting, rig)
            let middle = ((range.lowerBound + range.upperBound) / 2).rounded()
            let answer = try await ask("set the \(name) to \(SpokenFormat.canonical(middle))", rig)
            #expect(value(setting, rig) == .number(middle), "\(name): \(answer.text)")
            if before != .number(middle) {
                let undone = try await rig.ask("undo that")
                #expect(value(setting, rig) == before, "\(name): \(undone.text)")
            }
            let limits = try await rig.ask("set the \(name) to 98765")
            #expect(limits.values["asks"] == "range", "\(name): \(limits.text)")
            #expect(value(setting, rig) == before, "\(name)")
            _ = try await ask("set the \(name) to the maximum", rig)
            #expect(value(setting, rig) == .number(range.upperBound), "\(name)")
        }
    }

    @Test(arguments: SettingDescriptor.all.map(\.key)) func everySettingSaysItsValueAndResets(key: String) async throws
    {
        let setting = try descriptor(key)
        for name in setting.allNames {
            let rig = rig()
            let told = try await rig.ask("what is \(name) set to")
            #expect(told.values["setting"] == key && !told.text.isEmpty, "\(name): \(told.text)")
            #expect(!told.text.contains("/") && !told.text.contains("://"), "\(told.text)")
            guard let other = other(setting), SettingCare.of(setting, to: other, in: Settings()) != .byHand else {
                // Any words may be a place.
                if key == "online.place" { continue }
                let hand = try await rig.ask("set the \(name) to something else")
                #expect(["hand", "range"].contains(hand.values["asks"]), "\(name): \(hand.text)")
                continue
            }
            try await set(setting, to: other, in: rig)
            let answer = try await ask("reset the \(name)", rig)
            let isByHand = answer.values["asks"] == "hand"
            #expect(isByHand || value(setting, rig) == setting.defaultValue, "\(name): \(answer.text)")
        }
    }

    @Test(arguments: SettingDescriptor.all.map(\.key)) func everySettingIsFoundByItsSearchWords(key: String)
        async throws
    {
        let setting = try descriptor(key)
        for words in setting.text.words.split(separator: ",").map({ String($0).trimmed }) where !words.isEmpty {
            let rig = rig()
            let answer = try await rig.ask("show me the setting for \(words)")
            #expect(answer.skill == "settings" && answer.values["shown"] == "yes", "\(words): \(answer.text)")
            let found = try descriptor(answer.values["setting"] ?? "")
            // Some words belong to several settings.
            #expect(
                SettingPhrase.name(words.split(separator: " ").map(String.init)) != nil || found.key == key
                    || found.text.words.contains(words)
                    || found.text.title.lowercased() == words.lowercased()
                    || found.allNames.contains(words.lowercased()), "\(words): \(found.key)")
            #expect(window.place == found.key)
        }
    }

    // MARK: Care

    @Test(arguments: [
        "turn on the weather service", "record what i say", "turn on other programs", "listen while locked",
        "turn on keep statistics", "keep messages for 7 days", "turn on show the last note",
    ]) func whatSharesKeepsOrDeletesMoreAsksFirst(phrase: String) async throws {
        let rig = rig()
        let before = rig.settings.current
        let answer = try await rig.ask(phrase)
        #expect(answer.values["asks"] == "first" && answer.text.hasSuffix("?"), "\(answer.text)")
        #expect(rig.settings.current == before)
        _ = try await rig.ask("no", isFollowUp: true)
        #expect(rig.settings.current == before)
    }

    @Test func theLockOfTheHistoryIsTakenOffByHandOnly() async throws {
        let rig = rig()
        _ = try await rig.ask("lock the history")
        #expect(rig.settings.current.history.isLocked)
        #expect(try await rig.ask("turn off the history lock").values["asks"] == "hand")
        #expect(rig.settings.current.history.isLocked)
    }

    @Test func anAddressIsNeitherReadAloudNorSetByVoice() async throws {
        let rig = rig()
        try await rig.settings.update { $0.online.weatherAddress = "https://weather.example.org" }.value
        let told = try await rig.ask("what is the weather server")
        #expect(!told.text.contains("example") && told.values["setting"] == "online.weather-address", "\(told.text)")
        let answer = try await rig.ask("set the weather server to evil example")
        #expect(answer.values["asks"] == "hand", "\(answer.text)")
    }

    @Test func undoLeavesWhatWasChangedByHandSince() async throws {
        let rig = rig()
        _ = try await rig.ask("set the sensitivity to 70")
        try await rig.settings.update { $0.sensitivity = 30 }.value
        _ = try await rig.ask("undo that")
        #expect(rig.settings.current.sensitivity == 30)
    }

    @Test func wordsAreAddedToTheVocabulary() async throws {
        let rig = rig()
        #expect(try await rig.ask("add Siobhan to your words").text == "I'll listen for “Siobhan”.")
        #expect(rig.settings.current.speech.vocabulary == "Siobhan")
        _ = try await rig.ask("undo that")
        #expect(rig.settings.current.speech.vocabulary.isEmpty)
    }

    @Test func twoSettingsChangeInOneSentence() async throws {
        let rig = rig()
        _ = try await rig.ask("turn on high contrast and make the text bigger")
        #expect(rig.settings.current.appearance.highContrast == .on)
        #expect(rig.settings.current.appearance.textScale > 1)
    }
}
