// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded speech with marked beginnings and ends; speech-like sound if the recordings are missing.

import FoundationEssentials
import JarvisSignal

/// A recording and the span of its speech, in seconds.
struct SpokenClip: Sendable {
    var name: String
    var samples: [Int16]
    var speech: ClosedRange<Double>
}

/// Clips of spoken commands.
enum SpeechCorpus {
    private struct Manifest: Decodable {
        struct Clip: Decodable {
            var file: String
            var kind: String
            var speech_segments: [[Double]]
        }
        var clips: [Clip]
    }

    /// The folder of recordings beside the package, or `JARVIS_CORPUS`.
    private static var folder: String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return ProcessInfo.processInfo.environment["JARVIS_CORPUS"] ?? "/" + root + "/../shared/audio"
    }

    /// At most `limit` commands.
    static func commands(limit: Int) throws -> [SpokenClip] {
        guard let manifest = fileBytes(folder + "/manifest.json") else { return synthetic() }
        let clips = try JSONDecoder().decode(Manifest.self, from: Data(manifest)).clips
        return try clips.filter { $0.kind == "command" }.prefix(limit).compactMap { clip in
            guard let bytes = fileBytes(folder + "/" + clip.file), let start = clip.speech_segments.first?.first,
                let end = clip.speech_segments.last?.last
            else { return nil }
            let samples = try WAVFile.decode(bytes).int16Samples(atRate: 16_000)
            return SpokenClip(name: clip.file, samples: samples, speech: start...end)
        }
    }

    /// "s-ah-t-ee-s": fricatives at both ends, a closure within.
    private static func synthetic() -> [SpokenClip] {
        [0.02, 0.05, 0.2].map { amplitude in
            let noise = Sound.noise(seconds: 0.15, amplitude: amplitude / 2)
            let fricative = zip(noise, noise.dropFirst()).map { Int16(clamping: Int($0) - Int($1)) }
            var samples = Sound.silence(seconds: 0.3) + fricative
            samples += Sound.vowel(seconds: 0.4, amplitude: amplitude) + Sound.silence(seconds: 0.08)
            samples += Sound.vowel(seconds: 0.3, amplitude: amplitude) + fricative
            let end = Double(samples.count) / 16_000
            return SpokenClip(
                name: "synthetic \(amplitude)", samples: samples + Sound.silence(seconds: 0.3), speech: 0.3...end)
        }
    }
}
