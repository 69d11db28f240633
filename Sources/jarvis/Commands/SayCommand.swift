// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis say: speaks a text, or saves the speech to a file.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisSignal
import JarvisSynthesis
import Synchronization

struct SayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Speak a text, aloud or into a WAV file.")
    @Argument(help: "What to say.") var text: [String]
    @Option(name: .long, help: ArgumentHelp("A voice, as listed by \"jarvis voices\".", valueName: "VOICE")) var voice:
        String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Speaking rate as a factor, \(Prosody.speedRange.inWords).", valueName: "X"))
    var speed: Double?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Pitch in semitones, \(Prosody.pitchRange.inWords).", valueName: "N"))
    var pitch: Double?
    @Option(
        name: .long, help: ArgumentHelp("Write a WAV file instead of speaking.", valueName: "FILE"),
        completion: .file(extensions: ["wav"]))
    var out: String?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard text.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError("There's nothing to say.")
        }
        guard out != "-" else {
            throw ValidationError("--out takes a file name; a WAV file can't be written to a pipe.")
        }
        try NumberOption.check("--speed", speed, Prosody.speedRange)
        try NumberOption.check("--pitch", pitch, Prosody.pitchRange)
    }

    func run() throws {
        let composition = try Composition(global)
        let settings = composition.settings.current
        let prosody = Prosody(
            voice: voice ?? settings.voice, speed: speed ?? settings.speed, pitch: pitch ?? settings.pitch,
            volume: settings.volume)
        let words = text.joined(separator: " ")
        let synthesizer = composition.synthesizer
        composition.printNotices()
        defer { composition.finishNotices() }
        if let voice, NaturalVoice.isName(voice) {
            do { _ = try composition.naturalVoices.voice(voice) } catch { throw ValidationError(error.commandAdvice) }
        }
        do {
            try speak(words, prosody, synthesizer, composition)
        } catch SynthesisFailure.voiceMissing(let name) where name == voice {
            throw ValidationError(SynthesisFailure.voiceMissing(name).commandAdvice)
        }
    }

    private func speak(
        _ words: String, _ prosody: Prosody, _ synthesizer: any SpeechSynthesizer, _ composition: Composition
    ) throws {
        if let out {
            let audio = try runBlocking { try await Speech.samples(of: words, prosody, synthesizer) }
            try FileBytes.write(out, WAVFile.encode(audio.samples, sampleRateHertz: audio.sampleRateHertz))
        } else {
            let player = composition.player()
            let device = composition.settings.current.outputDevice
            try runBlocking { try await Speech.play(words, prosody, synthesizer, player, device) }
        }
    }
}

enum Speech {
    /// Synthesizes a whole text to samples.
    static func samples(
        of text: String, _ prosody: Prosody, _ synthesizer: any SpeechSynthesizer
    ) async throws -> SynthesizedAudio {
        var whole = SynthesizedAudio(samples: [], sampleRateHertz: 22_050, words: [])
        for try await audio in synthesizer.synthesize(text, prosody: prosody) {
            whole.samples += audio.samples
            whole.sampleRateHertz = audio.sampleRateHertz
        }
        return whole
    }

    /// Speaks a text and returns when playback is over.
    static func play(
        _ text: String, _ prosody: Prosody, _ synthesizer: any SpeechSynthesizer, _ player: any SpeechPlayer,
        _ device: String?
    ) async throws {
        // The buffer keeps only the newest event, since only the end counts, which comes last.
        let (events, continuation) = AsyncStream.makeStream(
            of: PlaybackEvent.self, bufferingPolicy: .bufferingNewest(1))
        player.begin(device: device) { continuation.yield($0) }
        for try await audio in synthesizer.synthesize(text, prosody: prosody) { player.enqueue(audio, clause: 0) }
        player.finish()
        for await event in events {
            switch event {
            case .finished: return
            case .failed(let failure): throw failure
            case .started, .heard: break
            }
        }
    }
}
