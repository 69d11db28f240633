// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the sample rate with a windowed-sinc polyphase filter (J. O. Smith, "Digital Audio Resampling").

/// Converts a stream of mono samples from one rate to another. Use `resample` for whole signals.
///
/// Compensates for the filter's delay, so output sample 0 corresponds to input sample 0.
public struct Resampler: Sendable {
    /// The most phases tabulated: with more, the nearest one is used (error below −60 dB).
    private static let phaseLimit = 512
    /// Zero crossings of the sinc on each side of its centre.
    private static let zeroCrossings = 16

    /// The ratio of output to input rate as a reduced fraction `up` / `down`.
    private let up: Int
    private let down: Int
    private let phases: Int
    private let tapsPerSide: Int
    private let table: [Float]

    /// Input not yet consumed; begins `tapsPerSide − 1` samples before the next output's centre.
    private var pending: [Float]
    /// The position of the next output between two input samples, in units of 1/`up`.
    private var phase = 0
    private var inputCount = 0
    private var outputCount = 0

    /// - Precondition: both rates are positive.
    public init(from inputRate: Int, to outputRate: Int) {
        precondition(inputRate > 0 && outputRate > 0, "sample rates are positive")
        let divisor = Self.greatestCommonDivisor(inputRate, outputRate)
        up = outputRate / divisor
        down = inputRate / divisor
        phases = min(up, Self.phaseLimit)
        // The cutoff lies below the lower of the two Nyquist limits; the factor leaves room for the transition band.
        let cutoff = min(1, Double(outputRate) / Double(inputRate)) * 0.94
        tapsPerSide = Int((Double(Self.zeroCrossings) / cutoff).rounded(.up))
        table = Self.makeTable(phases: phases, tapsPerSide: tapsPerSide, cutoff: cutoff)
        pending = [Float](repeating: 0, count: tapsPerSide - 1)
    }

    /// Adds input and returns the output that is now complete.
    public mutating func process(_ input: [Float]) -> [Float] {
        inputCount += input.count
        pending += input
        return drain(limit: .max)
    }

    /// Ends the stream and returns the remaining output. The resampler cannot be used afterwards.
    public mutating func flush() -> [Float] {
        let total = (inputCount * up + down - 1) / down
        pending += [Float](repeating: 0, count: tapsPerSide + 1)
        return drain(limit: total - outputCount)
    }

    /// Converts a whole signal; the number of samples becomes `count × outputRate / inputRate`, rounded up.
    public static func resample(_ samples: [Float], from inputRate: Int, to outputRate: Int) -> [Float] {
        guard inputRate != outputRate else { return samples }
        var resampler = Resampler(from: inputRate, to: outputRate)
        var output = resampler.process(samples)
        output += resampler.flush()
        return output
    }

    private mutating func drain(limit: Int) -> [Float] {
        let taps = 2 * tapsPerSide
        var output: [Float] = []
        output.reserveCapacity(max(0, min(limit, pending.count * up / down + 1)))
        var start = 0
        pending.withUnsafeBufferPointer { input in
            table.withUnsafeBufferPointer { table in
                while start + taps <= input.count, output.count < limit {
                    let row = (phase * phases / up) * taps
                    var sum: Float = 0
                    var tap = 0
                    while tap < taps {
                        sum += input[start &+ tap] * table[row &+ tap]
                        tap &+= 1
                    }
                    output.append(sum)
                    phase += down
                    start += phase / up
                    phase %= up
                }
            }
        }
        pending.removeFirst(min(start, pending.count))
        // If a step exceeds the pending samples, `process` skips the rest when they arrive.
        outputCount += output.count
        return output
    }

    private static func makeTable(phases: Int, tapsPerSide: Int, cutoff: Double) -> [Float] {
        let taps = 2 * tapsPerSide
        var table: [Float] = []
        table.reserveCapacity(phases * taps)
        for phase in 0..<phases {
            let fraction = Double(phase) / Double(phases)
            var row: [Double] = []
            row.reserveCapacity(taps)
            for tap in 0..<taps {
                let distance = Double(tap - (tapsPerSide - 1)) - fraction
                let x = Double.pi * cutoff * distance
                let sinc = abs(x) < 1e-9 ? 1 : sine(x) / x
                // A Blackman window over the length of the filter.
                let position = distance / Double(tapsPerSide)
                let window =
                    abs(position) >= 1
                    ? 0 : 0.42 + 0.5 * cosine(.pi * position) + 0.08 * cosine(2 * .pi * position)
                row.append(sinc * window)
            }
            // Scale each phase so that a constant passes unchanged.
            let gain = row.reduce(0, +)
            table += row.map { Float($0 / gain) }
        }
        return table
    }

    /// The highest rate that divides both rates.
    package static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
