// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings with marked beginnings and ends of speech, and longer passages made of them.

import FoundationEssentials
import Glibc
import JarvisAudio
import JarvisPlatform
import JarvisSignal
import JarvisSpeechTesting
import JarvisTesting

struct EndpointClip: Sendable {
    var name: String
    var kind: String
    /// Samples at 16 kHz, followed by 3 s of the recording's background.
    var samples: [Int16]
    /// The range of the speech, in seconds.
    var speech: ClosedRange<Double>
    /// The detector's decision for each frame of 20 ms.
    var decisions: [Bool] = []

    /// The clip with its detector's decisions.
    func heard() -> EndpointClip {
        let detector = VoiceDetectors(resources: .standard()).make()
        var copy = self
        copy.decisions = Swift.stride(from: 0, to: samples.count - 319, by: 320).map { start in
            samples[start..<(start + 320)].withUnsafeBufferPointer { detector.process($0) }.isSpeech
        }
        return copy
    }

    /// The ranges that the detector marks as speech, in seconds.
    var runs: String {
        var runs: [(start: Int, end: Int)] = []
        for (index, isSpeech) in decisions.enumerated() where isSpeech {
            if let last = runs.last, last.end == index {
                runs[runs.count - 1].end = index + 1
            } else {
                runs.append((index, index + 1))
            }
        }
        let second = { (frame: Int) in ((Double(frame) * 2).rounded() / 100).description }
        return runs.map { "\(second($0.start))–\(second($0.end))" }.joined(separator: " ")
    }

    private struct Manifest: Decodable {
        struct Clip: Decodable {
            var file: String
            var kind: String
            var speech_segments: [[Double]]
        }
        var clips: [Clip]
    }

    /// The commands and dictation of a corpus.
    static func corpus(_ folder: String) throws -> [EndpointClip] {
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(ChildProcess.bytes(of: folder + "/manifest.json")))
        return try manifest.clips.filter { ["command", "dictation"].contains($0.kind) }.compactMap { clip in
            guard let start = clip.speech_segments.first?.first, let end = clip.speech_segments.last?.last else {
                return nil
            }
            let sound = try WAVFile.decode(ChildProcess.bytes(of: folder + "/" + clip.file))
            let samples = sound.int16Samples(atRate: 16_000)
            // Half a second before the speech for the detector to learn the background.
            let lead = background(of: samples, seconds: 0.5, seed: 7)
            return EndpointClip(
                name: clip.file, kind: clip.kind,
                samples: lead + samples + background(of: samples, seconds: 3, seed: UInt64(samples.count)),
                speech: (start + 0.5)...(end + 0.5))
        }
    }

    /// Every ordered pair of one reader's sentences with three pauses between them, drawn evenly from the longest
    /// pauses of 52 read passages.
    static func passages(of clips: [EndpointClip]) -> [EndpointClip] {
        let sentences = clips.filter { $0.name.contains("austen") }
        let pairs = sentences.indices.flatMap { first in
            sentences.indices.filter { $0 != first }.map { (sentences[first], sentences[$0]) }
        }
        return (0..<(pairs.count * 3)).map { index in
            let (first, second) = pairs[index % pairs.count]
            // A step that shares no factor with the number of draws, so that pairs get pauses of all lengths.
            let rank = (Double(index * 7 % (pairs.count * 3)) + 0.5) / Double(pairs.count * 3)
            return joined(first, second, pause: pause(rank))
        }
    }

    private static func joined(_ first: EndpointClip, _ second: EndpointClip, pause: Double) -> EndpointClip {
        let head = Array(first.samples[..<Int(first.speech.upperBound * 16_000)])
        let gap = background(of: first.samples, seconds: pause, seed: UInt64(pause * 1e6))
        let tail = Array(second.samples[Int(second.speech.lowerBound * 16_000)...])
        let length = second.speech.upperBound - second.speech.lowerBound
        return EndpointClip(
            name: "\(first.name) + \(Int(pause * 1000)) ms + \(second.name)", kind: "passage",
            samples: head + gap + tail,
            speech: first.speech.lowerBound...(first.speech.upperBound + pause + length))
    }

    /// The pause of this rank (0…1) among the longest pauses of read passages.
    private static func pause(_ rank: Double) -> Double {
        let points = [(0.0, 0.2), (0.5, 0.48), (0.9, 0.65), (0.95, 0.76), (0.99, 1.03), (1.0, 1.2)]
        for (low, high) in zip(points, points.dropFirst()) where rank <= high.0 {
            return low.1 + (high.1 - low.1) * (rank - low.0) / (high.0 - low.0)
        }
        return 1.2
    }

    /// The recording's own background: its quietest pieces of 20 ms, drawn at random and overlapped.
    private static func background(of samples: [Int16], seconds: Double, seed: UInt64) -> [Int16] {
        let starts = Swift.stride(from: 0, to: samples.count - 319, by: 160)
            .map { (start: $0, level: ClipNoise.level(samples[$0..<($0 + 320)])) }.sorted { $0.level < $1.level }
            .prefix(max(samples.count / 160 / 10, 1)).map(\.start)
        var sum = [Double](repeating: 0, count: Int(seconds * 16_000) + 320)
        var state = seed | 1
        guard !starts.isEmpty else { return [Int16](repeating: 0, count: sum.count - 320) }
        for start in Swift.stride(from: 0, to: sum.count - 319, by: 160) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let piece = starts[Int(state >> 33) % starts.count]
            // Half-overlapping sine windows keep the power of uncorrelated pieces.
            for index in 0..<320 {
                sum[start + index] += Double(samples[piece + index]) * sin(.pi * (Double(index) + 0.5) / 320)
            }
        }
        return sum.dropLast(320).map { Int16(clamping: Int($0.rounded())) }
    }
}

extension EndpointClip {
    /// A clip of a list: the speech lasts from the first to the last frame that the detector marks as speech.
    init(_ clip: RecognitionClip) {
        self.init(name: clip.name, kind: clip.kind, samples: clip.samples, speech: 0...1)
        self = heard()
        let (first, last) = (decisions.firstIndex(of: true) ?? 0, decisions.lastIndex(of: true) ?? decisions.count - 1)
        speech = (Double(first) / 50)...(Double(last + 1) / 50)
    }
}
