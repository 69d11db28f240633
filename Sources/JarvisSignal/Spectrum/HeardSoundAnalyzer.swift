// SPDX-License-Identifier: GPL-3.0-or-later
// Level and spectrum of the sound around one moment, as the face shows them: one code path for what is being played
// and for rendered pictures.

/// Looks at the window around what is heard next. Belongs to one thread; allocates only when it is made.
public final class HeardSoundAnalyzer {
    /// The window's middle lies this far ahead of what is heard: about as long as the bars take to rise, and the next
    /// look and the next picture to come.
    public static let leadSeconds = 0.020

    private let spectrum: SpectrumAnalyzer
    private var meter = LevelMeter()

    /// - Parameter sampleRateHertz: of the samples to come.
    public init(sampleRateHertz: Int) {
        spectrum = SpectrumAnalyzer(sampleRateHertz: sampleRateHertz)
    }

    /// Samples that one look takes.
    public var windowLength: Int { spectrum.windowLength }

    /// Level 0…1, smoothed.
    public var level: Float { meter.level }

    /// Band `index` of 64, 0…1, low to high.
    public subscript(index: Int) -> Float { spectrum[index] }

    /// True when nothing is left to be seen falling.
    public var isAtRest: Bool { meter.level < 0.005 && spectrum.isAtRest }

    /// Looks at one window; `elapsedSeconds` is the time since the last look.
    public func process(_ window: UnsafeBufferPointer<Int16>, elapsedSeconds: Float) {
        spectrum.process(window, elapsedSeconds: elapsedSeconds)
        // The level belongs to the middle quarter, some 20 ms: loudness changes faster than pitch can be told.
        let quarter = windowLength / 4
        let start = (windowLength - quarter) / 2
        meter.process(UnsafeBufferPointer(rebasing: window[start..<start + quarter]))
    }

    /// Back to rest at once.
    public func reset() {
        meter.reset()
        spectrum.reset()
    }
}
