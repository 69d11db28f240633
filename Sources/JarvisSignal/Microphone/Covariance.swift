// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the power of each microphone channel, and the covariance of each pair. Pure; allocates only on creation.

/// The mean products of each pair of channels, updated in place.
struct Covariance: Sendable {
    private let count: Int
    private var values: [Float]

    init(_ count: Int) {
        self.count = count
        values = [Float](repeating: 0, count: count * count)
    }

    subscript(row: Int, column: Int) -> Float { values[row &* count &+ column] }

    mutating func measure(_ channels: UnsafePointer<Float>, length: Int) {
        var row = 0
        while row < count {
            var column = row
            while column < count {
                var sum: Float = 0
                var index = 0
                while index < length {
                    sum += channels[row &* length &+ index] * channels[column &* length &+ index]
                    index &+= 1
                }
                values[row &* count &+ column] = sum / Float(length)
                values[column &* count &+ row] = sum / Float(length)
                column &+= 1
            }
            row &+= 1
        }
    }

    mutating func clear() {
        for index in values.indices { values[index] = 0 }
    }

    mutating func approach(_ other: Covariance, by share: Float) {
        for index in values.indices { values[index] += share * (other.values[index] - values[index]) }
    }

    mutating func add(_ other: Covariance, keeping memory: Float) {
        for index in values.indices { values[index] = values[index] * memory + other.values[index] }
    }

    mutating func add(_ other: Covariance, scaledBy factor: Float) {
        for index in values.indices { values[index] += other.values[index] * factor }
    }

    mutating func subtract(_ other: Covariance) {
        for index in values.indices { values[index] -= other.values[index] }
    }

    mutating func copy(_ other: Covariance, scaledBy factor: Float = 1) {
        for index in values.indices { values[index] = other.values[index] * factor }
    }

    var strongest: Int {
        var best = 0
        for channel in 1..<max(count, 2) where channel < count && self[channel, channel] > self[best, best] {
            best = channel
        }
        return best
    }

    func clearest(over noise: Covariance) -> Int {
        var best = 0
        for channel in 1..<max(count, 2) where channel < count {
            if self[channel, channel] * noise[best, best] > self[best, best] * noise[channel, channel] {
                best = channel
            }
        }
        return best
    }

    /// The power of the channels mixed with these weights.
    func power(_ weights: [Float]) -> Float {
        var sum: Float = 0
        for row in 0..<count {
            for column in 0..<count { sum += weights[row] * weights[column] * self[row, column] }
        }
        return sum
    }
}
