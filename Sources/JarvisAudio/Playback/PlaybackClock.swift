// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates which sample is being heard, from the server's timing reports. Pure; times in microseconds.

/// Extrapolates the playback position between timing reports.
///
/// Replaces `pa_stream_get_time`: after an underrun its time stops short of the end by the sink's latency, so the end
/// of a clause would never count as heard. Here the last report from before the underrun is extrapolated to the end.
struct PlaybackClock {
    /// A timing report from the server.
    struct Report {
        /// The number of samples that the sink has taken from the stream.
        var readSample: Int64
        /// The number of samples written to the stream.
        var writtenSample: Int64
        /// The time between the sink taking a sample and the sample being heard.
        var sinkMicroseconds: Int64
        /// The time at which these values were valid.
        var atMicroseconds: Int64
    }

    private let sampleRateHertz: Int
    /// A sample and the time when it is heard, from the last report that gives both.
    private(set) var anchor: (sample: Double, atMicroseconds: Int64)?
    private var heard: Int64
    /// Reports are ignored until the sink has taken samples beyond this position.
    private var base: Int64
    private var origin = StreamOrigin()

    /// - Parameter start: The first sample to be heard.
    init(sampleRateHertz: Int, start: Int64) {
        self.sampleRateHertz = sampleRateHertz
        heard = start
        base = start
    }

    mutating func take(_ report: Report) {
        guard report.readSample > base else { return }
        // The sink has taken everything, so its latency now applies to the silence after our samples.
        if anchor != nil, report.readSample >= report.writtenSample { return }
        let at = report.atMicroseconds
        let read = report.readSample * 1_000_000 / Int64(sampleRateHertz)
        origin.take(at + report.sinkMicroseconds - read, position: report.readSample, at: at)
        anchor = (Double(at - (origin.microseconds ?? at)) * Double(sampleRateHertz) / 1e6, at)
    }

    /// Starts again after an underrun: earlier anchors don't say when `position` and later samples are heard.
    mutating func restart(at position: Int64) {
        anchor = nil
        origin.reset()
        base = max(heard, position)
    }

    /// Counts everything written as heard by `now`, regardless of the reports.
    mutating func conclude(atMicroseconds now: Int64, written: Int64) {
        anchor = (Double(written), now)
    }

    /// The number of samples heard; never decreases, and never exceeds `written`.
    mutating func heardSample(atMicroseconds now: Int64, written: Int64) -> Int64 {
        guard let anchor else { return heard }
        let elapsed = Double(now - anchor.atMicroseconds) * Double(sampleRateHertz) / 1e6
        heard = max(heard, min(written, Int64(anchor.sample + elapsed)))
        return heard
    }
}
