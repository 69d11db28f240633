// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates when a microphone sample was captured, from the server's reports, whose times scatter. Pure; times in
// microseconds.

import JarvisCore

/// Assumes a stream at constant rate, whose clock is within a few millionths of the computer's. Allocates only on
/// creation.
struct CaptureClock {
    private var start = StreamOrigin()

    /// The time when sample 0 was captured; nil if unknown.
    var origin: Int64? { start.microseconds }

    /// Adds a report that sample `sample` was captured at `microseconds`.
    mutating func take(sample: Int64, atMicroseconds microseconds: Int64) {
        start.take(
            microseconds - sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz), position: sample, at: microseconds)
    }

    /// The time when sample `sample` was captured; nil before the first report.
    func time(ofSample sample: Int64) -> Int64? {
        origin.map { $0 + sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz) }
    }

    /// Forgets everything, because a new stream starts.
    mutating func reset() { start.reset() }
}
