// SPDX-License-Identifier: GPL-3.0-or-later
// Figures about a run of frames: rate, gaps, work per frame, and how long others had to wait for the main loop.

/// Collects times, in seconds of a monotonic clock, and sums them up in milliseconds.
struct FrameStatistics {
    /// A gap of more than this many seconds at the display's rate has left a frame out.
    private static let missed = 0.025

    private var begin: Double?
    private var last: Double?
    private var gaps: [Double] = []
    private var work: [Double] = []
    private var delays: [Double] = []
    private var waits: [Double] = []
    private var updates = 0

    /// A frame has been painted.
    mutating func addFrame(at time: Double, work seconds: Double) {
        if let last { gaps.append(time - last) } else { begin = time }
        last = time
        work.append(seconds)
    }

    /// A timer came this much too late.
    mutating func addDelay(_ seconds: Double) { delays.append(max(0, seconds)) }

    /// The window was given another state to draw.
    mutating func addUpdate() { updates += 1 }

    /// An idle source had to wait this long.
    mutating func addWait(_ seconds: Double) { waits.append(seconds) }

    /// The figures since the last time, for the event log; nil when there are too few to say anything.
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

    /// Forgets everything: what comes next does not continue it.
    mutating func restart() { self = FrameStatistics() }

    init() {}

    private init(continuing last: Double?) {
        begin = last
        self.last = last
    }

    /// Milliseconds; 0 where nothing was measured.
    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return 1000 * sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}
