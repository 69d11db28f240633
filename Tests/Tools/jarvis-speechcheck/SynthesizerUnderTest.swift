// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded voice for a measurement.

import ArgumentParser
import JarvisCore
import JarvisSpeechTesting
import JarvisSynthesis

/// The option `--voice`.
struct VoiceOption: ParsableArguments {
    @Option(help: "The voice of JARVIS: one of espeak-ng's, or \"en-us/heart\" or \"en-us/joe\", natural ones.")
    var voice = "en-us"

    var isNatural: Bool { NaturalVoice.isName(voice) }

    /// Loads nothing yet.
    func synthesizer() throws -> any SpeechSynthesizer { try Self.synthesizer(of: voice) }

    static func synthesizer(of voice: String) throws -> any SpeechSynthesizer {
        guard NaturalVoice.isName(voice) else { return ESpeakSynthesizer() }
        return try natural(voice)
    }

    static func natural(_ voice: String) throws -> NaturalSynthesizer {
        let model = voice == Voice.standard ? try TestVoice.heart() : try TestVoice.model()
        return NaturalSynthesizer(NaturalVoice(model), libraryFolder: TestVoice.libraryFolder)
    }
}
