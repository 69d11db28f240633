// SPDX-License-Identifier: GPL-3.0-or-later
// Speeds speech up or slows it down at the same pitch. Moves overlapping windows closer together or further apart, each
// to where it best continues the previous one (WSOLA; Verhelst and Roelands, ICASSP 1993). Pure.

/// Changes the tempo of recordings.
public struct TempoStretcher: Sendable {
    private let window: [Float]
    /// The distance between windows in the output: half a window.
    private let hop: Int
    /// How far a window may be shifted, in samples in either direction.
    private let reach: Int

    /// The length of a window: about two periods of a deep voice.
    private static let windowSeconds = 0.03
    private static let reachSeconds = 0.008
    /// Only every nth sample is compared, which is enough for voices.
    private static let stride = 3

    /// - Precondition: The rate is positive.
    public init(sampleRateHertz: Int) {
        precondition(sampleRateHertz > 0, "sample rates are positive")
        hop = max(8, Int(Self.windowSeconds * Double(sampleRateHertz) / 2))
        reach = max(4, Int(Self.reachSeconds * Double(sampleRateHertz)))
        let length = 2 * hop
        window = (0..<length).map { Float(0.5 - 0.5 * cosine(2 * .pi * (Double($0) + 0.5) / Double(length))) }
    }

    /// The sound at `tempo` times its speed, 0.25…4; its length is divided by `tempo`.
    public func stretch(_ samples: [Float], tempo: Double) -> [Float] {
        let tempo = min(max(tempo, 0.25), 4)
        guard abs(tempo - 1) > 0.005, samples.count > 2 * window.count else { return samples }
        let count = Int((Double(samples.count) / tempo).rounded())
        var output = [Float](repeating: 0, count: count + window.count)
        var source = 0
        var place = 0
        // The first half window has no earlier one to overlap with.
        for index in 0..<hop { output[index] += samples[index] * (1 - window[index]) }
        while place < count {
            add(samples, from: source, to: &output, at: place)
            place += hop
            let wanted = Int(Double(place) * tempo)
            source = continuation(of: source + hop, near: wanted, in: samples)
        }
        return Array(output.prefix(count))
    }

    private func add(_ samples: [Float], from source: Int, to output: inout [Float], at place: Int) {
        let length = min(window.count, samples.count - source, output.count - place)
        var index = 0
        while index < length {
            output[place &+ index] += samples[source &+ index] * window[index]
            index &+= 1
        }
    }

    /// The position near `wanted` whose sound best matches the sound at `natural`, which continues the previous window
    /// unshifted.
    private func continuation(of natural: Int, near wanted: Int, in samples: [Float]) -> Int {
        let last = max(0, samples.count - window.count)
        let first = min(max(0, wanted - reach), last)
        let end = min(wanted + reach, last)
        guard natural < last, first < end else { return min(wanted, last) }
        return samples.withUnsafeBufferPointer { samples in
            var best = (place: min(wanted, last), likeness: -Float.infinity)
            for place in first...end {
                var (product, energy): (Float, Float) = (0, 1e-6)
                var index = 0
                while index < window.count {
                    let value = samples[place &+ index]
                    product += value * samples[natural &+ index]
                    energy += value * value
                    index &+= Self.stride
                }
                let likeness = product / energy.squareRoot()
                if likeness > best.likeness { best = (place, likeness) }
            }
            return best.place
        }
    }
}
