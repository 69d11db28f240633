// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProcSystemStatusReaderTests {
    @Test func readsTheStatusFromFiles() async throws {
        let root = try TemporaryFolder()
        try root.write("proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 1 1 1\n")
        try root.write("proc/meminfo", "MemTotal:       16000000 kB\nMemFree: 1 kB\nMemAvailable:   12000000 kB\n")
        try root.write("proc/uptime", "3725.42 7000.00\n")
        try root.write("sys/class/power_supply/BAT0/type", "Battery\n")
        try root.write("sys/class/power_supply/BAT0/capacity", "73\n")
        try root.write("sys/class/power_supply/BAT0/status", "Charging\n")
        try root.write("sys/class/power_supply/mouse/type", "Battery\n")
        try root.write("sys/class/power_supply/mouse/scope", "Device\n")
        try root.write("sys/class/power_supply/mouse/capacity", "5\n")
        try root.write("sys/class/power_supply/AC/type", "Mains\n")
        for (name, state) in [("lo", "unknown"), ("wlp3s0", "up"), ("enp2s0", "down"), ("wg0", "unknown")] {
            try root.write("sys/class/net/\(name)/operstate", state + "\n")
            try root.write("sys/class/net/\(name)/carrier", name == "enp2s0" ? "0\n" : "1\n")
        }
        let status = await ProcSystemStatusReader(root: root.path, diskPath: "/", loadInterval: .zero).read()
        #expect(status.processorLoad == 0.2)
        #expect(status.memoryTotalBytes == 16_384_000_000)
        #expect(status.memoryUsedBytes == 4_096_000_000)
        #expect(status.uptimeSeconds == 3725)
        #expect(status.batteryPercent == 73)
        #expect(status.isCharging == true)
        #expect(status.activeNetworkInterfaces == ["wg0", "wlp3s0"])
        #expect((status.diskTotalBytes ?? 0) > 0)
        #expect((status.diskFreeBytes ?? -1) >= 0)
    }

    @Test func missingAndDamagedFilesYieldNoValues() async throws {
        let root = try TemporaryFolder()
        try root.write("proc/stat", "cpu\n")
        try root.write("proc/meminfo", "\u{0}\u{1}MemTotal kB\n")
        try root.write("proc/uptime", "soon\n")
        try root.write("sys/class/power_supply/BAT0/type", "Battery")
        let status = await ProcSystemStatusReader(
            root: root.path, diskPath: "/no/such/place", loadInterval: .zero
        ).read()
        #expect(status == SystemStatus())
    }

    @Test func readsThisMachine() async {
        let status = await ProcSystemStatusReader(loadInterval: .milliseconds(1)).read()
        #expect((status.memoryTotalBytes ?? 0) > (status.memoryUsedBytes ?? 0))
        #expect((0...1).contains(status.processorLoad ?? -1))
        #expect((status.uptimeSeconds ?? 0) > 0)
    }
}
