// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the sample rate with a windowed-sinc polyphase filter (J. O. Smith, "Digital Audio Resampling").

/// Converts a stream of mono samples from one rate to another. Whole signals: `resample`.
///
/// The filter's delay is taken out, so that output sample 0 belongs to input sample 0.
public struct Resampler: Sendable {
    /// More phases than this are not tabulated; the nearest one is taken (error below −60 dB).
    private static let phaseLimit = 512
    /// Zero crossings of the sinc on each side.
    private static let zeroCrossings = 16

    /// Output rate / input rate as a reduced fraction.
    private let up: Int
    private let down: Int
    private let phases: Int
    private let tapsPerSide: Int
    private let table: [Float]

    /// Input not yet consumed; begins `tapsPerSide − 1` samples before the next output's centre.
    private var pending: [Float]
    /// Fraction of an input sample at which the next output lies, in 1/`up`.
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
        // Below the lower of the two Nyquist limits; 0.94 leaves room for the transition band.
        let cutoff = min(1, Double(outputRate) / Double(inputRate)) * 0.94
        tapsPerSide = Int((Double(Self.zeroCrossings) / cutoff).rounded(.up))
        table = Self.makeTable(phases: phases, tapsPerSide: tapsPerSide, cutoff: cutoff)
        pending = [Float](repeating: 0, count: tapsPerSide - 1)
    }

    /// Takes more input and returns the output that it completes.
    public mutating func process(_ input: [Float]) -> [Float] {
        inputCount += input.count
        pending += input
        return drain(limit: .max)
    }

    /// Ends the stream: the output still held back by the filter. The resampler is spent afterwards.
    public mutating func flush() -> [Float] {
        let total = (inputCount * up + down - 1) / down
        pending += [Float](repeating: 0, count: tapsPerSide + 1)
        return drain(limit: total - outputCount)
    }

    /// A whole signal at another rate; the length is `count × outputRate / inputRate`, rounded up.
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
        // A step longer than what is pending: the rest is skipped when it arrives.
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
                // Blackman window over the filter's length
                let position = distance / Double(tapsPerSide)
                let window =
                    abs(position) >= 1
                    ? 0 : 0.42 + 0.5 * cosine(.pi * position) + 0.08 * cosine(2 * .pi * position)
                row.append(sinc * window)
            }
            // Every phase passes a constant unchanged.
            let gain = row.reduce(0, +)
            table += row.map { Float($0 / gain) }
        }
        return table
    }

    /// The greatest rate of which both are multiples.
    package static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
