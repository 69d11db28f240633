// SPDX-License-Identifier: GPL-3.0-or-later
// A stopwatch, and the port by which it is kept.

public import JarvisCore

/// A stopwatch that runs, is paused, or was stopped.
public struct Stopwatch: Hashable, Sendable {
    /// What it had counted before it began to run the last time.
    public var counted: Duration
    /// Since when it runs; nil while it does not.
    public var runningSince: Timestamp?
    /// The same since the start of the computer: a clock that is set makes nothing longer or shorter.
    public var runningSinceBoot: BootMoment?
    /// It is to go on: starting it does not begin at zero then.
    public var isPaused: Bool
    /// What it showed at the end of each lap, oldest first.
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

    /// What it shows at this moment.
    public func time(at now: ClockReading) -> Duration {
        guard let runningSince else { return counted }
        let start = ClockReading(instant: runningSince, offset: .zero, boot: runningSinceBoot)
        return counted + now.elapsed(since: start)
    }

    /// The same standing still.
    public func stopped(at now: ClockReading, isPaused: Bool) -> Stopwatch {
        Stopwatch(counted: time(at: now), runningSince: nil, isPaused: isPaused, laps: laps)
    }

    /// The same going on; one that runs stays as it is.
    public func resumed(at now: ClockReading) -> Stopwatch {
        isRunning ? self : Stopwatch(counted: counted, runningSince: now.instant, boot: now.boot, laps: laps)
    }
}

/// Keeps the one stopwatch, beyond the end of the program.
public protocol StopwatchStore: AnyObject, Sendable {
    /// The stopwatch; nil where it was never started, or has been reset.
    func stopwatch() async throws -> Stopwatch?
    /// Changes it without another process coming in between; nil takes it away.
    /// - Returns: What it was before.
    @discardableResult
    func update(_ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?) async throws -> Stopwatch?
    /// What was found wrong with what is kept, although it could be gone on without.
    var notices: [Notice] { get async }
}

extension StopwatchStore {
    public var notices: [Notice] { [] }
}
