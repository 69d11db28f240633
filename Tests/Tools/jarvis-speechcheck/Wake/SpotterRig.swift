// SPDX-License-Identifier: GPL-3.0-or-later
// The spotter fed with recordings as the microphone would feed it, and the processor time that it takes.

import Glibc
import JarvisAudio
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import Synchronization

/// A recording with what is known about it.
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

struct CheckFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// One spotter that hears clip after clip, as it would in one long evening.
final class SpotterRig {
    private struct Heard: Sendable {
        var hits: [WakeHit] = []
        var failure: RecognitionFailure?
    }

    private let detectors = VoiceDetectors(resources: .standard())
    private let spotter = KeyphraseSpotter(model: .installed)
    private let isGuarded: Bool
    private let heard = SharedHeard()
    private var seconds = 0.0
    private var processorSeconds = 0.0

    private final class SharedHeard: Sendable {
        let state = Mutex(Heard())
    }

    init(phrase: String, percent: Double, isGuarded: Bool = false) {
        self.isGuarded = isGuarded
        spotter.configure(WakeConfiguration(phrase: phrase, sensitivityPercent: percent))
    }

    /// Processor time of the search, voice detection aside, over the length of the sound.
    var realTimeFactor: Double { seconds > 0 ? processorSeconds / seconds : 0 }

    /// All places at which the spotter wakes, with a second of silence on both sides of the clip.
    func hits(in clip: WakeClip) async throws -> [WakeHit] {
        let detector = detectors.make()
        let quiet = [Int16](repeating: 0, count: 16_000)
        let samples = quiet + clip.samples + quiet
        let activity = detector.process(all: samples)
        await begin()
        let start = Self.processorTime()
        for (index, found) in activity.enumerated() {
            let first = index * AudioFrame.samplesPerFrame
            spotter.accept(
                AudioFrame(
                    samples: Array(samples[first..<first + AudioFrame.samplesPerFrame]), sampleIndex: Int64(first),
                    isSpeech: found.isSpeech, levelDBFS: found.levelDBFS))
            guard index.isMultiple(of: 5) else { continue }
            await spotter.drain()
            if takeNews() { await begin() }
        }
        await spotter.drain()
        processorSeconds += Self.processorTime() - start
        seconds += Double(samples.count) / 16_000
        let (hits, failure) = heard.state.withLock { ($0.hits, $0.failure) }
        heard.state.withLock { $0 = Heard() }
        known = 0
        if let failure { throw CheckFailure(failure.advice) }
        return hits.map { hit in
            WakeHit(
                samples: hit.samples.lowerBound - 16_000..<hit.samples.upperBound - 16_000, score: hit.score,
                threshold: hit.threshold)
        }
    }

    private var known = 0

    private func takeNews() -> Bool {
        let count = heard.state.withLock { $0.hits.count }
        defer { known = count }
        return count > known
    }

    private func begin() async {
        let heard = heard
        spotter.begin(isGuarded: isGuarded) { update in
            heard.state.withLock { state in
                switch update {
                case .heard(let hit): state.hits.append(hit)
                case .failed(let failure): state.failure = failure
                }
            }
        }
        await spotter.drain()
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
