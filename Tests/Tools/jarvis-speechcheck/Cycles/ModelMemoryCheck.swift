// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that the neural models add to the process: loaded, used and released, again and again.

import ArgumentParser
import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisSignal
import JarvisSynthesis
import JarvisSpeechModels

struct ModelMemoryCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model-memory", abstract: "Measures the memory of the neural models, loaded and given back.")

    @Option(help: "How often they are loaded and given back.") var rounds = 5
    @OptionGroup var voice: VoiceOption

    /// The MiB that may be added while a model is loaded, and after it is released.
    private static let (loadedGoals, releasedGoal) = ((recognizer: 130.0, voice: 120.0), 8.0)
    /// Growth of the remaining memory from the second round to the last that is not a leak, in MiB.
    private static let tolerated = 2.0

    func run() async throws {
        let sound = try await Self.sound()
        let resources = ResourceLocator.standard()
        let model = RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en"))
        print("PSS in MiB beyond what it was at the beginning: loaded, used, given back")
        var isFine = true
        let before = Self.mebibytes
        var left: [Double] = []
        for round in 1...max(rounds, 1) {
            var figures: [Double] = []
            do {
                let transcriber = try UtteranceModels.load(model, libraryFolder: resources.speechLibraryFolder)
                figures.append(Self.mebibytes - before)
                for length in [32_000, sound.count, 128_000] {
                    let part = Array(sound.prefix(length))
                    _ = try transcriber.transcribe(part)
                    _ = try transcriber.likelihoods(of: Self.phrases, in: part)
                }
                figures.append(Self.mebibytes - before)
            }
            left.append(Self.mebibytes - before)
            isFine = isFine && (figures.max() ?? 0) <= Self.loadedGoals.recognizer
            show("recognizer", round, figures + left.suffix(1))
        }
        guard voice.isNatural else { return try verdict(left, isFine) }
        for round in 1...max(rounds, 1) {
            let synthesizer = try voice.synthesizer()
            guard let natural = synthesizer as? NaturalSynthesizer else { break }
            natural.warmUp(voice: voice.voice)
            _ = await natural.isLoaded()
            var figures = [Self.mebibytes - before]
            for reply in Replies.make(30) {
                for try await _ in natural.synthesize(reply, prosody: Prosody(voice: voice.voice)) {}
            }
            figures.append(Self.mebibytes - before)
            natural.release()
            _ = await natural.isLoaded()
            left.append(Self.mebibytes - before)
            isFine = isFine && (figures.max() ?? 0) <= Self.loadedGoals.voice
            show("voice", round, figures + left.suffix(1))
        }
        try verdict(left, isFine)
    }

    private func verdict(_ left: [Double], _ isFine: Bool) throws {
        let grown = left.count > 2 ? (left.last ?? 0) - left[1] : 0
        print(
            "left at most \(fixed(left.max() ?? 0, 1, 1)) (goal 8), grown by \(fixed(grown, 1, 1)) since the second round"
        )
        guard isFine, left.allSatisfy({ $0 <= Self.releasedGoal }), grown <= Self.tolerated else {
            throw ExitCode.failure
        }
    }

    private func show(_ name: String, _ round: Int, _ figures: [Double]) {
        print("\(name) \(round):", figures.map { fixed($0, 1, 6) }.joined())
    }

    /// Several sentences, more than 8 s at 16 kHz; afterwards espeak-ng's memory is allocated.
    private static func sound() async throws -> [Int16] {
        var samples: [Int16] = []
        for reply in Replies.make(6) {
            samples += try await SpokenSound.synthesized(reply, Prosody(voice: "en-us"), by: ESpeakSynthesizer())
                .samples
        }
        return WAVFile(samples: samples, sampleRateHertz: SpokenSound.rate).int16Samples(atRate: 16_000)
    }

    private static let phrases = [
        ["what", "time", "is", "it"], ["set", "a", "timer", "for", "fifteen", "minutes"],
        ["set", "a", "timer", "for", "fifty", "minutes"], ["stop"],
    ]

    private static var mebibytes: Double {
        ProcessMemory.trim()
        return Double(ProcessMemory.proportionalKiB) / 1024
    }
}
