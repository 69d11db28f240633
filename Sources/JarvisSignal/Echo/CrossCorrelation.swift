// SPDX-License-Identifier: GPL-3.0-or-later
// How well a sound agrees with another one at many distances. Pure.

/// Compares a sound with all places of a longer one.
///
/// Belongs to one thread; allocates only when made.
final class CrossCorrelation {
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
    /// - Returns: where they agree best, and how well (−1…1; 0 when one of them is silent).
    func compare(
        _ sound: UnsafePointer<Float>, with other: UnsafePointer<Float>, count: Int
    ) -> (distance: Int, coefficient: Float) {
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
        let scale = (power * otherPower).squareRoot()
        return (best, scale > 0 ? sums[best] / scale : 0)
    }
}
