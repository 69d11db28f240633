// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis transcribe: transcribes the speech in a recording.

import ArgumentParser
import JarvisAudio
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisPlatform

struct TranscribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Turn the speech in a recording into text.",
        discussion: """
            Reads WAV, FLAC, Ogg, Opus, MP3, AIFF and AU and, with GStreamer, M4A, AAC, AMR, WMA and WebM. A long recording \
            is transcribed pause by pause, a line for each stretch of speech.
            """)
    @Argument(help: "A sound file, of any length.", completion: .file())
    var file: String
    @Flag(help: "Print subtitles with times, in the SubRip format.") var srt = false
    @Flag(help: "Use what there is of a file that is cut short.") var partial = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    /// A recording of up to this many seconds is one utterance, which may be a command.
    private static let longestUtterance = 30

    func validate() throws {
        guard !srt || !output.json else { throw ValidationError("Use either --srt or --json.") }
    }

    func run() throws {
        let begin = MonotonicTime.seconds()
        let sound = try SoundFile(file, mayBeCut: partial)
        var head: [[Float]] = []
        var isLong = false
        while !isLong, let piece = try sound.next() {
            head.extend(by: piece)
            isLong = (head.first?.count ?? 0) > Self.longestUtterance * SoundFile.sampleRateHertz
        }
        let composition = try Composition(global)
        let transcription = LongTranscription(
            sound, composition.recognizer(), stretches: SpeechStretches(composition.voiceDetectors.make()))
        composition.printNotices()
        defer { composition.finishNotices() }
        var subtitles = Subtitles()
        let result =
            isLong || srt
            ? try transcription.run(head) { segment in
                if srt {
                    try Console.text(subtitles.add(segment.text, from: segment.start, to: segment.end))
                } else if !output.json {
                    try Console.say(segment.text)
                }
            } : try transcription.utterance(head)
        guard !srt, output.json || !isLong else { return }
        try TranscriptOutput.write(
            result.transcript, json: output.json,
            extra: [
                .init(key: "audioSeconds", value: .number(result.audioSeconds)),
                .init(key: "seconds", value: .number(MonotonicTime.seconds() - begin)),
                .init(key: "segments", value: .array(result.segments.map(\.document))),
            ])
    }
}
