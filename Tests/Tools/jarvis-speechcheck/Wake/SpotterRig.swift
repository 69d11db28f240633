// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds recordings to the spotter as a microphone would, and measures its processor time.

import Glibc
import JarvisAudio
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import JarvisSpeechTesting

/// A recording with the facts known about it.
struct WakeClip: Sendable {
    var name: String
    var kind: String
    var speaker: String
    var transcript: String?
    var samples: [Int16]

    var seconds: Double { Double(samples.count) / 16_000 }

    init(path: String, kind: String, speaker: String, transcript: String?) throws {
        name = path.split(separator: "/").suffix(2).joined(separator: "/")
        self.kind = kind
        self.speaker = speaker
        self.transcript = transcript
        guard let bytes = try AtomicFile.read(path) else {
            throw CheckFailure("there is no file \(path)")
        }
        samples = try WAVFile.decode(bytes).int16Samples(atRate: 16_000)
    }

    static func corpus(at folder: String) throws -> [WakeClip] {
        guard let bytes = try AtomicFile.read(folder + "/manifest.json"),
            let clips = try JSONValue(parsing: bytes).asObject?["clips"]?.asArray
        else { throw CheckFailure("no clips in \(folder)/manifest.json") }
        return try clips.compactMap { clip in
            guard let clip = clip.asObject, let file = clip["file"]?.asText else { return nil }
            return try WakeClip(
                path: folder + "/" + file, kind: clip["kind"]?.asText ?? "", speaker: clip["speaker"]?.asText ?? "",
                transcript: clip["transcript"]?.asText)
        }
    }
}

extension WakeClip {
    /// The recordings of a list of "VOICE<tab>FILE", or every `step`-th of them.
    static func list(_ path: String, kind: String, every step: Int = 1) throws -> [WakeClip] {
        let lines = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self).split(separator: "\n")
        return try lines.enumerated().filter { $0.offset.isMultiple(of: max(step, 1)) }.map { _, line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 2 else { throw CheckFailure("\(path): not VOICE<tab>FILE: \(line)") }
            return try WakeClip(path: parts[1], kind: kind, speaker: parts[0], transcript: nil)
        }
    }

    /// Every third speaker in the order of their names, to be reported separately.
    static func thirdOf(_ speakers: [String]) -> Set<String> {
        Set(Set(speakers).sorted().enumerated().filter { $0.offset % 3 == 2 }.map(\.element))
    }

    /// The clip in pink noise and, with a corpus, in kitchen noise, each this many decibels below it.
    func noisy(_ decibels: Double, corpus: String?) throws -> [WakeClip] {
        var source = ClipNoise(seed: UInt64(samples.count))
        var noises = [source.pink(samples.count)]
        if let corpus, let bytes = try AtomicFile.read(corpus + "/noise/kitchen.wav") {
            noises.append(try WAVFile.decode(bytes).int16Samples(atRate: 16_000))
        }
        let plain = RecognitionClip(name: name, kind: kind, text: "", samples: samples)
        return noises.map { noise in
            var copy = self
            copy.samples = plain.mixed(with: noise, decibels: decibels).samples
            return copy
        }
    }
}

struct CheckFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// One spotter that processes clip after clip, as during a long evening.
final class SpotterRig {
    private let detectors = VoiceDetectors(resources: .standard())
    private let spotter: KeyphraseSpotter
    private let isGuarded: Bool
    private var seconds = 0.0
    private var processorSeconds = 0.0

    /// - Parameter transcriber: The transcriber for verification; nil to use the search alone.
    init(phrase: String, percent: Double, isGuarded: Bool = false, transcriber: (any WakeTranscriber)?) {
        self.isGuarded = isGuarded
        spotter = KeyphraseSpotter(model: .installed, transcriber: transcriber)
        spotter.configure(WakeConfiguration(phrase: phrase, sensitivityPercent: percent))
    }

    /// The processor time, including voice detection, divided by the length of the sound.
    var realTimeFactor: Double { seconds > 0 ? processorSeconds / seconds : 0 }

    /// All candidates considered in the clip.
    func candidates(in clip: WakeClip) async throws -> [WakeCandidate] {
        let start = Self.processorTime()
        defer {
            processorSeconds += Self.processorTime() - start
            seconds += clip.seconds + 2
        }
        return try await WakeTrial(spotter).candidates(
            in: clip.samples, detector: detectors.make(), isGuarded: isGuarded)
    }

    /// All positions at which the spotter wakes.
    func hits(in clip: WakeClip) async throws -> [WakeCandidate] {
        try await candidates(in: clip).filter(\.wakes)
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
