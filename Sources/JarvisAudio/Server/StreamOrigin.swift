// SPDX-License-Identifier: GPL-3.0-or-later
// When the first sample of a stream belongs, from the server's scattered reports. Pure; times in microseconds.

/// The earliest of what the reports of the last second say, because reports are late, never early.
///
/// Each tells that a sample was captured or heard at a time. PulseAudio's are late by what a device handles at a time
/// (15 ms for a virtual one). PipeWire's position stands still for as long as it handles sound at a time (5 to 40 ms),
/// and its latency with it. Where PipeWire loses time, microphone and speaker lose the same: both have to follow
/// equally fast, or the echo would be looked for elsewhere meanwhile. Allocates only when made.
struct StreamOrigin {
    private static let memory: Int64 = 1_000_000
    /// So many last reports count however old they are: one that is wild must not stand alone.
    private static let fewest = 8
    /// A report every 10 ms, and some.
    private static let capacity = 128

    /// When sample 0 was captured or heard; nil: not known yet.
    private(set) var microseconds: Int64?
    private var reports: [(origin: Int64, at: Int64)] = []
    private var lastPosition: Int64?

    init() {
        reports.reserveCapacity(Self.capacity + 1)
    }

    /// Takes a report, which came at `at`: counted from sample 0, the stream is at `position` of its own samples, and
    /// that would put sample 0 at `origin`.
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

    /// Another stream, or the same one after a gap: nothing is known.
    mutating func reset() {
        reports.removeAll(keepingCapacity: true)
        lastPosition = nil
        microseconds = nil
    }
}
