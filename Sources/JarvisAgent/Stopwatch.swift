// SPDX-License-Identifier: GPL-3.0-or-later
// A stopwatch, and the port by which it is kept.

public import JarvisCore

/// A stopwatch that runs, is paused, or was stopped.
public struct Stopwatch: Hashable, Sendable {
    /// What it had counted before it began to run the last time.
    public var counted: Duration
    /// Since when it runs; nil while it does not.
    public var runningSince: Timestamp?
    /// It is to go on: starting it does not begin at zero then.
    public var isPaused: Bool
    /// What it showed at the end of each lap, oldest first.
    public var laps: [Duration]

    public init(counted: Duration = .zero, runningSince: Timestamp?, isPaused: Bool = false, laps: [Duration] = []) {
        self.counted = counted
        self.runningSince = runningSince
        self.isPaused = isPaused
        self.laps = laps
    }

    public var isRunning: Bool { runningSince != nil }

    /// What it shows at this moment.
    public func time(at now: Timestamp) -> Duration {
        // A clock that was set back makes it stand still.
        counted + max(.zero, runningSince.map { now.since($0) } ?? .zero)
    }

    /// The same standing still.
    public func stopped(at now: Timestamp, isPaused: Bool) -> Stopwatch {
        Stopwatch(counted: time(at: now), runningSince: nil, isPaused: isPaused, laps: laps)
    }

    /// The same going on; one that runs stays as it is.
    public func resumed(at now: Timestamp) -> Stopwatch {
        isRunning ? self : Stopwatch(counted: counted, runningSince: now, laps: laps)
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
