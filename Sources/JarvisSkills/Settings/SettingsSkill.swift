// SPDX-License-Identifier: GPL-3.0-or-later
// Changes every setting by its name, says its value, and opens it in the window. Everything comes from the table of
// settings: a setting that is added there can be named at once.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct SettingsSkill: Skill {
    let actsAtOnce = true
    let takesLevels = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "settings", title: "Settings", summary: "Changes any of my settings, and says how each is set.",
        examples: [
            "turn on high contrast", "make the text bigger", "set the sensitivity to 70", "use push to talk",
            "what is the wake word", "reset the text size", "show me the setting for background noise",
        ], icon: "preferences-system-symbolic")

    private static let own = "[the|your|my|this]"
    private static let much = "[a bit|a little|a little bit|slightly|a lot|much|even|again|more]"
    private static let sizes =
        "(bigger|larger|smaller|tinier|faster|quicker|slower|higher|lower|louder|quieter|softer|deeper|brighter|stronger)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .configures, [],
                typed: [
                    "(turn|switch) [back] on \(Self.own) {setting} [mode|setting] [again]",
                    "(turn|switch) \(Self.own) {setting} [mode|setting] [back] on [again]",
                    "(enable|activate) \(Self.own) {setting} [mode|setting]",
                    "\(Self.own) {setting} [mode] on", "(use|i want|i need|i would like|give me) {setting} [mode]",
                ]
            ) { try await Self.turn(on: true, $0) },
            SkillIntent(
                .configures, [],
                typed: [
                    "(turn|switch) off \(Self.own) {setting} [mode|setting] [again]",
                    "(turn|switch) \(Self.own) {setting} [mode|setting] [back] off [again]",
                    "(disable|deactivate) \(Self.own) {setting} [mode|setting]",
                    "\(Self.own) {setting} [mode] off", "no [more] {setting}",
                ]
            ) { try await Self.turn(on: false, $0) },
            SkillIntent(
                .configures, [],
                typed: [
                    "(set|change|put|adjust|switch|turn|move|bring) \(Self.own) {setting} [setting|level] [back] (to|at|on) {wanted:text}",
                    "(let|have|make) \(Self.own) {setting} {wanted:text}", "{setting} for {wanted:text}",
                    "(turn|switch) \(Self.own) {setting} all the way {wanted:text}",
                ], answer: Self.set),
            SkillIntent(
                .configures, [],
                typed: [
                    "\(Self.own) {setting} [to|at|of] {number} [percent|degrees|minutes|semitones|times]",
                    "{number} {setting}",
                ], answer: Self.setNumber),
            SkillIntent(
                .configures, [],
                typed: [
                    "(increase|raise|boost|turn up|crank up|push up|bring up) \(Self.own) {setting} \(Self.much)",
                    "turn \(Self.own) {setting} up \(Self.much)", "more {setting}", "\(Self.own) {setting} up",
                    "(increase|raise|boost|turn up) \(Self.own) {setting} by {amount:number} [percent|degrees|minutes|semitones|points]",
                ]
            ) { try await Self.change(by: 1, $0) },
            SkillIntent(
                .configures, [],
                typed: [
                    "(decrease|lower|reduce|turn down|bring down|cut) \(Self.own) {setting} \(Self.much)",
                    "turn \(Self.own) {setting} down \(Self.much)", "(less|fewer) {setting}",
                    "\(Self.own) {setting} down",
                    "(decrease|lower|reduce|turn down) \(Self.own) {setting} by {amount:number} [percent|degrees|minutes|semitones|points]",
                ]
            ) { try await Self.change(by: -1, $0) },
            SkillIntent(
                .configures, [],
                typed: [
                    "\(Self.much) \(Self.sizes) {setting}", "\(Self.own) {setting} \(Self.much) \(Self.sizes)",
                    "\(Self.own) {setting} (is|are) [much|way|far|a bit|a little] too (small|big|large|slow|fast|low|high|tiny)",
                ], answer: Self.compare),
            SkillIntent(
                .configures, [],
                typed: [
                    "reset \(Self.own) {setting} [setting] [again|to default|to the default]",
                    "(restore|undo) \(Self.own) default {setting} [setting]",
                    "use the default {setting} [setting]", "\(Self.own) {setting} [back to] (normal|default)",
                ], answer: Self.reset),
            SkillIntent(
                .configures, [],
                typed: [
                    "{settingWish}",
                    "(use|switch to|change to|set|take|i want|turn on|enable) [the|a|your] {settingWish}",
                    "set [the] {settingWish}",
                ], answer: Self.wish),
            SkillIntent(
                .configures, [],
                typed: [
                    "(change|set|edit|adjust) \(Self.own) {setting} [setting]",
                    "add {entry:text} to (your|my) (words|vocabulary)",
                ], answer: Self.begin),
            SkillIntent(
                .tells, [],
                typed: [
                    "what (is|are) (the|your|my) {setting} [setting] [now|right now|at the moment]",
                    "what (is|are) \(Self.own) {setting} [setting] set (to|at|on)",
                    "(what|which) {setting} (is set|is in use|do you use|are you using|are you in|is used|is active|have i set)",
                    "(is|are) \(Self.own) {setting} [setting] [turned|switched] (on|off|enabled|disabled|active)",
                    "how (high|low|big|large|small|fast|slow|strong|loud) (is|are) (the|your|my) {setting}",
                    "(tell me|say|read) (the|your|my) {setting} [setting]", "how is \(Self.own) {setting} set",
                    "do you {setting}", "how many {setting} (are there|do you show)",
                ], answer: Self.tell),
            SkillIntent(
                .tells, [],
                typed: [
                    "what can [i set] \(Self.own) {setting} [be set] (be|to)", "what can \(Self.own) {setting} be",
                    "(what are|tell me|which are) the (options|choices|values) (for|of) \(Self.own) {setting}",
                    "what (options|choices|values) are there for \(Self.own) {setting}",
                ], answer: Self.tellChoices),
            SkillIntent(
                .changes, [],
                typed: [
                    "(show|open|find|go to|take me to) [me] the {setting} setting",
                    "(show|find|open) [me] the (setting|settings|option|options) (for|about) [the] {sought:text}",
                    "where (can|do) i (change|set|find) \(Self.own) {sought:text} [in (the|your) settings]",
                    "(search|look in|look through) (the|your) settings for {sought:text}",
                    "(go|take me) to the (setting|option) (for|called) {sought:text}",
                ], answer: Self.find),
        ]
    }

    // MARK: Requests

    private static func named(_ invocation: SkillInvocation) -> (SettingMention, SettingDescriptor)? {
        guard let mention = invocation.setting("setting"), let setting = mention.descriptor else { return nil }
        return (mention, setting)
    }

    private static func turn(on isOn: Bool, _ invocation: SkillInvocation) async throws -> SkillReply {
        if let mention = SettingPhrase.wish(invocation.words) { return try await carryOut(mention, invocation) }
        guard let (mention, setting) = named(invocation), !mention.isThing else { return .notMine }
        if let value = setting.value(isOn: isOn != mention.isOpposite) {
            return try await change(setting, to: value, invocation)
        }
        // "No particles"
        if !isOn, case .number(let range) = setting.domain, range.lowerBound == 0, invocation.words.first == "no" {
            return try await change(setting, to: .number(0), invocation)
        }
        guard ["turn", "switch", "enable", "disable", "activate", "deactivate"].contains(invocation.words.first ?? "")
        else { return .notMine }
        return advice(setting, invocation)
    }

    private static func set(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let (mention, setting) = named(invocation), let text = invocation.text("wanted") else { return .notMine }
        let isWholeWay = !invocation.words.ranges(of: ["all", "the", "way"]).isEmpty
        let said = isWholeWay && !text.contains("all the way") ? "all the way " + text : text
        // "Make the text red" is about another text.
        let verbs: Set<String> = ["set", "change", "put", "adjust", "switch", "turn", "move", "bring"]
        let isPlain = verbs.contains(invocation.words.first ?? "")
        if let switched = switched(said, mention, setting) {
            return try await change(setting, to: switched, invocation)
        }
        guard !mention.isOpposite, let order = SettingReading(setting, invocation).order(said) else {
            if setting.key == "online.place", isPlain {
                return try await change(setting, to: .text(text), invocation)
            }
            guard isPlain, !mention.isThing, !mention.isOpposite else { return .notMine }
            return SettingCare.of(setting, to: .text(text), in: invocation.services.settings.current) == .byHand
                ? try await byHand(setting, invocation) : advice(setting, invocation)
        }
        if mention.isThing, case .by = order { return try await carryOut(order, setting, invocation) }
        return mention.isThing && !isPlain ? .notMine : try await carryOut(order, setting, invocation)
    }

    /// The value of a switch that "on" or "off" means; nil for other words and settings.
    private static func switched(
        _ text: String, _ mention: SettingMention, _ setting: SettingDescriptor
    ) -> SettingValue? {
        switch Utterance.allWords(of: text) {
        case ["on"]: setting.value(isOn: !mention.isOpposite)
        case ["off"]: setting.value(isOn: mention.isOpposite)
        default: nil
        }
    }

    private static func setNumber(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let (mention, setting) = named(invocation), case .number = setting.domain, !mention.isThing,
            let number = invocation.number("number")
        else { return .notMine }
        let unit = invocation.words.last { ["percent", "degrees", "minutes", "semitones", "times"].contains($0) }
        let text = [SpokenFormat.canonical(number), unit].compactMap { $0 }.joined(separator: " ")
        guard let order = SettingReading(setting, invocation).order(text) else { return .notMine }
        return try await carryOut(order, setting, invocation)
    }

    private static func change(by sign: Double, _ invocation: SkillInvocation) async throws -> SkillReply {
        if let mention = SettingPhrase.wish(invocation.words) { return try await carryOut(mention, invocation) }
        guard let (mention, setting) = named(invocation) else { return .notMine }
        if let value = setting.value(isOn: (sign > 0) != mention.isOpposite), setting.isSwitch {
            // "Reduce transparency" turns something on; "increase echo cancellation" means nothing.
            return mention.isOpposite ? try await change(setting, to: value, invocation) : .notMine
        }
        guard setting.isRanked else { return .notMine }
        if let amount = invocation.number("amount"), case .number(let range) = setting.domain {
            let isShare = range.upperBound <= 2
            let now = setting.get(invocation.services.settings.current)
            guard case .number(let number) = now else { return .notMine }
            let wanted = number + sign * (isShare ? amount / 100 : amount)
            let value = min(max(wanted, range.lowerBound), range.upperBound)
            return try await change(setting, to: .number(value), invocation)
        }
        let isMuch = !Set(["lot", "much"]).isDisjoint(with: invocation.words)
        return try await carryOut(.by(sign * (isMuch ? 0.25 : 0.1)), setting, invocation)
    }

    private static func compare(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let mention = SettingPhrase.wish(invocation.words) { return try await carryOut(mention, invocation) }
        guard let (mention, setting) = named(invocation) else { return .notMine }
        let reading = SettingReading(setting, invocation)
        if invocation.words.contains("too"), let last = invocation.words.last {
            // "The speed is too high" may be a car's.
            guard setting.isRanked, mention.isThing || setting.page == .appearance || invocation.words.first == "your"
            else { return .notMine }
            let opposites = [
                "small": "bigger", "tiny": "bigger", "slow": "faster", "low": "higher", "big": "smaller",
                "large": "smaller", "fast": "slower", "high": "lower",
            ]
            guard let word = opposites[last], let share = reading.direction([word]) else { return .notMine }
            return try await carryOut(.by(share), setting, invocation)
        }
        let words = invocation.words.filter { word in !setting.isNamed(by: word) }
        guard let share = reading.direction(words.filter { !["the", "your", "my", "this", "make"].contains($0) }) else {
            return .notMine
        }
        return try await carryOut(.by(share), setting, invocation)
    }

    private static func reset(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let (mention, setting) = named(invocation), !mention.isThing else { return .notMine }
        return try await carryOut(.reset, setting, invocation)
    }

    private static func wish(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let mention = invocation.setting("settingWish") else { return .notMine }
        return try await carryOut(mention, invocation)
    }

    /// Does what a whole phrase asks for.
    private static func carryOut(_ mention: SettingMention, _ invocation: SkillInvocation) async throws -> SkillReply {
        guard let setting = mention.descriptor, let wish = mention.wish else { return .notMine }
        switch wish {
        case .on, .off:
            guard let value = setting.value(isOn: wish == .on) else { return .notMine }
            return try await change(setting, to: value, invocation)
        case .more: return try await carryOut(.by(0.1), setting, invocation)
        case .less: return try await carryOut(.by(-0.1), setting, invocation)
        case .reset: return try await carryOut(.reset, setting, invocation)
        case .choice(let value): return try await change(setting, to: .text(value), invocation)
        case .ask: return try await tell(setting, invocation)
        }
    }

    /// Asks for the value, or says how else the setting changes.
    private static func begin(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let entry = invocation.text("entry") { return try await add(entry, invocation) }
        guard let (mention, setting) = named(invocation), !mention.isThing, !mention.isOpposite else {
            return .notMine
        }
        guard SettingReading(setting, invocation).advice(invocation.region) != nil else {
            return try await byHand(setting, invocation)
        }
        return advice(setting, invocation)
    }

    private static func add(_ entry: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        let setting = SettingDescriptor.of(\.speech.vocabulary)
        guard case .text(let now) = setting.get(invocation.services.settings.current) else { return .notMine }
        let entries = SettingDescriptor.Domain.entries(of: now).map { String($0).trimmed }.filter { !$0.isEmpty }
        guard !entries.contains(where: { $0.lowercased() == entry.lowercased() }) else {
            return SkillReply("“\(entry)” is already one of your words.")
        }
        guard entries.count < SpeechSettings.mostVocabularyEntries else {
            return SkillReply("Your word list is full. Remove a word in Settings first.")
        }
        let remark = try await SettingsChange.apply(invocation) { settings in
            try setting.set(.text((entries + [entry]).joined(separator: ", ")), in: &settings)
        }
        return SkillReply(
            "I'll listen for “\(entry)”.\(remark)", values: ["setting": setting.key, "value": entry],
            undo: SettingsChange.undo("I've removed “\(entry)” from your words.") { settings in
                try setting.set(.text(entries.joined(separator: ", ")), in: &settings)
            })
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let mention = SettingPhrase.wish(invocation.words) { return try await carryOut(mention, invocation) }
        guard let (mention, setting) = named(invocation), !mention.isThing else { return .notMine }
        // "What is my speed" isn't about the voice.
        guard !(setting.page == .voice && invocation.words.contains("my")) else { return .notMine }
        // "What is the echo cancellation" asks for a definition.
        let isDefinition = invocation.words.first == "what" && !invocation.words.contains("set")
        guard !(setting.isSwitch && isDefinition) else { return .notMine }
        // "Are animations on" is about the opposite of the setting.
        if mention.isOpposite {
            let isOn = setting.isOn(in: invocation.services.settings.current)
            guard let isOn else { return try await tell(setting, invocation) }
            let name = invocation.words.contains("are") ? "Animations are" : "Transparency is"
            return SkillReply("\(name) \(isOn ? "off" : "on").", values: ["setting": setting.key, "asks": "value"])
        }
        return try await tell(setting, invocation)
    }

    private static func tellChoices(_ invocation: SkillInvocation) -> SkillReply {
        guard let (mention, setting) = named(invocation), !mention.isThing, !mention.isOpposite else {
            return .notMine
        }
        return advice(setting, invocation)
    }

    private static func find(_ invocation: SkillInvocation) async throws -> SkillReply {
        let found: SettingDescriptor
        if let (_, setting) = named(invocation) {
            found = setting
        } else if let query = invocation.text("sought") {
            let words = Utterance.allWords(of: query)
            guard let setting = SettingPhrase.name(words)?.descriptor ?? search(query) else {
                let isPlain = !Set(["settings", "setting", "option", "options"]).isDisjoint(with: invocation.words)
                return isPlain ? SkillReply("I can't find a setting for that.", values: ["count": "0"]) : .notMine
            }
            found = setting
        } else {
            return .notMine
        }
        let values = ["setting": found.key, "shown": "yes"]
        if await invocation.services.desktop.window?.show(.settings, at: found.key) == true {
            return SkillReply("Here it is: \(found.text.title).", values: values)
        }
        return SkillReply(
            "\(found.text.title) is in Settings, on the \(found.page.spokenTitle) page. My window isn't open.",
            values: values)
    }

    /// The setting that fits a description best; nil if none fits well.
    private static func search(_ query: String) -> SettingDescriptor? {
        let all = SettingDescriptor.all
        let search = SettingSearch(
            all.map {
                SearchableSetting(title: $0.text.title, help: $0.text.help, words: $0.text.words, key: $0.key)
            })
        return search.places(query).first.map { all[$0] }
    }

    // MARK: Answers

    private static func tell(_ setting: SettingDescriptor, _ invocation: SkillInvocation) async throws -> SkillReply {
        let value = setting.get(invocation.services.settings.current)
        var values = ["setting": setting.key, "asks": "value"]
        if let said = SettingReading(setting, invocation).predicate(value, invocation.region) {
            values["value"] = value.display
            return SkillReply("\(setting.subject) \(said).", values: values)
        }
        guard case .text(let text) = value else { return SkillReply("", values: values) }
        switch setting.key {
        case "voice.name":
            let name = try await invocation.services.synthesizer.voices().first { $0.id == text }?.name
            // The name of a voice that isn't installed ends its identifier: "en-us/heart".
            let last = text.split(separator: "/").last.map(String.init) ?? text
            let said = name ?? (last == text ? text : last.capitalizedFirst)
            return SkillReply("I speak with the voice \(said).", values: values)
        case "user.name" where !text.isEmpty: return SkillReply("I call you \(text).", values: values)
        case "online.place" where !text.isEmpty: return SkillReply("Your place is \(text).", values: values)
        case "audio.input", "audio.output":
            let kind = setting.key == "audio.input" ? "microphone" : "speakers"
            return SkillReply(
                text == "default"
                    ? "I use the system's \(kind)." : "I use the \(kind) you chose in Settings.",
                values: values)
        default:
            // Addresses and paths are not read aloud.
            let isSet = !text.isEmpty && text != "default"
            return SkillReply(
                "\(setting.subject) \(isSet ? "is set" : "isn't set"). You can see it in Settings.", values: values)
        }
    }

    private static func advice(_ setting: SettingDescriptor, _ invocation: SkillInvocation) -> SkillReply {
        let values = ["setting": setting.key, "asks": "range"]
        if let advice = SettingReading(setting, invocation).advice(invocation.region) {
            return SkillReply(advice, values: values)
        }
        return SkillReply("\(setting.subject) can only be changed by hand, in Settings.", values: values)
    }

    private static func byHand(_ setting: SettingDescriptor, _ invocation: SkillInvocation) async throws -> SkillReply {
        let values = ["setting": setting.key, "asks": "hand"]
        let subject = setting.subject
        try await invocation.request.settlement.wait()
        if await invocation.services.desktop.window?.show(.settings, at: setting.key) == true {
            return SkillReply(
                "\(subject) can only be changed by hand. I've opened the setting for you.", values: values)
        }
        return SkillReply(
            "\(subject) can only be changed by hand, on the \(setting.page.spokenTitle) page in Settings.",
            values: values)
    }

    // MARK: Changing

    private static func carryOut(
        _ order: SettingOrder, _ setting: SettingDescriptor, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let now = setting.get(invocation.services.settings.current)
        switch order {
        case .outside: return advice(setting, invocation)
        case .set(let value): return try await change(setting, to: value, invocation)
        case .reset: return try await change(setting, to: setting.defaultValue, isReset: true, invocation)
        case .by(let share):
            guard let value = setting.value(now, changedBy: share) else { return advice(setting, invocation) }
            if value == now {
                let end = share > 0 ? "the most" : "the least"
                let said = SettingReading(setting, invocation).said(now, invocation.region) ?? now.display
                return SkillReply(
                    "\(setting.subject) is already at \(end), \(said).",
                    values: ["setting": setting.key, "value": now.display])
            }
            return try await change(setting, to: value, invocation)
        }
    }

    private static func change(
        _ setting: SettingDescriptor, to value: SettingValue, isReset: Bool = false, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let settings = invocation.services.settings.current
        let old = setting.get(settings)
        let reading = SettingReading(setting, invocation)
        let values = ["setting": setting.key, "value": value.display]
        let verb = setting.isPlural ? "are" : "is"
        let said = reading.said(value, invocation.region)
        let care = SettingCare.of(setting, to: value, in: settings)
        if care == .byHand { return try await byHand(setting, invocation) }
        guard setting.domain.accepts(value) else { return advice(setting, invocation) }
        guard value != old else {
            let predicate = reading.predicate(value, invocation.region) ?? "\(verb) like that"
            return SkillReply(
                "\(setting.subject) \(predicate.withAdverb("already")).", values: values)
        }
        guard case .asks(let isFinal) = care else {
            return try await apply(setting, value, old, isReset, isFinal: false, invocation)
        }
        return SkillReply(
            question(setting, value, said ?? value.display), values: ["setting": setting.key, "asks": "first"],
            proposal: DeferredAction { try await apply(setting, value, old, isReset, isFinal: isFinal, $0) })
    }

    /// Asks before a change that keeps or shares more, or deletes something.
    private static func question(_ setting: SettingDescriptor, _ value: SettingValue, _ said: String) -> String {
        switch setting.key {
        case "history.retention": "Older messages will be deleted for good. Shall I keep messages for \(said)?"
        case "recording.retention": "Older recordings will be deleted for good. Shall I keep recordings for \(said)?"
        case "recognition.engine": "What you say would be sent to a server. Use the \(said)?"
        case "synthesis.engine": "What I say would be sent to a server. Use the \(said)?"
        case "history.session-only": "Start saving our conversation again?"
        default: "\(setting.text.help.ended) Shall I set \(setting.subject.lowercasedStart) to \(said)?"
        }
    }

    private static func apply(
        _ setting: SettingDescriptor, _ value: SettingValue, _ old: SettingValue, _ isReset: Bool, isFinal: Bool,
        _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let reading = SettingReading(setting, invocation)
        let remark = try await SettingsChange.apply(invocation) { try setting.set(value, in: &$0) }
        let region = invocation.region
        let verb = setting.isPlural ? "are" : "is"
        let text =
            if let predicate = reading.predicate(value, region) {
                isReset ? "\(setting.subject) \(predicate) again." : "\(setting.subject) \(predicate) now."
            } else if case .text(let place) = value, setting.key == "online.place", !place.isEmpty {
                "Your place is \(place) now."
            } else {
                "\(setting.subject) \(verb) back to the default."
            }
        let values = ["setting": setting.key, "value": value.display]
        // A lock that comes off by hand only isn't undone by voice, either.
        let isLasting = SettingCare.of(setting, to: old, in: invocation.services.settings.current) == .byHand
        guard !isFinal, !isLasting else { return SkillReply(text + remark, values: values).final }
        let before =
            reading.predicate(old, region).map { "\(setting.subject) \($0) again." }
            ?? "\(setting.subject) \(verb) as before."
        return SkillReply(
            text + remark, values: values,
            undo: SettingsChange.undo(before) { settings in
                // What was changed since then by hand stays.
                if setting.get(settings) == value { try setting.set(old, in: &settings) }
            })
    }
}

extension SettingDescriptor {
    /// The value for on or off; nil if the setting has none.
    fileprivate func value(isOn: Bool) -> SettingValue? {
        switch domain {
        case .flag: .flag(isOn)
        case .choice where isSwitch: .text(isOn ? "on" : "off")
        // The sounds have more than one way to be on.
        case .choice where key == "appearance.sounds": .text(isOn ? "few" : "off")
        default: nil
        }
    }

    /// True if it is on, false if it is off; nil if it follows the desktop or has other values.
    fileprivate func isOn(in settings: Settings) -> Bool? {
        switch get(settings) {
        case .flag(let isOn): isOn
        case .text("on"): true
        case .text("off"): false
        default: nil
        }
    }

    /// True for a word of one of the setting's names.
    fileprivate func isNamed(by word: String) -> Bool {
        (allNames + spoken.things).contains { $0.split(separator: " ").contains { $0 == word } }
    }

    /// What replies call it.
    var subject: String { spoken.subject ?? text.title }

    /// True if `subject` is plural.
    var isPlural: Bool {
        [
            "conversation.fillers", "appearance.particles", "appearance.sounds", "recognition.vocabulary",
            "calls.incoming", "voice.languages", "online.feeds", "calendar.files", "audio.output",
            NetworkSettings.plainKeyServersKey,
        ].contains(key)
    }
}

extension SettingsPage {
    /// The page's title in replies.
    var spokenTitle: String {
        switch self {
        case .voice: "Voice"
        case .listening: "Listening"
        case .conversation: "Conversation"
        case .models: "Models and tools"
        case .appearance: "Appearance"
        case .privacy: "Privacy"
        case .desktop: "Desktop"
        case .about: "About"
        }
    }
}

extension String {
    /// The text as a sentence with a full stop.
    fileprivate var ended: String { hasSuffix(".") ? self : self + "." }

    /// "is already on" from "is on".
    fileprivate func withAdverb(_ adverb: String) -> String {
        guard let end = firstIndex(of: " ") else { return self }
        let isVerb = hasPrefix("is ") || hasPrefix("are ")
        return isVerb ? self[..<end] + " " + adverb + self[end...] : adverb + " " + self
    }

    /// The text with a small first letter, for use within a sentence.
    fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
