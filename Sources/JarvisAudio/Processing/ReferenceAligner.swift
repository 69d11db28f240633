// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns playback samples with microphone samples. Pure; capture thread only.

/// Keeps one fixed distance between the two streams, because the filter of an echo canceller is valid only for that
/// distance. Clock reports scatter by milliseconds; the distance changes only when their median does.
struct ReferenceAligner {
    /// The filter starts this far ahead of the sound, in case the clocks are wrong in the other direction: 10 ms.
    static let lead: Int64 = 160
    /// If the median deviates by more than this, the distance changes, before the echo can precede the filter: 8 ms.
    private static let tolerance: Int64 = 128
    private static let reports = 15
    /// The number of reports that determine the first distance of a generation.
    private static let firstReports = 3
    /// How many reports, one per frame, to wait for the clocks to report a dropout: 3 s. Corrections of less than
    /// `leastTold` samples can't be recognized, since the clocks' reports scatter more.
    private static let tellingReports = 150
    private static let leastTold: Int64 = 32

    /// The position in the playback minus the position in the microphone's stream; nil if unknown.
    private(set) var distance: Int64?
    private var generation = 0
    private var recent: [Int64] = []
    private var isFirst = true
    /// The clocks' error in samples, as measured from the echo.
    private var correction: Int64 = 0
    /// The last correction from the echo, and the clocks' median at that time. The clocks report the same dropout a
    /// second later, and it must not count twice.
    private var shown: (samples: Int64, median: Int64, reports: Int)?

    /// Adds a report: the playback at `position` was heard when the microphone's sample `sample` was captured.
    /// - Returns: True if the distance has changed.
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

    /// Corrects the distance: the echo lies this many samples later in the playback than the clocks say.
    mutating func correct(by samples: Int64) {
        shown = abs(samples) < Self.leastTold || recent.isEmpty ? nil : (samples, median(), 0)
        correction += samples
        distance = distance.map { $0 + samples }
    }

    /// Removes a correction once the clocks include it.
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

    /// Finds the median by counting smaller values, which, unlike sorting, allocates nothing.
    private func median() -> Int64 {
        for candidate in recent {
            let below = recent.count { $0 < candidate }
            let equal = recent.count { $0 == candidate }
            if below <= recent.count / 2, below + equal > recent.count / 2 { return candidate }
        }
        return recent.last ?? 0
    }
}
