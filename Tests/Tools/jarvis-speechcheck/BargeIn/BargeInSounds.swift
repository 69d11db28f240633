// SPDX-License-Identifier: GPL-3.0-or-later
// The sounds of the barge-in measurements: replies, people who interrupt them, coughs, clicks and noises.

import FoundationEssentials
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting

/// A recording at 16 kHz and the range of the sound of interest, in samples.
struct MeasuredClip: Sendable {
    var name: String
    var samples: [Int16]
    var speech: Range<Int>

    /// RMS of the sound of interest, full scale 1.
    var rms: Float {
        let sum = samples[speech].reduce(Float(0)) { $0 + Float($1) * Float($1) }
        return (sum / Float(max(1, speech.count))).squareRoot() / 32_768
    }
}

/// Sounds from the corpus or, without a corpus, from synthesizers other than JARVIS's own.
struct BargeInSounds {
    static let prose = """
        The weather today will be mostly sunny, with a high of nineteen degrees. There is a small chance of rain in the \
        evening, so you may want to take an umbrella if you stay out late. Your next meeting begins at half past two \
        with the engineering team. You have three unread messages, and one of them is marked as important. The timer \
        that you set for the oven has four minutes left. Scientists have measured how quickly the ice melts in the \
        north. The committee decided to postpone the vote until Thursday, because several members could not travel. A \
        good recipe for bread needs flour, water, salt and patience. The train to Cambridge leaves from platform nine \
        at sixteen forty three, and it arrives one hour and twelve minutes later. Here is what I know about black \
        holes: they form when massive stars collapse, nothing can escape from inside the horizon, and they slowly \
        evaporate over enormous spans of time.
        """

    private struct Manifest: Decodable {
        struct Clip: Decodable {
            var file: String
            var kind: String
            var speech_segments: [[Double]]?
        }
        var clips: [Clip]
    }

    /// The reply at 16 kHz in one of JARVIS's own voices.
    static func reply(_ prosody: Prosody, by synthesizer: any SpeechSynthesizer) async throws -> [Int16] {
        var samples: [Int16] = []
        var rate = 22_050
        for try await audio in synthesizer.synthesize(prose, prosody: prosody) {
            samples += audio.samples
            rate = audio.sampleRateHertz
        }
        return WAVFile(samples: samples, sampleRateHertz: rate).int16Samples(atRate: 16_000)
    }

    /// Short human utterances: `limit` of the corpus, spread over it, or from other synthesizers.
    static func utterances(corpus: String?, limit: Int) throws -> [MeasuredClip] {
        guard let corpus, !corpus.isEmpty else { return try synthetic().prefix(limit).map { $0 } }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes(corpus + "/manifest.json")))
        let clips = manifest.clips.filter { $0.kind == "command" || $0.kind == "keyword" }
        let stride = max(1, clips.count / max(1, limit))
        return try clips.enumerated().filter { $0.offset % stride == 0 }.prefix(limit).compactMap { _, clip in
            guard let start = clip.speech_segments?.first?.first, let end = clip.speech_segments?.last?.last else {
                return nil
            }
            let samples = try WAVFile.decode(bytes(corpus + "/" + clip.file)).int16Samples(atRate: 16_000)
            let from = max(0, Int(start * 16_000) - 1_600)
            let to = min(samples.count, Int(end * 16_000) + 1_600)
            return MeasuredClip(
                name: clip.file, samples: Array(samples[from..<to]),
                speech: Int(start * 16_000) - from..<min(to, Int(end * 16_000)) - from)
        }
    }

    /// Noises of the corpus, cut into pieces of at most 5 s.
    static func noises(corpus: String?) throws -> [MeasuredClip] {
        guard let corpus, !corpus.isEmpty else { return [] }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes(corpus + "/manifest.json")))
        return try manifest.clips.filter { $0.kind == "noise" }.flatMap { clip -> [MeasuredClip] in
            let samples = try WAVFile.decode(bytes(corpus + "/" + clip.file)).int16Samples(atRate: 16_000)
            return stride(from: 0, to: samples.count, by: 80_000).map { start in
                let piece = Array(samples[start..<min(samples.count, start + 80_000)])
                return MeasuredClip(name: clip.file, samples: piece, speech: 0..<piece.count)
            }
        }
    }

    /// A click: 2 to 20 ms of decaying noise.
    static func click(seed: UInt64) -> MeasuredClip {
        var random = SeededGenerator(seed: seed)
        let length = Int.random(in: 32..<320, using: &random)
        let samples = (0..<length * 3).map { index -> Int16 in
            Int16(Float.random(in: -28_000...28_000, using: &random) * expf(-Float(index) / Float(length) * 2))
        }
        return MeasuredClip(name: "click \(seed)", samples: samples, speech: 0..<length)
    }

    /// A cough: a burst through the formants of an open throat, a decaying breath, and in every second one a short
    /// voiced end, softer than the burst.
    static func cough(seed: UInt64) -> MeasuredClip {
        var random = SeededGenerator(seed: seed)
        let burst = Int.random(in: 640..<1280, using: &random)
        let breath = Int.random(in: 1600..<4000, using: &random)
        let tail = seed % 2 == 0 ? Int.random(in: 1200..<2400, using: &random) : 0
        let pitch = Float.random(in: 120...240, using: &random)
        var low: Float = 0
        var band: Float = 0
        let resonance = Float.random(in: 0.35...0.6, using: &random)
        var samples: [Int16] = []
        for index in 0..<burst + breath + tail {
            let time = Float(index)
            let rise = min(1, time / 80)
            var source = Float.random(in: -1...1, using: &random)
            var level: Float = index < burst ? rise : 0.5 * expf(-(time - Float(burst)) / (0.4 * Float(breath)))
            if index > burst + breath {
                let phase = (time * pitch / 16_000).truncatingRemainder(dividingBy: 1)
                source = 0.8 * (1 - 2 * phase) + 0.2 * source
                let into = (time - Float(burst + breath)) / Float(tail)
                level = 0.35 * sinf(.pi * into)
            }
            // A state-variable filter about 1 kHz.
            low += resonance * band
            band += resonance * (source - low - 0.6 * band)
            samples.append(Int16(max(-32_000, min(32_000, 12_000 * level * (band + 0.4 * source)))))
        }
        return MeasuredClip(name: "cough \(seed)", samples: samples, speech: 0..<burst + breath)
    }

    private static func synthetic() throws -> [MeasuredClip] {
        let sentences = [
            "stop", "what time is it", "never mind", "tell me a joke", "set a timer for five minutes", "no wait",
            "jarvis open the calendar", "cancel that please", "how is the weather", "turn the volume down",
        ]
        let folder = try TemporaryFolder("barge-in")
        return try sentences.enumerated().flatMap { index, text -> [MeasuredClip] in
            try ["slt", "rms", "awb"].compactMap { voice in
                let path = "\(folder.path)/\(voice)-\(index).wav"
                let flite = try ChildProcess("flite", ["-voice", voice, "-t", text, "-o", path])
                guard flite.wait() == 0 else { return nil }
                let samples = try WAVFile.decode(bytes(path)).int16Samples(atRate: 16_000)
                let loud = samples.indices.filter { abs(Int(samples[$0])) > 600 }
                guard let first = loud.first, let last = loud.last else { return nil }
                return MeasuredClip(name: "\(voice): \(text)", samples: samples, speech: first..<last)
            }
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
