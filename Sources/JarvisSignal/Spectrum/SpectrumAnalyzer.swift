// SPDX-License-Identifier: GPL-3.0-or-later
// The 64 bars of the visualizer: a windowed transform in logarithmic bands, equalised. They are smoothed in time where
// they are drawn; smoothing here too made the bars of a past sound outlast the next one's by a fifth of a second.

/// Turns a window of samples into 64 bands (60 Hz … 8 kHz, low to high) of 0…1. Belongs to one thread; allocates only
/// when it is made. Equaliser and automatic gain follow the scheme of cava (github.com/karlstav/cava); a band that
/// would leave the range takes the others down with it at once, so that the loudest stays the highest at any level.
public final class SpectrumAnalyzer {
    /// Bands of the picture.
    public static let bandCount = 64

    private static let lowestHertz: Float = 60
    private static let highestHertz: Float = 8_000
    /// The loudest band is kept near this many times the range, so that all but the quietest syllables fill it.
    private static let overdrive: Float = 2
    /// The gain falls by this factor per second while a band is louder than that and rises by that one while none is.
    private static let gainFallPerSecond: Float = 0.3
    private static let gainRisePerSecond: Float = 1.3
    private static let gainRange: ClosedRange<Float> = 4...120
    /// Samples that one analysis looks at.
    public let windowLength: Int
    /// Hertz per transform bin.
    private let binHertz: Float
    private let transform: RealFFT
    private let window: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let power: UnsafeMutablePointer<Float>
    private let edges: UnsafeMutablePointer<Int>
    private let equalizer: UnsafeMutablePointer<Float>
    private let values: UnsafeMutablePointer<Float>
    private var gain: Float = 30

    /// - Parameter sampleRateHertz: of the samples to come; bands above half of it stay empty.
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
            // Scaled so that a full-scale sine has a magnitude of 1 in its bin.
            let hann = 0.5 - 0.5 * cosine(2 * .pi * (Double(index) + 0.5) / Double(length))
            window[index] = Float(hann * 4 / Double(length))
        }
        var previous = 0
        for band in 0...Self.bandCount {
            let position = Float(band) / Float(Self.bandCount)
            let hertz = Self.lowestHertz * raised(Self.highestHertz / Self.lowestHertz, to: position)
            // Low bands are narrower than a bin; each is pushed up to a bin of its own.
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

    /// True when all bands are at zero.
    public private(set) var isAtRest = true

    /// About a tenth of a second, so that bins are some 11 Hz wide and bands lie the same at every rate.
    private static func windowLength(atRate sampleRateHertz: Int) -> Int {
        var length = 1024
        while length < 8192, length * 12 < sampleRateHertz { length *= 2 }
        return length
    }

    /// Frequencies of a band in hertz.
    public func frequencies(ofBand band: Int) -> ClosedRange<Float> {
        (Float(edges[band]) - 0.5) * binHertz...(Float(edges[band + 1]) - 0.5) * binHertz
    }

    /// Analyses `windowLength` samples; `elapsedSeconds` is the time since the last analysis and moves the gain.
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

    /// Band `index`, 0…1.
    public subscript(index: Int) -> Float { values[index] }

    /// Back to rest at once.
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
        // Silence says nothing about how loud the voice is.
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
