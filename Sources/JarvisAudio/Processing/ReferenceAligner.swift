// SPDX-License-Identifier: GPL-3.0-or-later
// Which sample of the playback belongs to which sample of the microphone. Pure; capture thread only.

/// Keeps one fixed distance between the two streams, because a canceller's filter is good for that distance only. The
/// clocks' reports scatter by milliseconds; the distance is moved when their median says so.
struct ReferenceAligner {
    /// The filter begins this far ahead of the sound, for clocks that are wrong the other way round: 10 ms.
    static let lead: Int64 = 160
    /// Medians further off than this move the distance, before the echo can come ahead of the filter: 8 ms.
    private static let tolerance: Int64 = 128
    private static let reports = 15
    /// The first distance of a generation is taken from this many reports.
    private static let firstReports = 3
    /// How long to wait for the clocks to report a stumble, in reports of one per frame: 3 s. Corrections below `leastTold`
    /// samples drown in the clocks' scatter.
    private static let tellingReports = 150
    private static let leastTold: Int64 = 32

    /// Playback position minus microphone position; nil: not known yet.
    private(set) var distance: Int64?
    private var generation = 0
    private var recent: [Int64] = []
    private var isFirst = true
    /// The error of the clocks, as the echo itself has shown it.
    private var correction: Int64 = 0
    /// The last correction by the echo, and the clocks' median at that time. The clocks report the same stumble a second
    /// later; it must not count twice.
    private var shown: (samples: Int64, median: Int64, reports: Int)?

    /// Takes a report: `position` of the playback was heard when the microphone's sample `sample` was captured.
    /// - Returns: true when the distance has changed.
    mutating func take(position: Int64, sample: Int64, generation: Int) -> Bool {
        if generation != self.generation {
            self.generation = generation
            recent.removeAll(keepingCapacity: true)
            shown = nil
            isFirst = true
        }
        if recent.capacity < Self.reports + 1 { recent.reserveCapacity(Self.reports + 1) }
        recent.append(position - sample)
        if recent.count > Self.reports { recent.removeFirst() }
        guard recent.count >= Self.firstReports else {
            distance = distance ?? recent.last.map { $0 + correction }
            return false
        }
        let told = median()
        recognize(told)
        let middle = told + correction
        guard isFirst || abs(middle - (distance ?? middle)) > Self.tolerance else { return false }
        let isChange = distance != middle
        distance = middle
        isFirst = false
        return isChange
    }

    /// The echo was found to lie this many samples later in the playback than the clocks say.
    mutating func correct(by samples: Int64) {
        shown = abs(samples) < Self.leastTold || recent.isEmpty ? nil : (samples, median(), 0)
        correction += samples
        distance = distance.map { $0 + samples }
    }

    /// Takes back a correction that the clocks have made themselves by now.
    private mutating func recognize(_ median: Int64) {
        guard var shown else { return }
        let moved = median - shown.median
        shown.reports += 1
        if 4 * abs(moved - shown.samples) <= abs(shown.samples) {
            correction -= moved
            self.shown = nil
        } else {
            self.shown = shown.reports < Self.tellingReports ? shown : nil
        }
    }

    /// Counts smaller ones instead of sorting: nothing is allocated.
    private func median() -> Int64 {
        for candidate in recent {
            let below = recent.count { $0 < candidate }
            let equal = recent.count { $0 == candidate }
            if below <= recent.count / 2, below + equal > recent.count / 2 { return candidate }
        }
        return recent.last ?? 0
    }
}
