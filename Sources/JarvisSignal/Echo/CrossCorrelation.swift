// SPDX-License-Identifier: GPL-3.0-or-later
// How well a sound agrees with another one at many distances. Pure.

/// Compares a sound with all places of a longer one.
///
/// Belongs to one thread; allocates only when made.
final class CrossCorrelation {
    /// How two sounds agree at a distance.
    struct Agreement {
        var distance: Int
        /// −1…1; 0 when one of them is silent.
        var coefficient: Float
        /// The other sound's amplitude in the first: 1 when it is as loud there.
        var gain: Float
    }

    private let width: Int
    private let sums: UnsafeMutablePointer<Float>

    /// - Parameter width: distances that are compared.
    init(width: Int) {
        self.width = width
        sums = .allocate(capacity: width)
        sums.initialize(repeating: 0, count: width)
    }

    deinit {
        sums.deallocate()
    }

    /// Sum of the products at a distance, by the last comparison.
    subscript(distance: Int) -> Float { sums[distance] }

    /// Compares `count` values of `sound` with those of `other` from each of the distances 0…`width` − 1 on; `other`
    /// must have `count + width − 1` values.
    /// - Returns: where they agree best.
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
        var best = 0
        for distance in 1..<width where sums[distance] > sums[best] { best = distance }
        var otherPower: Float = 0
        for index in best..<best + count { otherPower += other[index] * other[index] }
        guard power > 0, otherPower > 0 else { return Agreement(distance: best, coefficient: 0, gain: 0) }
        return Agreement(
            distance: best, coefficient: sums[best] / (power * otherPower).squareRoot(), gain: sums[best] / otherPower)
    }
}
