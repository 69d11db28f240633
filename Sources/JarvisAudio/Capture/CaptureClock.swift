// SPDX-License-Identifier: GPL-3.0-or-later
// When a sample of the microphone was captured, from the server's scattered reports. Pure; times in microseconds.

import JarvisCore

/// The time of sample 0 of a stream that runs evenly, as the middle of what the last reports say.
///
/// Reports of one stream scatter by what the source handles at a time (15 ms for a virtual one), while its clock runs
/// within some millionths of the computer's. Allocates only when made.
struct CaptureClock {
    /// Reports that count: 2.6 s of them at 25 a second, in which no clock drifts by a sample.
    private static let capacity = 64
    /// As many reports in a row that are further off than this are a stream that has jumped: a hole, another source.
    private static let leapReports = 8
    private static let leapMicroseconds: Int64 = 25_000

    /// When sample 0 was captured; nil: not known yet.
    private(set) var origin: Int64?
    private var reports: [Int64] = []
    private var next = 0
    private var distant = 0

    init() {
        reports.reserveCapacity(Self.capacity)
    }

    /// Takes a report: sample `sample` was captured at `microseconds`.
    mutating func take(sample: Int64, atMicroseconds microseconds: Int64) {
        let report = microseconds - sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz)
        distant = abs(report - (origin ?? report)) > Self.leapMicroseconds ? distant + 1 : 0
        if distant >= Self.leapReports { reset() }
        if reports.count < Self.capacity {
            reports.append(report)
        } else {
            reports[next] = report
            next = (next + 1) % Self.capacity
        }
        origin = median()
    }

    /// When sample `sample` was captured; nil before the first report.
    func time(ofSample sample: Int64) -> Int64? {
        origin.map { $0 + sample * 1_000_000 / Int64(AudioFrame.sampleRateHertz) }
    }

    /// Another stream: nothing is known.
    mutating func reset() {
        reports.removeAll(keepingCapacity: true)
        next = 0
        distant = 0
        origin = nil
    }

    /// Counts smaller ones instead of sorting: nothing is allocated.
    private func median() -> Int64? {
        let half = reports.count / 2
        for candidate in reports {
            let below = reports.count { $0 < candidate }
            let equal = reports.count { $0 == candidate }
            if below <= half, below + equal > half { return candidate }
        }
        return reports.last
    }
}
