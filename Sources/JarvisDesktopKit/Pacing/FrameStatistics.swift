// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a run of frames: rate, gaps, work per frame, and how long other work waited for the main loop.

/// Collects times in seconds of a monotonic clock, and summarizes them in milliseconds.
struct FrameStatistics {
    /// At the display's rate, a gap of more than this many seconds means that a frame was skipped.
    private static let missed = 0.025

    private var begin: Double?
    private var last: Double?
    private var gaps: [Double] = []
    private var work: [Double] = []
    private var delays: [Double] = []
    private var waits: [Double] = []
    private var updates = 0

    /// Records a painted frame.
    mutating func addFrame(at time: Double, work seconds: Double) {
        if let last { gaps.append(time - last) } else { begin = time }
        last = time
        work.append(seconds)
    }

    /// Records how late a timer fired.
    mutating func addDelay(_ seconds: Double) { delays.append(max(0, seconds)) }

    /// Records that the window received another state to draw.
    mutating func addUpdate() { updates += 1 }

    /// Records how long an idle source waited.
    mutating func addWait(_ seconds: Double) { waits.append(seconds) }

    /// The figures since the last summary, for the event log; nil if there were too few frames.
    mutating func summary() -> [String: Double]? {
        defer { self = FrameStatistics(continuing: last) }
        guard let begin, let last, gaps.count >= 10, last > begin else { return nil }
        let sorted = gaps.sorted()
        let workSorted = work.sorted()
        return [
            "frames": Double(gaps.count), "fps": Double(gaps.count) / (last - begin),
            "gap50": Self.quantile(sorted, 0.5), "gap99": Self.quantile(sorted, 0.99),
            "gapMax": Self.quantile(sorted, 1), "missed": Double(gaps.count { $0 > Self.missed }),
            "work50": Self.quantile(workSorted, 0.5), "work99": Self.quantile(workSorted, 0.99),
            "delay99": Self.quantile(delays.sorted(), 0.99), "idleWait99": Self.quantile(waits.sorted(), 0.99),
            "updates": Double(updates),
        ].mapValues { ($0 * 100).rounded() / 100 }
    }

    /// Discards everything, so later frames start a new run.
    mutating func restart() { self = FrameStatistics() }

    init() {}

    private init(continuing last: Double?) {
        begin = last
        self.last = last
    }

    /// A quantile in milliseconds; 0 if nothing was measured.
    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return 1000 * sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}
