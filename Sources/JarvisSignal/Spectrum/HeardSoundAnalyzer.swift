// SPDX-License-Identifier: GPL-3.0-or-later
// Computes level and spectrum of the sound around one moment, for the visualizer. Live playback and rendered pictures
// use the same code.

/// Analyses a window around the sound that is about to be heard. Used on one thread; allocates only on creation.
public final class HeardSoundAnalyzer {
    /// How far the window's middle is ahead of the sound being heard: about the time that bars take to rise, plus the
    /// wait for the next analysis and the next frame.
    public static let leadSeconds = 0.020

    private let spectrum: SpectrumAnalyzer
    private var meter = LevelMeter()

    /// - Parameter sampleRateHertz: The rate of the samples to analyse.
    public init(sampleRateHertz: Int) {
        spectrum = SpectrumAnalyzer(sampleRateHertz: sampleRateHertz)
    }

    /// The number of samples per analysis.
    public var windowLength: Int { spectrum.windowLength }

    /// The smoothed level, 0…1.
    public var level: Float { meter.level }

    /// The level of a band, 0…1; bands are numbered 0…63 from low to high.
    public subscript(index: Int) -> Float { spectrum[index] }

    /// True once the level and bands have settled at zero.
    public var isAtRest: Bool { meter.level < 0.005 && spectrum.isAtRest }

    /// Analyses one window; `elapsedSeconds` is the time since the last analysis.
    public func process(_ window: UnsafeBufferPointer<Int16>, elapsedSeconds: Float) {
        spectrum.process(window, elapsedSeconds: elapsedSeconds)
        // The level uses only the middle quarter, some 20 ms: loudness changes faster than pitch can be measured.
        let quarter = windowLength / 4
        let start = (windowLength - quarter) / 2
        meter.process(UnsafeBufferPointer(rebasing: window[start..<start + quarter]))
    }

    /// Resets the level and all bands to zero at once.
    public func reset() {
        meter.reset()
        spectrum.reset()
    }
}
