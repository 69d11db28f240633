// SPDX-License-Identifier: GPL-3.0-or-later
// The stopwatch, and the port that stores it.

public import JarvisCore

/// A stopwatch that is running, paused or stopped.
public struct Stopwatch: Hashable, Sendable {
    /// The time counted before the current run.
    public var counted: Duration
    /// The start of the current run; nil if it isn't running.
    public var runningSince: Timestamp?
    /// The start of the current run since boot, so that setting the clock doesn't change the measured time.
    public var runningSinceBoot: BootMoment?
    /// True if starting it continues instead of beginning at zero.
    public var isPaused: Bool
    /// The total time at the end of each lap, oldest first.
    public var laps: [Duration]

    public init(
        counted: Duration = .zero, runningSince: Timestamp?, boot: BootMoment? = nil, isPaused: Bool = false,
        laps: [Duration] = []
    ) {
        self.counted = counted
        self.runningSince = runningSince
        runningSinceBoot = boot
        self.isPaused = isPaused
        self.laps = laps
    }

    public var isRunning: Bool { runningSince != nil }

    /// The time shown at `now`.
    public func time(at now: ClockReading) -> Duration {
        guard let runningSince else { return counted }
        let start = ClockReading(instant: runningSince, offset: .zero, boot: runningSinceBoot)
        return counted + now.elapsed(since: start)
    }

    /// A copy that stands still at its current time.
    public func stopped(at now: ClockReading, isPaused: Bool) -> Stopwatch {
        Stopwatch(counted: time(at: now), runningSince: nil, isPaused: isPaused, laps: laps)
    }

    /// A copy that continues. A running stopwatch stays as it is.
    public func resumed(at now: ClockReading) -> Stopwatch {
        isRunning ? self : Stopwatch(counted: counted, runningSince: now.instant, boot: now.boot, laps: laps)
    }
}

/// Stores the one stopwatch, so that it survives the end of the program.
public protocol StopwatchStore: AnyObject, Sendable {
    /// The stopwatch; nil if it was never started or has been reset.
    func stopwatch() async throws -> Stopwatch?
    /// Changes the stopwatch atomically across processes. Returning nil from `change` deletes it.
    /// - Returns: The stopwatch before the change.
    @discardableResult
    func update(_ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?) async throws -> Stopwatch?
    /// Damage found in the stored data, despite which it remains usable.
    var notices: [Notice] { get async }
}

extension StopwatchStore {
    public var notices: [Notice] { [] }
}
