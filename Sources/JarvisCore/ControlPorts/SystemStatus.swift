// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the machine, and the port that reads it.

/// A reading of the machine; values are nil if the machine does not report them.
public struct SystemStatus: Hashable, Sendable {
    public var batteryPercent: Int?
    public var isCharging: Bool?
    /// Load across all processors, 0…1.
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

/// Reads the machine's state.
public protocol SystemStatusReader: Sendable {
    func read() async -> SystemStatus
}
