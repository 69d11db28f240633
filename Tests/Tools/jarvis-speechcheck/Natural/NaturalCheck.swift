// SPDX-License-Identifier: GPL-3.0-or-later
// The natural voices: memory, time to the first sound, gaps in playback, how well the neural recognizer understands it,
// and how far its word positions are from those that PocketSphinx finds.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisSignal
import JarvisSpeechTesting
import JarvisSpokenText
import JarvisSynthesis
import JarvisTesting
import JarvisSpeechModels

struct NaturalCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "natural", abstract: "Measures the natural voices against espeak-ng's.")

    @Option(help: "The natural voices, by commas.") var voices = "en-us/heart,en-us/joe"
    @Option(help: "How many replies are transcribed.") var replies = 120
    @Flag(help: "Print what was misunderstood, and each word place.") var verbose = false

    func run() async throws {
        try await understood(ESpeakSynthesizer(), Voice.basic)
        for id in voices.split(separator: ",").map(String.init) {
            print(id)
            let natural = try VoiceOption.natural(id)
            try await loading(natural, id)
            try await timing(natural, id)
            try await understood(natural, id)
            natural.release()
            _ = await natural.isLoaded()
        }
    }

    private func understood(_ synthesizer: any SpeechSynthesizer, _ id: String) async throws {
        try await captions(id, synthesizer, id)
        try await intelligibility(id, synthesizer, id)
    }

    // MARK: Memory and time

    private static var proportionalMiB: Double {
        let line = WholeFile.text("/proc/self/smaps_rollup")?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        return (line?.split(separator: " ").compactMap { Double($0) }.first ?? 0) / 1024
    }

    private func loading(_ natural: NaturalSynthesizer, _ id: String) async throws {
        _ = try await SpokenSound.synthesized("Ready.", Prosody(voice: "en-us"), by: ESpeakSynthesizer())
        ProcessMemory.trim()
        let before = Self.proportionalMiB
        let start = MonotonicTime.seconds()
        natural.warmUp(voice: id)
        _ = await natural.isLoaded()
        let loaded = (MonotonicTime.seconds() - start, Self.proportionalMiB)
        for reply in Replies.make(30) {
            for try await _ in natural.synthesize(reply, prosody: Prosody(voice: id)) {}
        }
        _ = await natural.isLoaded()
        let spoken = Self.proportionalMiB
        natural.release()
        _ = await natural.isLoaded()
        let released = Self.proportionalMiB
        natural.warmUp(voice: id)
        _ = await natural.isLoaded()
        print(
            "load \(fixed(loaded.0 * 1000, 0, 1)) ms; PSS before \(fixed(before, 0, 1)) loaded +\(fixed(loaded.1 - before, 0, 1))",
            "after 30 replies +\(fixed(spoken - before, 0, 1)) released +\(fixed(released - before, 0, 1)) MiB (goal 120, 8)"
        )
    }

    private func timing(_ natural: NaturalSynthesizer, _ id: String) async throws {
        var first: [Int: [Double]] = [:]
        var (sound, work) = (0.0, 0.0)
        var waits: [Double] = []
        for reply in Replies.make(80) + Self.longReplies {
            // Like the first clause of a turn: all earlier speech has been heard.
            try await Task.sleep(for: .milliseconds(1))
            let start = MonotonicTime.seconds()
            var heardUntil = 0.0
            for try await piece in natural.synthesize(reply, prosody: Prosody(voice: id)) where !piece.samples.isEmpty {
                let now = MonotonicTime.seconds()
                if heardUntil == 0 {
                    first[reply.count < 30 ? 0 : reply.count < 60 ? 1 : 2, default: []].append((now - start) * 1000)
                    heardUntil = now
                } else {
                    waits.append(max(0, now - heardUntil) * 1000)
                    heardUntil = max(heardUntil, now)
                }
                let length = Double(piece.samples.count) / Double(piece.sampleRateHertz)
                heardUntil += length
                sound += length
            }
            work += MonotonicTime.seconds() - start
            natural.forgetLead()
        }
        for (key, name) in [(0, "below 30"), (1, "30 to 60"), (2, "60 and more")] {
            let times = first[key] ?? []
            print(
                "first sound, \(name) letters (\(times.count)): median", fixed(times.median, 0, 1), "p95",
                fixed(times.share(0.95), 0, 1), "ms")
        }
        print(
            "real-time factor", fixed(work / sound, 3, 1), " waits between pieces (\(waits.count)): over 0 ms:",
            waits.count { $0 > 0.5 }, "longest", fixed(waits.max() ?? 0, 0, 1), "ms")
    }

    private static let longReplies = [
        "The weather will be fine today, with a few clouds in the evening and a light wind from the west, which will bring some rain towards the night.",
        "I set a timer for five minutes and I will tell you when it is over so that you can go and make some tea in the meantime without having to look at the clock.",
        "There are twelve files in this folder; the largest of them takes forty two megabytes: it is the recording of yesterday's meeting.",
    ]

    // MARK: Understood

    private func intelligibility(_ name: String, _ synthesizer: any SpeechSynthesizer, _ id: String) async throws {
        let resources = ResourceLocator.standard()
        let transcriber = try OfflineTranscriber(
            RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            library: SherpaOnnxLibrary(folder: resources.speechLibraryFolder))
        var (wrong, count, whole) = (0, 0, 0)
        var levels: [Double] = []
        let texts = Replies.make(replies)
        for text in texts {
            let sound = try await SpokenSound.synthesized(text, Prosody(voice: id), by: synthesizer)
            levels.append(Self.level(sound.samples))
            let samples = WAVFile(samples: sound.samples, sampleRateHertz: SpokenSound.rate).int16Samples(
                atRate: 16_000)
            let quiet = [Int16](repeating: 1, count: 3_200)
            let heard = try transcriber.transcribe(quiet + samples + quiet)
            let said = SpokenWords.words(of: SpeakableText(text).spoken)
            let errors = DictationCheck.errors(said, heard)
            if verbose, errors > 0 { print("  \(text)\n    -> \(heard)") }
            wrong += errors
            whole += errors == 0 ? 1 : 0
            count += said.count
        }
        print(
            "\(name): word error rate", fixed(Double(wrong) * 100 / Double(max(1, count)), 1, 1),
            "% of \(count) words,",
            "\(whole) of \(texts.count) replies wholly right; level", fixed(levels.median, 1, 1), "dBFS (goal 3 %)")
    }

    private static func level(_ samples: [Int16]) -> Double {
        let loud = samples.filter { abs(Int($0)) > 100 }
        let sum = loud.reduce(0.0) { $0 + Double($1) * Double($1) }
        return 10 * log10(sum / Double(max(1, loud.count)) / (32_768 * 32_768) + 1e-12)
    }

    // MARK: Words

    private func captions(_ name: String, _ synthesizer: any SpeechSynthesizer, _ id: String) async throws {
        guard let reference = WordReference() else { return print("captions: left out, no acoustic model") }
        var errors: [Double] = []
        var lost = 0
        for text in Replies.make(60) + Self.longReplies {
            let sound = try await SpokenSound.synthesized(text, Prosody(voice: id), by: synthesizer)
            let samples = WAVFile(samples: sound.samples, sampleRateHertz: SpokenSound.rate).int16Samples(
                atRate: 16_000)
            let words = text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
            guard words.count == sound.words.count, let starts = reference.starts(of: words, in: samples) else {
                lost += 1
                continue
            }
            for (word, start) in zip(sound.words, starts) {
                let error = Double(word.sampleOffset) * 1000 / Double(SpokenSound.rate) - Double(start) / 16
                errors.append(error)
            }
            if verbose {
                print(
                    "  \(text)",
                    zip(sound.words, starts).map {
                        Int(Double($0.sampleOffset) * 1000 / Double(SpokenSound.rate) - Double($1) / 16)
                    })
            }
        }
        let distances = errors.map(abs)
        print(
            "\(name): word places against forced alignment, \(errors.count) words (\(lost) sentences left out): offset",
            fixed(errors.median, 0, 1), "distance median", fixed(distances.median, 0, 1), "p90",
            fixed(distances.share(0.9), 0, 1), "p95", fixed(distances.share(0.95), 0, 1), "ms (goal 120)")
    }
}
