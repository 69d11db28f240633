// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis vad: finds speech in a recording.

import ArgumentParser
import JarvisAudio
import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisSignal

struct VoiceActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vad", abstract: "Find speech in a recording.")
    @Argument(help: "A sound file of a kind that \"jarvis transcribe\" reads.", completion: .file())
    var file: String
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Sensitivity in percent, \(Self.range.inWords).", valueName: "N"))
    var sensitivity: Double?
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    private static let range = SettingDescriptor.range(of: \.sensitivity)

    func validate() throws {
        try NumberOption.check("--sensitivity", sensitivity, Self.range)
    }

    func run() throws {
        let samples = try SpeechFile.samples(of: file)
        let composition = try Composition(global)
        let detector = composition.voiceDetectors.make()
        detector.sensitivityPercent = sensitivity ?? composition.settings.current.sensitivity
        let segments = Self.segments(detector.process(all: samples).map(\.isSpeech))
        if output.json {
            let list = segments.map { segment in
                JSONValue.object(["start": .number(segment.start), "end": .number(segment.end)])
            }
            try Console.json(.object(["segments": .array(list)]))
        } else {
            for segment in segments { try Console.say("\(segment.start)\t\(segment.end)") }
        }
    }

    /// The runs of frames that contain speech, in seconds.
    private static func segments(_ frames: [Bool]) -> [(start: Double, end: Double)] {
        var segments: [(start: Double, end: Double)] = []
        var start: Int?
        for (index, isSpeech) in (frames + [false]).enumerated() {
            if isSpeech, start == nil {
                start = index
            } else if !isSpeech, let begin = start {
                segments.append((Double(begin) / 50, Double(index) / 50))
                start = nil
            }
        }
        return segments
    }
}
