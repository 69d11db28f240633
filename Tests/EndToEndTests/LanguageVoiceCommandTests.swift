// SPDX-License-Identifier: GPL-3.0-or-later
// Voices for other languages, chosen on the command line and heard from the program.

import JarvisPlatform
import JarvisProgramTesting
import JarvisSignal
import JarvisSpeechTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct LanguageVoiceCommandTests {
    private static let german = "Der Hund und die Katze sind heute nicht im Haus."

    /// The pitch of the program's speech in hertz.
    private func tone(_ program: JarvisProgram) async throws -> Double {
        let file = program.home.path + "/said.wav"
        #expect(try await program.command(["say", Self.german, "--out", file]).status == 0)
        let sound = try WAVFile.decode(AtomicFile.read(file) ?? [])
        return try #require(Sound(samples: sound.int16Samples, rate: sound.sampleRateHertz).tone)
    }

    @Test(.timeLimit(.minutes(10))) func languageVoicesAreChosenSavedAndReset() async throws {
        let program = try JarvisProgram()
        let usual = try await tone(program)
        #expect(try await program.command(["voices", "use", "de+f3", "--language", "de-AT"]).status == 0)
        #expect(try await program.command(["config", "get", "voice.languages"]).output == "de=de+f3\n")
        let female = try await tone(program)
        #expect(female > usual * 1.2, "\(usual) and \(female) Hz")
        #expect(try await program.command(["voices", "use", "default", "--language", "de"]).status == 0)
        #expect(try await program.command(["config", "get", "voice.languages"]).output == "\n")
        #expect(abs(try await tone(program) / usual - 1) < 0.1)
        #expect(try await program.command(["voices", "use", "en-gb"]).status == 0)
        #expect(try await program.command(["config", "get", "voice.name"]).output == "en-gb\n")
        for (arguments, words) in [
            (["nobody"], "jarvis voices"), (["en-us", "--language", "de"], "speaks en-us"),
            (["de", "--language", "tlh"], "Use one of"),
        ] {
            let refused = try await program.command(["voices", "use"] + arguments)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(arguments): \(refused)")
        }
    }
}
