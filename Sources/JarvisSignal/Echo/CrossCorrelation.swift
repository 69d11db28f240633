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
    /// Places of the longer sound with less than this share of the loudest one's power are compared as if they had it:
    /// next to nothing agrees with anything.
    private static let leastShare: Float = 0.1

    private let sums: UnsafeMutablePointer<Float>
    /// The other sound's power at each distance.
    private let powers: UnsafeMutablePointer<Float>

    /// - Parameter width: distances that are compared.
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
        return best(power: power, other, count)
    }
    /// Where the coefficient is highest: the loudest place has the highest sum, too, when it is another pitch period.
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
