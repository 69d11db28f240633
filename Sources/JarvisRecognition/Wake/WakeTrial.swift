// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the wake word on recordings, with the same decisions as on an open microphone.

import JarvisCore
public import JarvisSignal
import Synchronization

/// Runs recordings through a spotter.
public struct WakeTrial: Sendable {
    /// Samples of silence around each recording: 1 s.
    private static let quietCount = 16_000
    /// The number of frames between two checks for results.
    private static let step = 5

    private let spotter: KeyphraseSpotter

    /// - Parameter spotter: A spotter that is configured with a phrase; nothing else may use it at the same time.
    public init(_ spotter: KeyphraseSpotter) {
        self.spotter = spotter
    }

    /// All candidates for the wake word in order; positions count from the recording's first sample.
    /// - Parameters:
    ///   - samples: 16 kHz mono; silence is added around them.
    ///   - detector: A new voice detector.
    ///   - isGuarded: True to require a clearer match, as while JARVIS speaks.
    /// - Throws: `RecognitionFailure`.
    public func candidates(
        in samples: [Int16], detector: any VoiceActivityDetector, isGuarded: Bool = false
    ) async throws -> [WakeCandidate] {
        let quiet = [Int16](repeating: 0, count: Self.quietCount)
        let all = quiet + samples + quiet
        let reports = Reports()
        spotter.observe { candidate in reports.state.withLock { $0.candidates.append(candidate) } }
        defer {
            spotter.observe(nil)
            spotter.end()
        }
        begin(isGuarded, reports)
        for (index, activity) in detector.process(all: all).enumerated() {
            let first = index * AudioFrame.samplesPerFrame
            spotter.accept(
                AudioFrame(
                    samples: Array(all[first..<first + AudioFrame.samplesPerFrame]), sampleIndex: Int64(first),
                    isSpeech: activity.isSpeech, levelDBFS: activity.levelDBFS))
            guard index.isMultiple(of: Self.step) else { continue }
            await spotter.drain()
            // After a hit, listening restarts.
            if reports.state.withLock({ $0.takeHit() }) { begin(isGuarded, reports) }
        }
        await spotter.drain()
        let (candidates, failure) = reports.state.withLock { ($0.candidates, $0.failure) }
        if let failure { throw failure }
        return candidates.map { candidate in
            var moved = candidate
            let offset = Int64(Self.quietCount)
            moved.samples = candidate.samples.lowerBound - offset..<candidate.samples.upperBound - offset
            return moved
        }
    }

    private func begin(_ isGuarded: Bool, _ reports: Reports) {
        spotter.begin(isGuarded: isGuarded) { update in
            reports.state.withLock { state in
                switch update {
                case .heard: state.hasHit = true
                case .failed(let failure): state.failure = failure
                }
            }
        }
    }

    private final class Reports: Sendable {
        struct State {
            var candidates: [WakeCandidate] = []
            var failure: RecognitionFailure?
            var hasHit = false

            mutating func takeHit() -> Bool {
                defer { hasHit = false }
                return hasHit
            }
        }

        let state = Mutex(State())
    }
}
