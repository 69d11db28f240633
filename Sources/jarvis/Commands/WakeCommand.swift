// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis wake: learns how a person says the wake phrase, and tests how well it is detected.

import ArgumentParser
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import JarvisStore

struct WakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "Calibrate or test the wake word.",
        discussion: "\"jarvis config set wake.required true\" turns it on; wake.phrase sets the phrase.",
        subcommands: [Calibrate.self, Test.self])

    struct Calibrate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say the wake phrase three times so JARVIS recognizes it better.")
        @Option(name: .long, help: "The phrase; by default, the one in the settings.") var phrase: String?
        @Argument(help: ArgumentHelp("Recordings of the phrase instead of the microphone.", valueName: "WAV"))
        var files: [String] = []
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if let phrase, let fault = WakePhrase.fault(of: phrase) {
                throw ValidationError("\"\(phrase)\" can't wake JARVIS. \(fault.advice(for: .commandLine))")
            }
            guard files.isEmpty || files.count >= WakeCalibrator.recordingCount else {
                throw ValidationError("At least \(WakeCalibrator.recordingCount) recordings are needed.")
            }
        }

        func run() throws {
            let composition = try Composition(global)
            let phrase = phrase ?? composition.settings.current.speech.wakePhrase
            let calibration: WakeCalibration
            do {
                let recordings = try files.isEmpty ? spoken(phrase, composition) : files.map(Self.samples(of:))
                let calibrator = composition.wakeCalibrator
                calibration = try runBlocking {
                    try await calibrator.calibrate(phrase: phrase, recordings: recordings)
                }
            } catch let failure as WakeCalibrationFailure {
                throw CommandFailure(failure.advice(phrase: phrase))
            }
            try composition.wakeCalibrations.save(calibration)
            try report(calibration)
        }

        private static func samples(of path: String) throws -> [Int16] {
            try SpeechFile.samples(of: path)
        }

        private func spoken(_ phrase: String, _ composition: Composition) throws -> [[Int16]] {
            let utterances = PhraseRecorder.utterances(
                of: composition.microphone(), device: composition.settings.current.inputDevice)
            return try runBlocking {
                var recordings: [[Int16]] = []
                var heard = utterances.makeAsyncIterator()
                while recordings.count < WakeCalibrator.recordingCount {
                    Console.note("Say \"\(phrase)\" (\(recordings.count + 1) of \(WakeCalibrator.recordingCount)) …")
                    guard let samples = try await heard.next() else { throw WakeCalibrationFailure.nobodySpoke }
                    recordings.append(samples)
                }
                return recordings
            }
        }

        private func report(_ calibration: WakeCalibration) throws {
            let ways = calibration.pronunciations.map { $0.joined(separator: " ") }
            guard output.json else {
                try Console.say("\"\(calibration.phrase)\" is pronounced: \(ways.joined(separator: ", ")).")
                let scores = calibration.scores.map { String(Int($0.rounded())) }.joined(separator: ", ")
                try Console.say(
                    "Scores \(scores); the threshold is lowered by \(Int(-calibration.thresholdOffset.rounded())).")
                return
            }
            try Console.json(
                .object([
                    "phrase": .text(calibration.phrase), "pronunciations": .array(ways.map { .text($0) }),
                    "threshold-offset": .number(calibration.thresholdOffset),
                    "hearings": .array(calibration.hearings.map { .text($0) }),
                    "scores": .array(calibration.scores.map { .number($0) }),
                ]))
        }
    }
}
