// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the visualizer's 64 bars: a windowed transform in logarithmic bands, equalized. Only drawing smooths over
// time: when this did, too, the bars of one sound outlasted the start of the next by a fifth of a second.

/// Converts a window of samples to 64 bands (60 Hz … 8 kHz, low to high) of 0…1. Used on one thread; allocates only on
/// creation. The equalizer and the automatic gain follow the scheme of cava (github.com/karlstav/cava). A band that
/// would exceed the range lowers all others at once, so that the loudest stays the highest at any level.
public final class SpectrumAnalyzer {
    /// The number of bands.
    public static let bandCount = 64

    private static let lowestHertz: Float = 60
    private static let highestHertz: Float = 8_000
    /// The loudest band is kept near this multiple of the range, so that all but the quietest syllables fill it.
    private static let overdrive: Float = 2
    /// The factor per second by which the gain falls while a band is louder; `gainRisePerSecond` applies while none is.
    private static let gainFallPerSecond: Float = 0.3
    private static let gainRisePerSecond: Float = 1.3
    private static let gainRange: ClosedRange<Float> = 4...120
    /// The number of samples per analysis.
    public let windowLength: Int
    /// The width of a transform bin in hertz.
    private let binHertz: Float
    private let transform: RealFFT
    private let window: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let power: UnsafeMutablePointer<Float>
    private let edges: UnsafeMutablePointer<Int>
    private let equalizer: UnsafeMutablePointer<Float>
    private let values: UnsafeMutablePointer<Float>
    private var gain: Float = 30

    /// - Parameter sampleRateHertz: The rate of the samples to analyse; bands above half of it stay empty.
    public init(sampleRateHertz: Int) {
        let length = Self.windowLength(atRate: sampleRateHertz)
        windowLength = length
        transform = RealFFT(count: length)
        binHertz = Float(sampleRateHertz) / Float(length)
        window = Self.zeros(length)
        windowed = Self.zeros(length)
        power = Self.zeros(length / 2)
        equalizer = Self.zeros(Self.bandCount)
        values = Self.zeros(Self.bandCount)
        edges = .allocate(capacity: Self.bandCount + 1)
        for index in 0..<length {
            // Scaled so that a full-scale sine has magnitude 1 in its bin.
            let hann = 0.5 - 0.5 * cosine(2 * .pi * (Double(index) + 0.5) / Double(length))
            window[index] = Float(hann * 4 / Double(length))
        }
        var previous = 0
        for band in 0...Self.bandCount {
            let position = Float(band) / Float(Self.bandCount)
            let hertz = Self.lowestHertz * raised(Self.highestHertz / Self.lowestHertz, to: position)
            // Low bands are narrower than a bin, so each moves up to its own bin.
            previous = max(previous + 1, Int((hertz / binHertz).rounded()))
            (edges + band).initialize(to: previous)
        }
        for band in 0..<Self.bandCount {
            equalizer[band] = raised(centre(ofBand: band) / 1_000, to: 0.85)
        }
    }

    deinit {
        for buffer in [window, windowed, power, equalizer, values] { buffer.deallocate() }
        edges.deallocate()
    }

    /// True if all bands are at zero.
    public private(set) var isAtRest = true

    /// The window's length: about a tenth of a second, which makes bins some 11 Hz wide and places bands alike at every
    /// rate.
    private static func windowLength(atRate sampleRateHertz: Int) -> Int {
        var length = 1024
        while length < 8192, length * 12 < sampleRateHertz { length *= 2 }
        return length
    }

    /// The range of a band in hertz.
    public func frequencies(ofBand band: Int) -> ClosedRange<Float> {
        (Float(edges[band]) - 0.5) * binHertz...(Float(edges[band + 1]) - 0.5) * binHertz
    }

    /// Analyses `windowLength` samples; `elapsedSeconds` is the time since the last analysis and adapts the gain.
    public func process(_ samples: UnsafeBufferPointer<Int16>, elapsedSeconds: Float) {
        precondition(samples.count == windowLength, "the analyzer takes exactly one window")
        var index = 0
        while index < windowLength {
            windowed[index] = Float(samples[index]) * (1 / 32768) * window[index]
            index &+= 1
        }
        transform.powerSpectrum(of: windowed, into: power)
        var loudest: Float = 0
        var band = 0
        while band < Self.bandCount {
            values[band] = magnitude(ofBand: band) * equalizer[band] * gain
            loudest = max(loudest, values[band])
            band &+= 1
        }
        let limit = 1 / max(loudest, 1)
        band = 0
        while band < Self.bandCount {
            values[band] *= limit
            band &+= 1
        }
        isAtRest = loudest == 0
        adjustGain(loudest, elapsedSeconds: elapsedSeconds)
    }

    /// The level of a band, 0…1.
    public subscript(index: Int) -> Float { values[index] }

    /// Resets all bands to zero at once.
    public func reset() {
        values.update(repeating: 0, count: Self.bandCount)
        isAtRest = true
    }

    private func magnitude(ofBand band: Int) -> Float {
        var bin = edges[band]
        let end = min(edges[band &+ 1], windowLength / 2)
        guard bin < end else { return 0 }
        let width = Float(end &- bin)
        var sum: Float = 0
        while bin < end {
            sum += power[bin].squareRoot()
            bin &+= 1
        }
        let mean = sum / width
        return mean > 1e-6 ? mean : 0
    }

    private func adjustGain(_ loudest: Float, elapsedSeconds: Float) {
        // Silence doesn't show how loud the voice is, so the gain stays.
        guard loudest > 0.05 else { return }
        let factor = loudest > Self.overdrive ? Self.gainFallPerSecond : Self.gainRisePerSecond
        gain *= raised(factor, to: elapsedSeconds)
        gain = min(max(gain, Self.gainRange.lowerBound), Self.gainRange.upperBound)
    }

    private func centre(ofBand band: Int) -> Float {
        (Float(edges[band] + edges[band + 1]) * 0.5 - 0.5) * binHertz
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: count)
        buffer.initialize(repeating: 0, count: count)
        return buffer
    }
}
