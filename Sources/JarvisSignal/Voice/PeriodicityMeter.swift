// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how periodic a stretch of sound is between 70 and 400 Hz: the normalized autocorrelation of a decimated
// window.

/// Measures windows of fixed length at 16 kHz, decimated by four. Allocates only on creation.
final class PeriodicityMeter {
    private static let shortestLag = 10
    private static let lags = 48
    private let count: Int
    /// The decimated samples, followed by as many zeros as the longest lag.
    private let decimated: UnsafeMutablePointer<Float>
    /// The sum of squares of all samples before each sample.
    private let energy: UnsafeMutablePointer<Float>

    /// - Parameter count: The samples per window, a multiple of 4.
    init(count: Int) {
        self.count = count / 4
        decimated = zeroed(count / 4 + 64)
        energy = zeroed(count / 4 + 1)
    }

    deinit {
        decimated.deallocate()
        energy.deallocate()
    }

    /// The highest correlation, 0…1 (near 1 in voiced sounds), and its lag as 0…1: 0 for 400 Hz, 1 for 70 Hz.
    func measure(_ samples: UnsafePointer<Float>) -> (value: Float, lag: Float) {
        decimate(samples)
        var best: Float = -1
        var bestLag = 0
        var group = 0
        while group < Self.lags {
            // Compute eight lags at a time.
            var sums = SIMD8<Float>()
            let delayed = UnsafeRawPointer(decimated + (Self.shortestLag &+ group))
            var index = 0
            while index < count {
                sums += delayed.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self) * decimated[index]
                index &+= 1
            }
            var lane = 0
            while lane < 8 {
                let lag = Self.shortestLag &+ group &+ lane
                let first = energy[count &- lag] + 1e-9
                let second = energy[count] - energy[lag] + 1e-9
                let value = sums[lane] / (first * second).squareRoot()
                if value > best {
                    best = value
                    bestLag = group &+ lane
                }
                lane &+= 1
            }
            group &+= 8
        }
        return (max(best, 0), Float(bestLag) / Float(Self.lags &- 1))
    }

    private func decimate(_ samples: UnsafePointer<Float>) {
        var mean: Float = 0
        var index = 0
        while index < count {
            let source = samples + index &* 4
            let value = source[0] + source[1] + source[2] + source[3]
            decimated[index] = value
            mean += value
            index &+= 1
        }
        mean /= Float(count)
        var sum: Float = 0
        index = 0
        while index < count {
            decimated[index] -= mean
            energy[index] = sum
            sum += decimated[index] * decimated[index]
            index &+= 1
        }
        energy[count] = sum
    }
}
