// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the machine's state from /proc and /sys, on a worker thread and never on the caller's.

import Glibc
public import JarvisCore
import JarvisPlatform

/// Battery, processor, memory, disk, network and uptime of a Linux machine.
public struct ProcSystemStatusReader: SystemStatusReader {
    private let root: String
    private let diskPath: String
    private let loadInterval: Duration
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - root: The folder that contains `proc` and `sys`; empty for the real ones.
    ///   - diskPath: A path on the file system to measure; nil for the user's home.
    ///   - loadInterval: How long to measure the processor load.
    ///   - clock: Measures that time; monotonic.
    public init(
        root: String = "", diskPath: String? = nil, loadInterval: Duration = .milliseconds(200),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.clock = clock
        self.root = root
        self.diskPath = diskPath ?? Environment.value("HOME") ?? "/"
        self.loadInterval = loadInterval
    }

    /// Reads the state. Takes as long as `loadInterval`. Values that can't be read stay nil.
    public func read() async -> SystemStatus {
        let worker = WorkerThread(name: "system-status")
        let first = await run(worker) { ProcessorTimes(text: $0.text("/proc/stat")) }
        // A cancelled sleep only shortens the interval.
        try? await clock.sleep(for: loadInterval)
        return await run(worker) { files in
            var status = SystemStatus()
            status.processorLoad = ProcessorTimes(text: files.text("/proc/stat"))?.load(since: first ?? nil)
            Self.readMemory(files, &status)
            Self.readBattery(files, &status)
            Self.readDisk(diskPath, &status)
            status.activeNetworkInterfaces = Self.interfaces(files)
            let uptime = files.text("/proc/uptime")?.split(separator: " ").first.flatMap { Double($0) }
            status.uptimeSeconds = uptime.map { Int64($0) }
            return status
        } ?? SystemStatus()
    }

    private func run<Value: Sendable>(
        _ worker: WorkerThread, _ job: @escaping @Sendable (SystemFiles) -> Value
    ) async -> Value? {
        let files = SystemFiles(root: root)
        return try? await worker.run { job(files) }
    }

    private static func readMemory(_ files: SystemFiles, _ status: inout SystemStatus) {
        var values: [Substring: Int64] = [:]
        for line in files.text("/proc/meminfo")?.split(separator: "\n") ?? [] {
            let fields = line.split { $0 == ":" || $0 == " " }
            if fields.count >= 2, let kibibytes = Int64(fields[1]) { values[fields[0]] = kibibytes * 1024 }
        }
        guard let total = values["MemTotal"] else { return }
        status.memoryTotalBytes = total
        status.memoryUsedBytes = values["MemAvailable"].map { max(0, total - $0) }
    }

    /// Averages several batteries; ignores those of mice and headsets (scope "Device").
    private static func readBattery(_ files: SystemFiles, _ status: inout SystemStatus) {
        let folder = "/sys/class/power_supply"
        var levels: [Int] = []
        for name in files.names(folder) {
            let path = "\(folder)/\(name)"
            guard files.word(path + "/type") == "Battery", files.word(path + "/scope") != "Device" else { continue }
            if let level = files.word(path + "/capacity").flatMap(Int.init) { levels.append(min(max(level, 0), 100)) }
            if let state = files.word(path + "/status") {
                status.isCharging = (status.isCharging ?? false) || state == "Charging"
            }
        }
        if !levels.isEmpty { status.batteryPercent = levels.reduce(0, +) / levels.count }
    }

    private static func readDisk(_ path: String, _ status: inout SystemStatus) {
        var information = statvfs()
        guard statvfs(path, &information) == 0 else { return }
        let blockSize = Int64(clamping: information.f_frsize)
        status.diskTotalBytes = Int64(clamping: information.f_blocks).multipliedReportingOverflow(by: blockSize).0
        status.diskFreeBytes = Int64(clamping: information.f_bavail).multipliedReportingOverflow(by: blockSize).0
    }

    private static func interfaces(_ files: SystemFiles) -> [String] {
        let folder = "/sys/class/net"
        return files.names(folder).filter { name in
            guard name != "lo" else { return false }
            // Tunnels report no operational state; the carrier shows whether they are up.
            let state = files.word("\(folder)/\(name)/operstate")
            return state == "up" || (state == "unknown" && files.word("\(folder)/\(name)/carrier") == "1")
        }
    }
}

/// Busy and total time of all processors since boot, in ticks.
private struct ProcessorTimes: Sendable {
    var busy: Double
    var total: Double

    init?(text: String?) {
        guard let line = text?.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
        // user nice system idle iowait irq softirq steal; guest time is already in user time (proc(5)).
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        guard ticks.count >= 4 else { return nil }
        let idle = ticks[3] + (ticks.count > 4 ? ticks[4] : 0)
        total = ticks.reduce(0, +)
        busy = total - idle
    }

    /// The busy share since `earlier`, 0…1, or since boot if no time has passed.
    func load(since earlier: ProcessorTimes?) -> Double? {
        let passed = total - (earlier?.total ?? 0)
        if passed > 0 { return min(max((busy - (earlier?.busy ?? 0)) / passed, 0), 1) }
        return total > 0 ? busy / total : nil
    }
}
