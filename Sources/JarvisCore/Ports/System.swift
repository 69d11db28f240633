// SPDX-License-Identifier: GPL-3.0-or-later
// Ports of the world around: clock, desktop, machine.

/// The wall clock and its zone.
public protocol WallClock: Sendable {
    func now() -> Timestamp
    /// Local calendar fields of an instant.
    func local(_ instant: Timestamp) -> LocalTime
    /// The instant of local calendar fields (weekday ignored); the earlier one when the clock goes back.
    func instant(of local: LocalTime) -> Timestamp
}

/// Calendar fields in the local time zone (Gregorian).
public struct LocalTime: Hashable, Sendable {
    public var year: Int
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int
    /// 0…23
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// 1 (Monday) … 7 (Sunday)
    public var weekday: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.weekday = weekday
    }
}

/// An application that can be opened.
public struct InstalledApplication: Hashable, Sendable {
    /// Desktop-entry id, for example "org.gnome.Calculator.desktop".
    public var id: String
    /// As the desktop shows it, in the user's language.
    public var name: String
    /// Other names that it answers to, for example the English one.
    public var otherNames: [String]

    public init(id: String, name: String, otherNames: [String] = []) {
        self.id = id
        self.name = name
        self.otherNames = otherNames
    }
}

/// Opens applications and addresses.
public protocol Launcher: Sendable {
    func applications() -> [InstalledApplication]
    /// - Throws: `AgentFailure` when it cannot be started.
    func open(_ application: InstalledApplication) async throws
    /// Opens an http(s) address in the user's browser.
    func open(address: String) async throws
}

/// A reading of the machine; nil where the machine cannot tell.
public struct SystemStatus: Hashable, Sendable {
    public var batteryPercent: Int?
    public var isCharging: Bool?
    /// Share of all processors that is busy, 0…1.
    public var processorLoad: Double?
    public var memoryUsedBytes: Int64?
    public var memoryTotalBytes: Int64?
    public var diskFreeBytes: Int64?
    public var diskTotalBytes: Int64?
    /// Names of interfaces that are up, without the loopback.
    public var activeNetworkInterfaces: [String]
    public var uptimeSeconds: Int64?

    public init(
        batteryPercent: Int? = nil, isCharging: Bool? = nil, processorLoad: Double? = nil,
        memoryUsedBytes: Int64? = nil, memoryTotalBytes: Int64? = nil, diskFreeBytes: Int64? = nil,
        diskTotalBytes: Int64? = nil, activeNetworkInterfaces: [String] = [], uptimeSeconds: Int64? = nil
    ) {
        self.batteryPercent = batteryPercent
        self.isCharging = isCharging
        self.processorLoad = processorLoad
        self.memoryUsedBytes = memoryUsedBytes
        self.memoryTotalBytes = memoryTotalBytes
        self.diskFreeBytes = diskFreeBytes
        self.diskTotalBytes = diskTotalBytes
        self.activeNetworkInterfaces = activeNetworkInterfaces
        self.uptimeSeconds = uptimeSeconds
    }
}

/// Reads the machine.
public protocol SystemStatusReader: Sendable {
    func read() async -> SystemStatus
}

/// Receives every state change and timing, for observation from outside. Called on any thread; never blocks long.
public protocol EventLog: Sendable {
    /// Writes one JSON line: a monotonic time, `name`, and `fields`.
    func record(_ name: String, _ fields: [String: LogValue])
}

/// A value in the event log.
public enum LogValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
}
