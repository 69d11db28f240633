// SPDX-License-Identifier: GPL-3.0-or-later
// When a sample of the microphone was captured, from the server's scattered reports. Pure; times in microseconds.

import JarvisCore

/// The time of sample 0 of a stream that runs evenly: its clock runs within some millionths of the computer's.
/// Allocates only when made.
struct CaptureClock {
    private var start = StreamOrigin()

    /// When sample 0 was captured; nil: not known yet.
    var origin: Int64? { start.microseconds }

    /// Takes a report: sample `sample` was captured at `microseconds`.
    mutating func take(sample: Int64, atMicroseconds microseconds: Int64) {
        start.take(
            microseconds - sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz), position: sample, at: microseconds)
    }

    /// When sample `sample` was captured; nil before the first report.
    func time(ofSample sample: Int64) -> Int64? {
        origin.map { $0 + sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz) }
    }

    /// Another stream: nothing is known.
    mutating func reset() { start.reset() }
}
