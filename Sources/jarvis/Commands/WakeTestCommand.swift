// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis wake test: shows what the detector accepts as the wake phrase, from the microphone or from recordings.

import ArgumentParser
import JarvisAudio
import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisRecognition

extension WakeCommand {
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what counts as the wake phrase, with scores; press Ctrl+C to stop.",
            discussion: "With recordings, prints the result for each.")
        @Option(
            name: .long, parsing: .unconditional,
            help: ArgumentHelp("Seconds to listen, above 0 and up to 86400.", valueName: "S"))
        var seconds = 60.0
        @Argument(
            help: ArgumentHelp("Recordings instead of the microphone.", valueName: "WAV"),
            completion: .file(extensions: ["wav"]))
        var files: [String] = []
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard seconds > 0, seconds <= 86_400 else {
                throw ValidationError("--seconds takes seconds, above 0 and up to 86400.")
            }
            if output.json, files.isEmpty { throw ValidationError("--json needs recordings.") }
        }

        func run() throws {
            let composition = try Composition(global)
            if files.isEmpty { try listen(composition) } else { try read(composition) }
        }

        private func listen(_ composition: Composition) throws {
            let settings = composition.settings.current
            let microphone = composition.microphone()
            Console.note("Say \"\(settings.speech.wakePhrase)\"; scores above the threshold wake JARVIS.")
            let candidates = WakeListening.candidates(
                composition.spotter, microphone, device: settings.inputDevice, settings: settings.speech,
                seconds: seconds)
            try runBlocking {
                for try await candidate in candidates { try Console.say(Self.line(candidate)) }
            }
        }

        private func read(_ composition: Composition) throws {
            let speech = composition.settings.current.speech
            composition.spotter.configure(
                WakeConfiguration(phrase: speech.wakePhrase, sensitivityPercent: speech.wakeSensitivity))
            let trial = WakeTrial(composition.spotter)
            var results: [JSONValue] = []
            for file in files {
                let samples = try SpeechFile.samples(of: file)
                let detectors = composition.voiceDetectors
                let candidates = try runBlocking { try await trial.candidates(in: samples, detector: detectors.make()) }
                results.append(Self.result(file, candidates))
                guard !output.json else { continue }
                let verdict = candidates.contains(where: \.wakes) ? "wakes" : "doesn't wake"
                try Console.say("\(file): \(verdict)")
                for candidate in candidates { try Console.say("  " + Self.line(candidate)) }
            }
            if output.json {
                try Console.json(.object(["phrase": .text(speech.wakePhrase), "recordings": .array(results)]))
            }
        }

        private static func line(_ candidate: WakeCandidate) -> String {
            var parts = ["score \(Int(candidate.score.rounded())), threshold \(Int(candidate.threshold.rounded()))"]
            if let text = candidate.text { parts.append("heard \"\(text)\"") }
            parts.append(candidate.wakes ? "wakes" : "doesn't wake")
            return seconds(candidate.samples.lowerBound) + " s: " + parts.joined(separator: ", ")
        }

        private static func result(_ file: String, _ candidates: [WakeCandidate]) -> JSONValue {
            .object([
                "file": .text(file), "wakes": .flag(candidates.contains(where: \.wakes)),
                "candidates": .array(candidates.map(value)),
            ])
        }

        private static func value(_ candidate: WakeCandidate) -> JSONValue {
            var object: JSONObject = [
                "start": .number(time(candidate.samples.lowerBound)),
                "end": .number(time(candidate.samples.upperBound)),
                "wakes": .flag(candidate.wakes), "score": .number(candidate.score),
                "threshold": .number(candidate.threshold),
            ]
            if let text = candidate.text { object["heard"] = .text(text) }
            if let distance = candidate.distance { object["distance"] = .number(distance) }
            if let likelihood = candidate.likelihood { object["likelihood"] = .number(likelihood) }
            if let score = candidate.searchScore { object["searchScore"] = .number(score) }
            return .object(object)
        }

        /// The sample's time in seconds, rounded to hundredths.
        private static func time(_ sample: Int64) -> Double {
            (Double(sample) / Double(AudioFrame.sampleRateHertz) * 100).rounded() / 100
        }

        private static func seconds(_ sample: Int64) -> String { "\(time(sample))" }
    }
}
