// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis setup: runs the first setup on the terminal, with the same steps as in the window. Enter skips a question; the
// end of the input skips all remaining ones.

import ArgumentParser
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisSettingsUI
import JarvisPlatform

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Choose a voice, try the microphone and say who you are.",
        discussion: "Runs the window's setup in the terminal. Press Enter to skip a question. Continues where an "
            + "earlier setup stopped.")
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let composition = try Composition(global)
        composition.printNotices()
        defer { composition.finishNotices() }
        try TerminalSetup(composition).run()
        try composition.finishLog()
    }
}

/// Runs the setup on the terminal, page by page.
struct TerminalSetup {
    private let composition: Composition
    private let keeper: OnboardingFile

    init(_ composition: Composition) {
        self.composition = composition
        keeper = composition.onboardingFile
    }

    func run() throws {
        let isDue = keeper.isDue
        let kept = try runBlocking { [keeper] in await keeper.progress() }
        var progress = kept ?? OnboardingProgress()
        if progress.isFinished { progress.take(.restart) }
        try keep(progress)
        // A new user hasn't agreed to be listened to yet.
        if kept == nil, isDue { try change { ListeningConsent.press.apply(to: &$0) } }
        while !progress.isFinished {
            try Console.say("")
            try Console.say("— \(progress.page.index + 1) of \(OnboardingPage.allCases.count) —")
            let step = try show(progress.page)
            progress.take(step)
            try keep(progress)
        }
        try Console.say("")
        let name = composition.settings.current.userName
        try Console.say(name.isEmpty ? "Ready." : "Ready, \(name).")
        try Console.say("\"jarvis\" opens the window, \"jarvis ask what time is it\" answers here.")
    }

    private func keep(_ progress: OnboardingProgress) throws {
        try runBlocking { [keeper] in try await keeper.keep(progress) }
    }

    private func show(_ page: OnboardingPage) throws -> OnboardingStep {
        switch page {
        case .welcome: try welcome()
        case .voice: try voice()
        case .microphone: try microphone()
        case .access: try access()
        case .you: try person()
        }
    }

    private func welcome() throws -> OnboardingStep {
        try Console.say("Hi, I'm JARVIS. Everything stays on this computer unless you say otherwise.")
        guard let answer = try ask("Press Enter to start, or type \"skip\" to skip setup: ") else { return .skipAll }
        return answer == "skip" ? .skipAll : .next
    }

    private func voice() throws -> OnboardingStep {
        let synthesizer = composition.synthesizer
        let voices: [Voice]
        do {
            voices = VoiceOrder.sorted(try runBlocking { try await synthesizer.voices() })
        } catch let failure as any ExplainedFailure {
            // Go on after a failure: the voice can be chosen later.
            try Console.say(failure.commandAdvice)
            return .skip
        }
        try Console.say("Voices:")
        for (number, voice) in voices.enumerated()
        where voice.kind == .natural || voice.languages.contains(where: isOwn) {
            try Console.say("  \(number + 1)  \(voice.name)")
        }
        var chosen: Voice?
        while true {
            let kept = Voice.heard(composition.settings.current.voice, of: voices)
            let keep = chosen.map { "takes \($0.name)" } ?? "keeps \(kept)"
            guard let answer = try ask("Type a number to hear that voice; Enter \(keep): ") else { return .skipAll }
            guard !answer.isEmpty else { break }
            guard let number = Int(answer), voices.indices.contains(number - 1) else {
                try Console.say("There's no voice with that number.")
                continue
            }
            let voice = voices[number - 1]
            chosen = voice
            try Console.say(VoiceOrder.cost(voice))
            try hear(voice)
        }
        if let chosen { try change { $0.voice = chosen.id } }
        guard let isChanged = try ask(\Settings.speed, \Settings.pitch) else { return .skipAll }
        return chosen != nil || isChanged ? .next : .skip
    }

    private func isOwn(_ language: String) -> Bool { language.hasPrefix(Environment.language().prefix(2)) }

    private func hear(_ voice: Voice) throws {
        let settings = composition.settings.current
        var prosody = settings.prosody
        prosody.voice = voice.id
        let (synthesizer, player) = (composition.synthesizer, composition.player())
        do {
            try runBlocking { [prosody] in
                try await Speech.play(
                    VoiceOrder.greeting(voice), prosody, synthesizer, player, settings.outputDevice)
            }
        } catch let failure as any ExplainedFailure {
            // Go on after a failure: a voice can be chosen without hearing it.
            try Console.say(failure.commandAdvice)
        }
    }

    private func microphone() throws -> OnboardingStep {
        guard let answer = try ask("Press Enter to test the microphone for eight seconds, or type \"skip\": ") else {
            return .skipAll
        }
        if answer.isEmpty { try testMicrophone() }
        let question =
            "When may I listen? p: only when you press, w: after the wake word, a: always. Enter keeps your choice: "
        guard let when = try ask(question) else { return .skipAll }
        let consents: [String: ListeningConsent] = ["p": .press, "w": .wakeWord, "a": .always]
        guard let consent = consents[String(when.prefix(1)).lowercased()] else {
            return answer.isEmpty ? .next : .skip
        }
        try change { consent.apply(to: &$0) }
        return try consent == .wakeWord && !teach() ? .skipAll : .next
    }

    private func testMicrophone() throws {
        let check = composition.makeMicrophoneCheck()()
        let settings = composition.settings.current
        check.begin(
            device: settings.inputDevice, sensitivity: settings.sensitivity,
            processing: SoundProcessing(settings.speech))
        defer { check.end() }
        try Console.say("Say something …")
        let words = try runBlocking {
            for _ in 0..<80 {
                try await Task.sleep(for: .milliseconds(100))
                let heard = check.takeHeard()
                if !heard.isEmpty { return heard.joined(separator: " ") }
            }
            return ""
        }
        let finding = check.finding
        try Console.say(MicrophoneWords.condition(finding))
        let noise = MicrophoneWords.noise(finding)
        if !noise.isEmpty { try Console.say(noise) }
        if !words.isEmpty { try Console.say("I heard: \"\(PlainText.printable(words))\"") }
    }

    private func access() throws -> OnboardingStep {
        try Console.say("Nothing is sent until you allow it.")
        let questions: [(String, any WritableKeyPath<Settings, OnlineConsent> & Sendable)] = [
            ("Weather (sends the place name to Open-Meteo)", \.online.weather),
            ("Encyclopaedia (sends what you look up to Wikipedia)", \.online.encyclopedia),
            ("Translation (sends the text to your translation server)", \.online.translation),
            ("News (loads your news feeds)", \.online.news),
        ]
        for (question, path) in questions {
            guard let answer = try ask("\(question) — y or n, Enter keeps your choice: ") else { return .skipAll }
            if answer.hasPrefix("y") { try change { $0[keyPath: path] = .on } }
            if answer.hasPrefix("n") { try change { $0[keyPath: path] = .off } }
        }
        try Console.say(
            "Add language models with \"jarvis servers add\" and tool servers with \"jarvis mcp add\".")
        return .next
    }

    private func person() throws -> OnboardingStep {
        guard let name = try ask("What should I call you? ") else { return .skipAll }
        if !name.isEmpty { try change { $0.userName = name } }
        guard let login = try ask("Start at login? y or n: ") else { return .skipAll }
        if login.hasPrefix("y") || login.hasPrefix("n") {
            let entry = composition.login
            do {
                try runBlocking { try await entry.set(login.hasPrefix("y")) }
            } catch let failure as any ExplainedFailure {
                try Console.say(failure.commandAdvice)
            }
        }
        return try ask(\Settings.appearance.theme) == nil ? .skipAll : .next
    }

    /// Teaches the wake word if the user wants to.
    /// - Returns: False at the end of the input.
    private func teach() throws -> Bool {
        let question = "Press Enter to train the wake word now, or type \"skip\": "
        guard let answer = try ask(question) else { return false }
        guard answer.isEmpty else { return true }
        // Go on after a failure: without a microphone, this can be done later.
        do { try WakeCommand.Calibrate.parse([]).run() } catch { try Console.say(WakeCommand.message(for: error)) }
        return true
    }

    /// Asks for settings.
    /// - Returns: True if a setting was changed; nil at the end of the input.
    private func ask(_ paths: any PartialKeyPath<Settings> & Sendable...) throws -> Bool? {
        var isChanged = false
        for setting in paths.compactMap({ path in SettingDescriptor.all.first { $0.path == path } }) {
            switch try SettingQuestion(setting).ask(composition.settings.current) {
            case .end: return nil
            case .unchanged: break
            case .value(let value):
                try change { try? setting.set(value, in: &$0) }
                isChanged = true
            }
        }
        return isChanged
    }

    private func change(_ change: @escaping @Sendable (inout Settings) -> Void) throws {
        let written = try composition.settings.update(change)
        try runBlocking { try await written.value }
    }

    /// Asks for a line.
    /// - Returns: The trimmed line; nil at the end of the input.
    private func ask(_ question: String) throws -> String? {
        try Console.text(question)
        guard let line = readLine() else {
            try Console.say("")
            return nil
        }
        return line.trimmed
    }
}
