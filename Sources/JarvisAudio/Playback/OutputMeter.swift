// SPDX-License-Identifier: GPL-3.0-or-later
// Computes level and spectrum of the sound being heard, on the playback thread.

import JarvisSignal

/// Analyses the sound around the playback position and publishes the results. Playback thread only.
final class OutputMeter {
    private let meters: AudioMeters
    private var samples: [Int16] = []
    private var analyzer: HeardSoundAnalyzer?
    private var rate = 0
    private var lastMicroseconds: Int64?

    init(meters: AudioMeters) {
        self.meters = meters
    }

    /// True once the meters have settled at zero.
    var isAtRest: Bool { lastMicroseconds == nil }

    /// Analyses the sound around the position `heard`; a nil history means silence.
    func update(_ history: SampleHistory?, heard: Int64, sampleRateHertz: Int, nowMicroseconds now: Int64) {
        if history != nil, rate != sampleRateHertz { prepare(sampleRateHertz) }
        guard let analyzer else { return rest() }
        let elapsed = lastMicroseconds.map { Float(now - $0) * 1e-6 } ?? 0.016
        lastMicroseconds = now
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            if let history {
                let middle = heard + Int64(HeardSoundAnalyzer.leadSeconds * Double(sampleRateHertz))
                history.copy(from: middle - Int64(samples.count / 2), count: samples.count, into: start)
            } else {
                start.update(repeating: 0, count: samples.count)
            }
            analyzer.process(UnsafeBufferPointer(samples), elapsedSeconds: min(max(elapsed, 0), 0.1))
        }
        if history == nil, analyzer.isAtRest {
            rest()
        } else {
            meters.setOutput(analyzer)
        }
    }

    /// Resets everything to zero at once.
    func rest() {
        analyzer?.reset()
        lastMicroseconds = nil
        meters.setOutput(nil)
    }

    private func prepare(_ sampleRateHertz: Int) {
        let made = HeardSoundAnalyzer(sampleRateHertz: sampleRateHertz)
        analyzer = made
        samples = [Int16](repeating: 0, count: made.windowLength)
        rate = sampleRateHertz
    }
}
