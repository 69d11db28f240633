// SPDX-License-Identifier: GPL-3.0-or-later
// Level and spectrum of the sample being heard now, analysed on the playback thread.

import JarvisSignal

/// Looks at the sound around the playback position and publishes what it finds. Playback thread only.
final class OutputMeter {
    private static let levelWindow = 512

    private let meters: AudioMeters
    private let samples: UnsafeMutablePointer<Int16>
    private var analyzer: SpectrumAnalyzer?
    private var rate = 0
    private var meter = LevelMeter()
    private var lastMicroseconds: Int64?

    init(meters: AudioMeters) {
        self.meters = meters
        samples = .allocate(capacity: SpectrumAnalyzer.windowLength)
        samples.initialize(repeating: 0, count: SpectrumAnalyzer.windowLength)
    }

    deinit {
        samples.deallocate()
    }

    /// True when nothing is left to be seen falling.
    var isAtRest: Bool { lastMicroseconds == nil }

    /// Analyses the window centred on `heard`; nil history stands for silence.
    func update(_ history: SampleHistory?, heard: Int64, sampleRateHertz: Int, nowMicroseconds now: Int64) {
        let window = SpectrumAnalyzer.windowLength
        if let history {
            history.copy(from: heard - Int64(window / 2), count: window, into: samples)
        } else {
            samples.update(repeating: 0, count: window)
        }
        if history != nil, rate != sampleRateHertz {
            analyzer = SpectrumAnalyzer(sampleRateHertz: sampleRateHertz)
            rate = sampleRateHertz
        }
        let elapsed = lastMicroseconds.map { Float(now - $0) * 1e-6 } ?? 0.016
        lastMicroseconds = now
        analyzer?.process(
            UnsafeBufferPointer(start: samples, count: window), elapsedSeconds: min(max(elapsed, 0), 0.1))
        meter.process(
            UnsafeBufferPointer(start: samples + (window - Self.levelWindow) / 2, count: Self.levelWindow))
        if history == nil, meter.level < 0.005, analyzer?.isAtRest ?? true {
            rest()
        } else {
            meters.setOutput(level: meter.level, spectrum: analyzer)
        }
    }

    /// Everything to zero at once.
    func rest() {
        meter.reset()
        analyzer?.reset()
        lastMicroseconds = nil
        meters.setOutput(level: 0, spectrum: nil)
    }
}
