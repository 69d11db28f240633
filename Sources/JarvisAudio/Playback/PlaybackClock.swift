// SPDX-License-Identifier: GPL-3.0-or-later
// Which sample is being heard now, from the server's timing reports. Pure; times in microseconds.

/// Extrapolates the playback position between timing reports.
///
/// `pa_stream_get_time` is not used: after an underrun its time stops short of the end by the sink's latency, so the
/// end of a clause would never be heard. Here the last report from before the underrun carries the position to the end.
struct PlaybackClock {
    /// A timing report of the server.
    struct Report {
        /// Samples that the sink has taken from the stream.
        var readSample: Int64
        /// Samples that we have written.
        var writtenSample: Int64
        /// Time between the sink's taking a sample and its being heard.
        var sinkMicroseconds: Int64
        /// When the report was true.
        var atMicroseconds: Int64
    }

    private let sampleRateHertz: Int
    /// A sample and when it was heard, by the last report that says so.
    private(set) var anchor: (sample: Double, atMicroseconds: Int64)?
    private var heard: Int64
    /// Reports from before the sink took anything after this say nothing about what is heard.
    private var base: Int64
    private var origin = StreamOrigin()

    /// - Parameter start: the sample that will be heard first.
    init(sampleRateHertz: Int, start: Int64) {
        self.sampleRateHertz = sampleRateHertz
        heard = start
        base = start
    }

    mutating func take(_ report: Report) {
        guard report.readSample > base else { return }
        // All is taken: the sink's latency then belongs to the silence that it plays after our samples.
        if anchor != nil, report.readSample >= report.writtenSample { return }
        let at = report.atMicroseconds
        let read = report.readSample * 1_000_000 / Int64(sampleRateHertz)
        origin.take(at + report.sinkMicroseconds - read, position: report.readSample, at: at)
        anchor = (Double(at - (origin.microseconds ?? at)) * Double(sampleRateHertz) / 1e6, at)
    }

    /// An underrun is over: what was anchored before it says nothing about when `position` and what follows are heard.
    mutating func restart(at position: Int64) {
        anchor = nil
        origin.reset()
        base = max(heard, position)
    }

    /// All that was written is heard by `now`, whatever the reports have said.
    mutating func conclude(atMicroseconds now: Int64, written: Int64) {
        anchor = (Double(written), now)
    }

    /// The number of samples heard, never less than before and never more than `written`.
    mutating func heardSample(atMicroseconds now: Int64, written: Int64) -> Int64 {
        guard let anchor else { return heard }
        let elapsed = Double(now - anchor.atMicroseconds) * Double(sampleRateHertz) / 1e6
        heard = max(heard, min(written, Int64(anchor.sample + elapsed)))
        return heard
    }
}
