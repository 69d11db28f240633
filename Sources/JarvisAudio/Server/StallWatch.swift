// SPDX-License-Identifier: GPL-3.0-or-later
// Detects a stream that runs without any sound moving: a suspended device, a hanging driver, a stopped server. Pure.

/// Checks regularly that a count keeps growing, as it does while sound flows. Counts checks and not only time, so that
/// a process that was itself stopped for a while doesn't blame the device.
struct StallWatch {
    enum News {
        /// Nothing has moved for a long time; repeated while that lasts.
        case stalled
        /// Sound flows again.
        case resumed
    }

    /// The longest time that the thread may sleep between checks.
    static let interval: Duration = .milliseconds(500)

    private let patience: Int
    private var count: Int
    private var quietLooks = 0
    private var lastLook: ContinuousClock.Instant
    private(set) var isStalled = false

    /// - Parameter patience: The number of checks without movement that count as a stall. Bluetooth headsets take up to
    ///   two seconds before their first sample.
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
