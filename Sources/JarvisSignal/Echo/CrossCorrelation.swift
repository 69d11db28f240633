// SPDX-License-Identifier: GPL-3.0-or-later
// Correlates one sound with another at many offsets. Pure.

/// Compares a sound with a longer one at every offset.
///
/// Belongs to one thread; allocates only on creation.
final class CrossCorrelation {
    /// How well two sounds agree at an offset.
    struct Agreement {
        var distance: Int
        /// The correlation coefficient, −1…1; 0 if one of the sounds is silent.
        var coefficient: Float
        /// The amplitude of the sound within the longer one, relative to its own: 1 if equally loud.
        var gain: Float
    }

    private let width: Int
    /// Quiet positions count as if they had at least this share of the loudest position's power, since near-silence
    /// correlates with anything.
    private static let leastShare: Float = 0.1

    private let sums: UnsafeMutablePointer<Float>
    /// The power of the longer sound at each offset.
    private let powers: UnsafeMutablePointer<Float>

    /// - Parameter width: The number of offsets to compare.
    init(width: Int) {
        self.width = width
        sums = .allocate(capacity: width)
        sums.initialize(repeating: 0, count: width)
        powers = .allocate(capacity: width)
        powers.initialize(repeating: 0, count: width)
    }

    deinit {
        sums.deallocate()
        powers.deallocate()
    }

    /// The sum of products at an offset, from the last comparison.
    subscript(distance: Int) -> Float { sums[distance] }

    /// Compares `count` values of `sound` with `other`, beginning at each of the offsets 0…`width` − 1; `other` must
    /// have `count + width − 1` values.
    /// - Returns: The best agreement, with its offset.
    func compare(_ sound: UnsafePointer<Float>, with other: UnsafePointer<Float>, count: Int) -> Agreement {
        sums.update(repeating: 0, count: width)
        var power: Float = 0
        var position = 0
        while position < count {
            let sample = sound[position]
            let source = other + position
            var distance = 0
            while distance < width {
                sums[distance] += sample * source[distance]
                distance &+= 1
            }
            power += sample * sample
            position &+= 1
        }
        return best(power: power, other, count)
    }
    /// Compares coefficients instead of sums, which favour the loudest position even if it is one pitch period off.
    private func best(power: Float, _ other: UnsafePointer<Float>, _ count: Int) -> Agreement {
        var window: Double = 0
        for index in 0..<count { window += Double(other[index] * other[index]) }
        var loudest: Float = 0
        for distance in 0..<width {
            powers[distance] = Float(max(window, 0))
            loudest = max(loudest, powers[distance])
            let (first, next) = (other[distance], distance + 1 < width ? other[distance + count] : 0)
            window += Double(next * next - first * first)
        }
        guard power > 0, loudest > 0 else { return Agreement(distance: 0, coefficient: 0, gain: 0) }
        var best = Agreement(distance: 0, coefficient: -1, gain: 0)
        for distance in 0..<width {
            let least = max(powers[distance], Self.leastShare * loudest)
            let coefficient = sums[distance] / (power * least).squareRoot()
            guard coefficient > best.coefficient else { continue }
            best = Agreement(distance: distance, coefficient: coefficient, gain: sums[distance] / least)
        }
        return best
    }
}
