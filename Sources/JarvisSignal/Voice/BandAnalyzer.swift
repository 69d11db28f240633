// SPDX-License-Identifier: GPL-3.0-or-later
// Measures band energies and periodicity of speech frames, for rule-based detectors.

/// Converts 20 ms frames at 16 kHz to the levels of 20 bands (100 Hz … 7.4 kHz) and a measure of voicing.
final class BandAnalyzer {
    static let bandCount = 20
    static let samplesPerFrame = 320
    private static let windowLength = 512
    /// The first FFT bin (31.25 Hz wide) of each band, followed by the end of the last; about a third of an octave
    /// each.
    private static let edges: [Int] = [
        3, 5, 7, 10, 13, 16, 20, 24, 28, 33, 39, 46, 54, 63, 74, 87, 102, 120, 145, 180, 236,
    ]

    /// The level of each of the `bandCount` bands in dBFS per bin.
    let levels: UnsafeMutablePointer<Float>
    private let history: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let power: UnsafeMutablePointer<Float>
    private let decimated: UnsafeMutablePointer<Float>
    private let bandEdges: UnsafeMutablePointer<Int>
    private let transform = RealFFT(count: BandAnalyzer.windowLength)

    init() {
        let length = Self.windowLength
        levels = Self.zeros(Self.bandCount)
        history = Self.zeros(length)
        window = Self.zeros(length)
        windowed = Self.zeros(length)
        power = Self.zeros(length / 2)
        decimated = Self.zeros(length / 4)
        bandEdges = .allocate(capacity: Self.edges.count)
        for (index, edge) in Self.edges.enumerated() { (bandEdges + index).initialize(to: edge) }
        for index in 0..<length {
            window[index] = Float(0.5 - 0.5 * cosine(2 * .pi * (Double(index) + 0.5) / Double(length)))
        }
    }

    deinit {
        for buffer in [levels, history, window, windowed, power, decimated] { buffer.deallocate() }
        bandEdges.deallocate()
    }

    func reset() {
        history.update(repeating: 0, count: Self.windowLength)
    }

    /// Processes the next 320 samples and fills `levels`.
    func process(_ frame: UnsafeBufferPointer<Int16>) {
        let length = Self.windowLength
        let fresh = Self.samplesPerFrame
        history.update(from: history + fresh, count: length - fresh)
        let tail = history + (length - fresh)
        var index = 0
        while index < fresh {
            tail[index] = Float(frame[index]) * (1 / 32768)
            index &+= 1
        }
        index = 0
        while index < length {
            windowed[index] = history[index] * window[index]
            index &+= 1
        }
        transform.powerSpectrum(of: windowed, into: power)
        // Σ window² = 3/8 of the length, so white noise of RMS r has mean bin power r² · length · 3/8.
        let scale = 1 / (Float(length) * Float(length) * 0.1875)
        var band = 0
        while band < Self.bandCount {
            var sum: Float = 0
            var bin = bandEdges[band]
            let end = bandEdges[band &+ 1]
            let width = Float(end &- bin)
            while bin < end {
                sum += power[bin]
                bin &+= 1
            }
            levels[band] = 10 * logarithm10(sum * scale / width + 1e-13)
            band &+= 1
        }
    }

    /// The highest normalized autocorrelation between 70 and 400 Hz in the last 32 ms, −1…1: near 1 in voiced sounds.
    func periodicity() -> Float {
        let count = Self.windowLength / 4
        var mean: Float = 0
        var index = 0
        while index < count {
            let source = history + index &* 4
            let value = source[0] + source[1] + source[2] + source[3]
            decimated[index] = value
            mean += value
            index &+= 1
        }
        mean /= Float(count)
        index = 0
        while index < count {
            decimated[index] -= mean
            index &+= 1
        }
        var best: Float = 0
        var lag = 10
        while lag <= 57 {
            var cross: Float = 0
            var first: Float = 1e-9
            var second: Float = 1e-9
            index = 0
            while index < count &- lag {
                let a = decimated[index]
                let b = decimated[index &+ lag]
                cross += a * b
                first += a * a
                second += b * b
                index &+= 1
            }
            best = max(best, cross / (first * second).squareRoot())
            lag &+= 1
        }
        return best
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: count)
        buffer.initialize(repeating: 0, count: count)
        return buffer
    }
}
