// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a Linux machine's state from /proc and /sys, on a worker thread.

public import JarvisCore
import JarvisPlatform

/// Battery times, temperatures, addresses and processes of this machine.
public struct ProcMachineReadings: MachineReadings {
    private let root: String
    private let interval: Duration
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - root: the folder that contains `proc` and `sys`; empty for the real ones. Addresses are always this
    ///     machine's.
    ///   - interval: how long to observe processes for their use of the processor.
    ///   - clock: measures the interval; monotonic.
    public init(
        root: String = "", interval: Duration = .milliseconds(500), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.root = root
        self.interval = interval
        self.clock = clock
    }

    public func batteryTime() async throws(ReadingFailure) -> BatteryTime {
        guard let time = await run({ BatteryReading.time($0) }) else { throw .noBattery }
        return time
    }

    public func temperatures() async throws(ReadingFailure) -> [SensorTemperature] {
        let sensors = await run { SensorReading.temperatures($0) } ?? []
        guard !sensors.isEmpty else { throw .noSensors }
        return sensors
    }

    public func addresses() async throws(ReadingFailure) -> [InterfaceAddress] {
        let addresses = await run { _ in NetworkAddresses.all() } ?? []
        guard !addresses.isEmpty else { throw .noAddress }
        return addresses
    }

    public func busiestPrograms(
        by measure: ProgramMeasure, limit: Int
    ) async throws(ReadingFailure) -> [ProgramUsage] {
        let first = await run { ProcessReading($0) }
        // Cancelling the wait only shortens the interval.
        try? await clock.sleep(for: interval)
        let programs = await run { ProcessReading($0).programs(since: first) } ?? []
        guard !programs.isEmpty else { throw .noProcesses }
        return Array(ProcessReading.sorted(programs, by: measure).prefix(max(limit, 0)))
    }

    private func run<Value: Sendable>(_ job: @escaping @Sendable (SystemFiles) -> Value?) async -> Value? {
        let files = SystemFiles(root: root)
        return try? await WorkerThread(name: "machine").run { job(files) }
    }
}
