// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the inputs of the voice network: band levels over an adaptive floor and over a running mean, and
// periodicity. training/voice-activity/features.py does the same arithmetic, so change both or neither.

/// Converts 20 ms frames at 16 kHz to `count` network inputs, independent of gain. Allocates only on creation.
final class VoiceFeatures {
    static let bands = 24
    /// The number of inputs: the bands of two half frames over the mean, of the second one over the floor, and of the
    /// mean's own shape; then the periodicity, its lag, and the level.
    static let count = 4 * bands + 3
    static let samplesPerFrame = 320
    private static let hop = 160
    private static let window = 512
    private static let kept = window + hop
    /// The first FFT bin (31.25 Hz wide) of each band, followed by the end of the last: 62 Hz … 7.6 kHz, mel-spaced.
    private static let edges = [
        2, 4, 6, 8, 10, 13, 16, 19, 23, 27, 32, 37, 43, 50, 58, 66, 76, 87, 99, 113, 129, 147, 167, 196, 242,
    ]

    /// The network's input, `count` values.
    let values = zeroed(VoiceFeatures.count)
    private let history = zeroed(VoiceFeatures.kept)
    private let hann = zeroed(VoiceFeatures.window)
    private let windowed = zeroed(VoiceFeatures.window)
    private let power = zeroed(VoiceFeatures.window / 2)
    private let level = zeroed(VoiceFeatures.bands)
    private let mean = zeroed(VoiceFeatures.bands)
    private let smooth = zeroed(VoiceFeatures.bands)
    private let floor = zeroed(VoiceFeatures.bands)
    private let bandEdges: UnsafeMutablePointer<Int>
    private let transform = RealFFT(count: VoiceFeatures.window)
    private let pitch = PeriodicityMeter(count: VoiceFeatures.window)
    private var step = 0
    /// The number of steps, of 10 ms each, in which the floor may still rise quickly.
    private var uncertainSteps = 0

    init() {
        bandEdges = .allocate(capacity: Self.edges.count)
        for (index, edge) in Self.edges.enumerated() { (bandEdges + index).initialize(to: edge) }
        for index in 0..<Self.window {
            hann[index] = Float(0.5 - 0.5 * cosine(2 * .pi * (Double(index) + 0.5) / Double(Self.window)))
        }
    }

    deinit {
        for buffer in [values, history, hann, windowed, power, level, mean, smooth, floor] { buffer.deallocate() }
        bandEdges.deallocate()
    }

    func reset() {
        history.update(repeating: 0, count: Self.kept)
        step = 0
        uncertainSteps = 0
    }

    /// Stores the next 320 samples without processing, so that the next frame's window is complete.
    func skip(_ frame: UnsafeBufferPointer<Int16>) {
        let fresh = Self.samplesPerFrame
        history.update(from: history + fresh, count: Self.kept - fresh)
        let tail = history + (Self.kept - fresh)
        var index = 0
        while index < fresh {
            tail[index] = Float(frame[index]) * (1 / 32768)
            index &+= 1
        }
    }

    /// Processes the next 320 samples and fills `values`.
    func process(_ frame: UnsafeBufferPointer<Int16>) {
        skip(frame)
        measure(history)
        follow()
        write(half: 0)
        measure(history + Self.hop)
        follow()
        write(half: 1)
        writeRest()
        let (voicing, lag) = pitch.measure(history + Self.hop)
        values[4 &* Self.bands] = voicing
        values[4 &* Self.bands &+ 1] = lag
    }

    /// Measures levels in dB of the window starting at `samples`.
    private func measure(_ samples: UnsafePointer<Float>) {
        var index = 0
        while index < Self.window {
            windowed[index] = samples[index] * hann[index]
            index &+= 1
        }
        transform.powerSpectrum(of: windowed, into: power)
        // Σ window² = 3/8 of the length, so the bins of noise of RMS r add up to r².
        let scale = 1 / (Float(Self.window) * Float(Self.window) * 0.1875)
        var band = 0
        while band < Self.bands {
            var sum: Float = 0
            var bin = bandEdges[band]
            let end = bandEdges[band &+ 1]
            let width = Float(end &- bin)
            while bin < end {
                sum += power[bin]
                bin &+= 1
            }
            // Add 10⁻¹², the power of 16-bit quantization noise in one bin.
            level[band] = 10 * logarithm10(sum * scale / width + 1e-12)
            band &+= 1
        }
    }

    /// Treats the sound so far as an assumption: the mean weighs it like a quarter of a second, and the floor may rise
    /// to the real one within a second or two.
    func beginForReal() {
        uncertainSteps = 150
        step = 25
    }

    /// Updates mean and floor by 10 ms. The mean covers about a second; the floor falls at once and rises by 2 dB per
    /// second, or by 30 while it is uncertain.
    private func follow() {
        step &+= 1
        let rise: Float = uncertainSteps > 0 ? 0.3 : 0.02
        if uncertainSteps > 0 { uncertainSteps -= 1 }
        let rate = max(1 / Float(step), 0.01)
        var band = 0
        while band < Self.bands {
            let now = level[band]
            if step == 1 {
                mean[band] = now
                smooth[band] = now
                floor[band] = now
            }
            mean[band] += rate * (now - mean[band])
            smooth[band] += 0.3 * (now - smooth[band])
            let change = smooth[band] - floor[band]
            floor[band] += change < 0 ? 0.1 * change : min(change, rise)
            band &+= 1
        }
        // Capped, since a Float counter stops increasing after about a day of frames.
        if step > 1_000 { step = 1_000 }
    }

    private func write(half: Int) {
        let target = values + half &* Self.bands
        var band = 0
        while band < Self.bands {
            target[band] = Self.limited(level[band] - mean[band])
            band &+= 1
        }
    }

    private func writeRest() {
        var middle: Float = 0
        var loudness: Float = 0
        var band = 0
        while band < Self.bands {
            middle += mean[band]
            loudness += level[band]
            band &+= 1
        }
        middle /= Float(Self.bands)
        loudness /= Float(Self.bands)
        band = 0
        while band < Self.bands {
            values[2 &* Self.bands &+ band] = Self.limited(smooth[band] - floor[band])
            values[3 &* Self.bands &+ band] = Self.limited(mean[band] - middle)
            band &+= 1
        }
        values[4 &* Self.bands &+ 2] = Self.limited(loudness - middle)
    }

    /// Scales decibels to network inputs of about 1.
    private static func limited(_ decibels: Float) -> Float {
        min(max(decibels * 0.1, -4), 6)
    }
}

/// `count` zeroed floats, aligned for vectors; the caller deallocates them.
func zeroed(_ count: Int) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
    return bytes.initializeMemory(as: Float.self, repeating: 0, count: count)
}
