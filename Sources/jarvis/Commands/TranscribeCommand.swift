// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis transcribe: transcribes the speech in a recording.

import ArgumentParser
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisPlatform

struct TranscribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Turn the speech in a WAV file into text.")
    @Argument(help: "A PCM WAV file of any rate and channel count.", completion: .file(extensions: ["wav"]))
    var file: String
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let samples = try SpeechFile.samples(of: file)
        let composition = try Composition(global)
        let recognizer = composition.recognizer()
        composition.printNotices()
        defer { composition.finishNotices() }
        let begin = MonotonicTime.seconds()
        let transcript = try runBlocking { try await recognizer.transcribe(samples: samples) }
        let seconds = MonotonicTime.seconds() - begin
        let audioSeconds = Double(samples.count) / Double(AudioFrame.sampleRateHertz)
        // Silence is a valid result, an empty text.
        let result =
            transcript ?? Transcript(text: "", confidence: 0, engine: recognizer.name, search: .dictation)
        try TranscriptOutput.write(
            result, json: output.json,
            extra: [
                .init(key: "audioSeconds", value: .number(audioSeconds)),
                .init(key: "seconds", value: .number(seconds)),
            ])
    }
}
