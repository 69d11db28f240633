// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the sound written to the speaker into the echo canceller's reference. Playback thread only.

import Glibc
import JarvisSignal

/// Converts playback samples to 16 kHz by position, so that a part can be converted again after a change.
final class ReferenceFeeder {
    private static let rate = 16_000
    /// The number of input samples on each side of the windowed sinc.
    private static let side = 14
    /// The most phases to tabulate: one for each fractional position that a rate produces (320 for 22 050 Hz). If a
    /// changed pitch produces more, the nearest smaller fraction is used.
    private static let mostPhases = 1024

    private let reference: PlaybackReference
    private var table: [Float] = []
    private var tableRate = 0
    private var phases = 1
    private var samples: [Int16] = []

    init(reference: PlaybackReference) {
        self.reference = reference
    }

    /// Starts again at `position` of the stream.
    func restart(at position: Int64, sampleRateHertz: Int) {
        reference.restart(at: converted(position, sampleRateHertz))
    }

    /// Declares that sound not heard so far never will be, because the player has stopped.
    func abandon() { reference.abandon() }

    /// Converts the samples of `history` from `start` to `end`; those close to the end are converted by the next call.
    func publish(_ history: SampleHistory, from start: Int64, to end: Int64, sampleRateHertz: Int) {
        prepare(sampleRateHertz)
        let side = Int64(Self.side)
        // Nothing was played before the stream began.
        let first = max(0, converted(start - side, sampleRateHertz))
        let last = converted(end - side, sampleRateHertz)
        guard last > first else { return }
        // The first input sample that the filter needs for the first position.
        let origin = centre(of: first, sampleRateHertz) - side + 1
        let count = Int(end - origin)
        if samples.count < count { samples = [Int16](repeating: 0, count: count) }
        samples.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            history.copy(from: origin, count: count, into: base)
            // Set every position: a skipped one would keep its sound from four seconds ago, a click that was never
            // played.
            for position in first..<last {
                let fraction = position * Int64(sampleRateHertz) % Int64(Self.rate)
                let window = base + Int(centre(of: position, sampleRateHertz) - side + 1 - origin)
                reference.set(sample(window, phase: Int(fraction) * phases / Self.rate), at: position)
            }
        }
        reference.extend(to: last)
    }

    /// Records that stream sample `sample` is heard at `microseconds`.
    func anchor(sample: Double, atMicroseconds microseconds: Int64, sampleRateHertz: Int) {
        let position = Int64(sample * Double(Self.rate) / Double(sampleRateHertz))
        reference.setOffset(PlaybackReference.tick(atMicroseconds: microseconds) - position)
    }

    /// - Parameter window: The `2 * side` input samples around the position.
    private func sample(_ window: UnsafeMutablePointer<Int16>, phase: Int) -> Int16 {
        let taps = 2 * Self.side
        let row = phase * taps
        var sum: Float = 0
        table.withUnsafeBufferPointer { table in
            var tap = 0
            while tap < taps {
                sum += Float(window[tap]) * table[row &+ tap]
                tap &+= 1
            }
        }
        return Int16(max(-32_768, min(32_767, sum.rounded())))
    }

    /// The stream's sample at this position of the reference, or the last one before it.
    private func centre(of position: Int64, _ sampleRateHertz: Int) -> Int64 {
        position * Int64(sampleRateHertz) / Int64(Self.rate)
    }

    private func converted(_ position: Int64, _ sampleRateHertz: Int) -> Int64 {
        position * Int64(Self.rate) / Int64(sampleRateHertz)
    }

    private func prepare(_ sampleRateHertz: Int) {
        guard tableRate != sampleRateHertz else { return }
        tableRate = sampleRateHertz
        let cutoff = min(1, Double(Self.rate) / Double(sampleRateHertz)) * 0.92
        phases = min(Self.mostPhases, Self.rate / Resampler.greatestCommonDivisor(sampleRateHertz, Self.rate))
        table = []
        for phase in 0..<phases {
            let fraction = Double(phase) / Double(phases)
            var row: [Double] = []
            for tap in 0..<2 * Self.side {
                let distance = Double(tap - Self.side + 1) - fraction
                let x = Double.pi * cutoff * distance
                let window = 0.5 + 0.5 * cos(.pi * min(1, abs(distance) / Double(Self.side)))
                row.append((abs(x) < 1e-9 ? 1 : sin(x) / x) * window)
            }
            let gain = row.reduce(0, +)
            table += row.map { Float($0 / gain) }
        }
    }
}
