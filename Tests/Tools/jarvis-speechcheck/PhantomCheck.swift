// SPDX-License-Identifier: GPL-3.0-or-later
// Phantom words: noise, music and clicks for any duration, at shifted levels and offsets, through detector, segmenter
// and recognizer as in the program.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisRecognition

struct PhantomCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phantoms", abstract: "Counts transcripts of an hour of noise, music and clicks.")

    @Option(help: "The folder of the corpus; empty: none.")
    var corpus: String?
    @Option(help: "Minutes of sound.")
    var minutes = 60.0
    @Flag(help: "Past the detector, straight into the recognizer, in stretches of 1 to 8 seconds.")
    var pastDetector = false
    @Flag(help: "Print each transcript.")
    var verbose = false

    /// The gain of each round over the original noise, in decibels.
    private static let levels = [0.0, -12, 6, -24]

    func run() async throws {
        let sounds = try Noises(corpus: corpus).alone
        let judge = AnswerJudge()
        print("sound".padded(to: 34) + "   minutes  utterances  commands  free texts")
        for kind in RecognizerUnderTest.chosen {
            let recognizer = judge.recognizer(kind)
            var total = Row()
            for (place, sound) in sounds.enumerated() {
                var row = Row()
                var round = 0
                while row.seconds < minutes * 60 / Double(sounds.count) {
                    let samples = Self.shifted(
                        sound.samples, round: round * sounds.count + place, level: Self.levels[round % 4])
                    let transcripts =
                        try await pastDetector
                        ? Self.pieces(samples, recognizer, round) : HearingRig(recognizer).hear(samples).transcripts
                    row.add(transcripts, seconds: Double(samples.count) / Double(AudioFrame.sampleRateHertz))
                    if verbose {
                        for transcript in transcripts.compactMap({ $0 }) {
                            print(
                                "  \(kind.rawValue) \(sound.name) \(round): \(transcript.search) \"\(transcript.text)\""
                            )
                        }
                    }
                    round += 1
                }
                print("\(kind.rawValue), \(sound.name)".padded(to: 34) + row.text)
                total.add(row)
            }
            print("\(kind.rawValue), all (goal 0)".padded(to: 34) + total.text)
        }
    }

    private static func pieces(
        _ samples: [Int16], _ recognizer: PocketSphinxRecognizer, _ round: Int
    ) async throws -> [Transcript?] {
        var transcripts: [Transcript?] = []
        var start = 0
        while start < samples.count {
            let end = min(start + (1 + (round + transcripts.count * 3) % 8) * AudioFrame.sampleRateHertz, samples.count)
            transcripts.append(try await recognizer.transcribe(samples: Array(samples[start..<end])))
            start = end
        }
        return transcripts
    }

    /// A minute at most, from a different offset each time.
    private static func shifted(_ samples: [Int16], round: Int, level: Double) -> [Int16] {
        let gain = pow(10, level / 20)
        let offset = round * 7_919 % samples.count
        return (0..<(60 * AudioFrame.sampleRateHertz)).map {
            Int16(clamping: Int(Double(samples[(offset + $0) % samples.count]) * gain))
        }
    }

    private struct Row {
        var seconds = 0.0
        var utterances = 0
        var commands = 0
        var texts = 0

        mutating func add(_ transcripts: [Transcript?], seconds: Double) {
            self.seconds += seconds
            utterances += transcripts.count
            let heard = transcripts.compactMap { $0 }
            commands += heard.count { $0.search == .grammar }
            texts += heard.count { $0.search != .grammar }
        }

        mutating func add(_ other: Row) {
            seconds += other.seconds
            utterances += other.utterances
            commands += other.commands
            texts += other.texts
        }

        var text: String {
            (seconds / 60).rounded1.leftPadded(to: 10) + "\(utterances)".leftPadded(to: 12)
                + "\(commands)".leftPadded(to: 10) + "\(texts)".leftPadded(to: 12)
        }
    }
}
