// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a stream runs but its sound stands still: a suspended device, a driver that hangs, a server that has
// stopped. Pure.

/// Looks now and then at a count that grows while sound flows. Looks are counted, not only time: a process that was
/// stopped for a while itself must not take that for the device's fault.
struct StallWatch {
    enum News {
        /// Nothing has moved for long; said again for as long as that lasts.
        case stalled
        /// Sound flows again.
        case resumed
    }

    /// How long the thread may sleep between looks.
    static let interval: Duration = .milliseconds(500)

    private let patience: Int
    private var count: Int
    private var quietLooks = 0
    private var lastLook: ContinuousClock.Instant
    private(set) var isStalled = false

    /// - Parameter patience: looks without any movement before it is a stall. Bluetooth headsets need up to two seconds
    ///   before their first sample.
    init(count: Int, patience: Int = 4, now: ContinuousClock.Instant) {
        self.count = count
        self.patience = patience
        lastLook = now
    }

    mutating func look(at count: Int, now: ContinuousClock.Instant) -> News? {
        if count != self.count {
            self.count = count
            quietLooks = 0
            lastLook = now
            defer { isStalled = false }
            return isStalled ? .resumed : nil
        }
        guard now - lastLook >= Self.interval else { return nil }
        lastLook = now
        quietLooks += 1
        guard quietLooks >= patience else { return nil }
        quietLooks = 0
        isStalled = true
        return .stalled
    }
}
