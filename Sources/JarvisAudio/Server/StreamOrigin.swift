// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates the time of a stream's first sample from the server's reports, whose times scatter. Pure; times in
// microseconds.

/// The earliest estimate from the reports of the last second: reports can be late, but never early.
///
/// Each report says that a sample was captured or heard at some time. PulseAudio's reports are late by the device's
/// period (15 ms for a virtual one). PipeWire's position and latency stay the same for each period (5 to 40 ms). If
/// PipeWire loses time, microphone and speaker lose the same amount. Both estimates have to follow equally fast, or the
/// echo would be expected in the wrong place in between. Allocates only on creation.
struct StreamOrigin {
    private static let memory: Int64 = 1_000_000
    /// The fewest reports that count, regardless of their age, so that an outlier never stands alone.
    private static let fewest = 8
    /// Enough for a report every 10 ms, with some to spare.
    private static let capacity = 128

    /// The time when sample 0 was captured or heard; nil if unknown.
    private(set) var microseconds: Int64?
    private var reports: [(origin: Int64, at: Int64)] = []
    private var lastPosition: Int64?

    init() {
        reports.reserveCapacity(Self.capacity + 1)
    }

    /// Adds a report received at `at`: the stream was at sample `position`, so sample 0 would have been at `origin`.
    mutating func take(_ origin: Int64, position: Int64, at: Int64) {
        let oldest = at - Self.memory
        while reports.count > Self.fewest, let first = reports.first, first.at < oldest { reports.removeFirst() }
        if position == lastPosition, let newest = reports.indices.last {
            reports[newest].origin = min(reports[newest].origin, origin)
        } else {
            reports.append((origin, at))
            if reports.count > Self.capacity { reports.removeFirst() }
        }
        lastPosition = position
        microseconds = reports.reduce(origin) { min($0, $1.origin) }
    }

    /// Forgets everything, because of a new stream or a gap.
    mutating func reset() {
        reports.removeAll(keepingCapacity: true)
        lastPosition = nil
        microseconds = nil
    }
}
