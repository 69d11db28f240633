// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis voices use: chooses the voice, or the voice for another language.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisSpokenText

struct VoicesUseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the voice, or the voice for a language.",
        discussion: "Without --language, sets JARVIS's voice (voice.name). With it, sets the voice for text in "
            + "that language (voice.languages); \"default\" lets JARVIS choose.")
    @Argument(help: "A voice, as listed by \"jarvis voices\", or \"default\".") var voice: String
    @Option(help: ArgumentHelp("A language such as \"de\".", valueName: "CODE")) var language: String?
    @OptionGroup var global: GlobalOptions

    private static let standard = "default"

    func run() throws {
        let composition = try Composition(global)
        let voices = try runBlocking { [synthesizer = composition.synthesizer] in try await synthesizer.voices() }
        let settings = composition.settings
        let (name, isDefault) = (voice, voice == Self.standard)
        guard let language else {
            if !isDefault { _ = try Self.voice(name, of: voices) }
            let written = try settings.update { $0.voice = isDefault ? Settings().voice : name }
            try runBlocking { try await written.value }
            return
        }
        let code = LanguageVoices.code(of: language)
        guard LanguageGuess.languages.contains(code) else {
            let known = LanguageGuess.languages.sorted().joined(separator: ", ")
            throw ValidationError(
                "JARVIS can't recognize text in \"\(language)\". Use one of \(known).")
        }
        if !isDefault {
            let spoken = try Self.voice(name, of: voices).languages
            guard spoken.contains(where: { LanguageVoices.code(of: $0) == code }) else {
                throw ValidationError(
                    "\"\(name)\" speaks \(spoken.joined(separator: ", ")), not \"\(code)\". \"jarvis voices --json\" "
                        + "shows what each voice speaks.")
            }
        }
        let setting = SettingDescriptor.of(\.languageVoices)
        let written = try settings.update { settings in
            var voices = LanguageVoices(settings.languageVoices)
            voices[code] = isDefault ? nil : name
            try setting.set(.text(voices.text), in: &settings)
        }
        try runBlocking { try await written.value }
    }

    /// The installed voice of this name. espeak-ng's voices have variants, such as "de+f3", which aren't all listed.
    private static func voice(_ name: String, of voices: [Voice]) throws -> Voice {
        let base = String(name.prefix { $0 != "+" })
        guard let voice = voices.first(where: { $0.id == name }) ?? voices.first(where: { $0.id == base }) else {
            throw ValidationError(SynthesisFailure.voiceMissing(name).commandAdvice)
        }
        return voice
    }
}
