// SPDX-License-Identifier: GPL-3.0-or-later
// What the voice network hears: band levels over an adaptive floor and a running mean, and periodicity.
// training/voice-activity/features.py does the same arithmetic; change both or neither.

/// Turns frames of 20 ms at 16 kHz into `count` inputs of the network, independent of gain. Allocates only when made.
final class VoiceFeatures {
    static let bands = 24
    /// Two halves over their mean, the second over the floor, the mean's own shape, periodicity, its lag, the level.
    static let count = 4 * bands + 3
    static let samplesPerFrame = 320
    private static let hop = 160
    private static let window = 512
    private static let kept = window + hop
    /// First FFT bin (31.25 Hz wide) of each band and the end of the last: 62 Hz … 7.6 kHz, mel-spaced.
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
    /// Steps of 10 ms in which the floor may rise quickly.
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

    /// Takes the next 320 samples without working on them: the window of the frame after them will be whole.
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

    /// Takes the next 320 samples and fills `values`.
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

    /// Levels in dB of the window that begins at `samples`.
    private func measure(_ samples: UnsafePointer<Float>) {
        var index = 0
        while index < Self.window {
            windowed[index] = samples[index] * hann[index]
            index &+= 1
        }
        transform.powerSpectrum(of: windowed, into: power)
        // Σ window² = 3/8 of the length: the bins of noise of RMS r then add up to r².
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
            // 10⁻¹² is the noise of 16-bit samples, in one bin.
            level[band] = 10 * logarithm10(sum * scale / width + 1e-12)
            band &+= 1
        }
    }

    /// What was heard up to now is only supposed: it weighs as much in the mean as a quarter of a second, and the floor
    /// may rise to the real one within a second or two.
    func beginForReal() {
        uncertainSteps = 150
        step = 25
    }

    /// Moves mean and floor by 10 ms: the mean in about a second, the floor down at once and up by 2 dB per second, or by
    /// 30 while it is uncertain.
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
        // A day of frames must not count to where a Float stands still.
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

    /// Decibels as network inputs of about 1.
    private static func limited(_ decibels: Float) -> Float {
        min(max(decibels * 0.1, -4), 6)
    }
}

/// `count` floats of zero on a vector's boundary; the caller deallocates them.
func zeroed(_ count: Int) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
    return bytes.initializeMemory(as: Float.self, repeating: 0, count: count)
}
