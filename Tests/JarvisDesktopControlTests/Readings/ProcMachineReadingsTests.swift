// SPDX-License-Identifier: GPL-3.0-or-later
// Battery, temperature, address and process readings from a fake machine, some from the real one.

import Glibc
import JarvisDesktopControl
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ProcMachineReadingsTests {
    private let tree: TemporaryFolder

    init() throws {
        tree = try TemporaryFolder("jarvis-machine")
    }

    private var machine: ProcMachineReadings { ProcMachineReadings(root: tree.path, clock: QuickClock()) }

    private func battery(_ name: String, _ files: [String: String]) throws {
        var all = files.merging(["type": "Battery"]) { one, _ in one }
        all = Dictionary(uniqueKeysWithValues: all.map { ("sys/class/power_supply/\(name)/\($0)", $1 + "\n") })
        try tree.write(all)
    }

    @Test func batteryTimeIsEstimated() async throws {
        await #expect(throws: ReadingFailure.noBattery) { try await machine.batteryTime() }
        let values = ["energy_now": "30000000", "energy_full": "40000000", "power_now": "10000000"]
        try battery("BAT0", values.merging(["status": "Discharging"]) { one, _ in one })
        #expect(try await machine.batteryTime() == BatteryTime(.untilEmpty, seconds: 3 * 3600))
        try battery("BAT0", ["status": "Charging"])
        #expect(try await machine.batteryTime() == BatteryTime(.untilFull, seconds: 3600))
        try battery("BAT0", ["status": "Not charging"])
        #expect(try await machine.batteryTime() == BatteryTime(.resting))
        try battery("BAT0", ["status": "Discharging", "power_now": "0"])
        #expect(try await machine.batteryTime() == BatteryTime(.untilEmpty, seconds: nil))
        try battery("BAT0", ["power_now": "1000"])
        #expect(try await machine.batteryTime().seconds == nil, "years are not a time")
    }

    @Test func batteriesAreCombinedAndPeripheralsIgnored() async throws {
        try battery(
            "BAT0", ["status": "Unknown", "charge_now": "1000000", "charge_full": "2000000", "current_now": "0"])
        try battery(
            "BAT1",
            [
                "status": "Discharging", "charge_now": "2000000", "charge_full": "2000000", "current_now": "-1500000",
            ])
        try battery("hid", ["status": "Discharging", "scope": "Device", "charge_now": "9000000"])
        #expect(try await machine.batteryTime() == BatteryTime(.untilEmpty, seconds: 7200))
    }

    @Test func temperaturesAreSortedHottestFirst() async throws {
        await #expect(throws: ReadingFailure.noSensors) { try await machine.temperatures() }
        try tree.write([
            "sys/class/thermal/thermal_zone0/type": "x86_pkg_temp\n", "sys/class/thermal/thermal_zone0/temp": "51000\n",
        ])
        #expect(
            try await machine.temperatures() == [SensorTemperature(.processor, name: "x86_pkg_temp", celsius: 51)])
        try tree.write([
            "sys/class/hwmon/hwmon0/name": "nvme\n", "sys/class/hwmon/hwmon0/temp1_input": "38850\n",
            "sys/class/hwmon/hwmon0/temp1_label": "Composite\n", "sys/class/hwmon/hwmon0/temp1_crit": "84850\n",
            "sys/class/hwmon/hwmon1/name": "coretemp\n", "sys/class/hwmon/hwmon1/temp1_input": "62000\n",
            "sys/class/hwmon/hwmon1/temp1_label": "Package id 0\n", "sys/class/hwmon/hwmon1/temp2_input": "-273200\n",
            "sys/class/hwmon/hwmon1/temp3_input": "127000\n", "sys/class/hwmon/hwmon1/temp4_input": "nothing\n",
            "sys/class/hwmon/hwmon2/temp1_input": "20000\n",
        ])
        #expect(
            try await machine.temperatures() == [
                SensorTemperature(.processor, name: "coretemp Package id 0", celsius: 62),
                SensorTemperature(.disk, name: "nvme Composite", celsius: 38.85, criticalCelsius: 84.85),
                SensorTemperature(.other, name: "hwmon2", celsius: 20),
            ])
    }

    @Test func addressesMatchTheHostnameCommand() async throws {
        let told = try await ChildProcess.run("hostname", ["-I"]).output.split(whereSeparator: \.isWhitespace)
        let found = (try? await machine.addresses()) ?? []
        #expect(Set(found.filter { !$0.isLinkLocal }.map(\.address)) == Set(told.map(String.init)))
        #expect(!found.contains { $0.interface == "lo" || $0.address.contains("%") })
    }

    private func process(
        _ number: Int, _ name: String, command: String = "", ticks: Int, start: Int = 5, pages: Int
    ) throws {
        let numbers = [ticks / 2, ticks - ticks / 2, 0, 0, 20, 0, 1, 0, start, 0, pages].map(String.init)
        let stat = "\(number) (\(name)) S 1 1 1 0 -1 0 0 0 0 0 " + numbers.joined(separator: " ") + " 0 0\n"
        try tree.write(["proc/\(number)/stat": stat, "proc/\(number)/cmdline": command])
    }

    /// Changes the tree halfway through a reading.
    private struct ChangingClock: Clock {
        var change: @Sendable () throws -> Void
        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { try change() }
    }

    @Test func programsAreRankedByUsageOverTheInterval() async throws {
        await #expect(throws: ReadingFailure.noProcesses) {
            try await machine.busiestPrograms(by: .processor, limit: 3)
        }
        let page = sysconf(Int32(_SC_PAGESIZE))
        try tree.write(["proc/stat": "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 1 1 1\n"])
        let arguments = "\0-contentproc\0"
        try process(10, "firefox", command: "/usr/lib/firefox/firefox\0", ticks: 500, pages: 100)
        try process(11, "Isolated Web Co", command: "/usr/lib/firefox/firefox" + arguments, ticks: 50, pages: 300)
        try process(12, "a) (b", ticks: 900, pages: 0)
        try process(13, "app", command: "/opt/app/app --type=renderer --x", ticks: 10, pages: 350)
        try process(14, "sshd", command: "sshd: user [priv]", ticks: 10, pages: 1)
        let changing = ProcMachineReadings(
            root: tree.path,
            clock: ChangingClock { [self] in
                try tree.write(["proc/stat": "cpu  200 0 200 1600 0 0 0 0 0 0\n"])
                try process(10, "firefox", command: "/usr/lib/firefox/firefox\0", ticks: 600, pages: 100)
                try process(
                    11, "Isolated Web Co", command: "/usr/lib/firefox/firefox" + arguments, ticks: 150, pages: 300)
                // The number was given to another process.
                try process(13, "app", command: "/opt/app/app --type=renderer --x", ticks: 20, start: 99, pages: 350)
            })
        let busiest = try await changing.busiestPrograms(by: .processor, limit: 2)
        #expect(
            busiest == [
                ProgramUsage(
                    name: "firefox", processCount: 2, processorShare: 0.2, memoryBytes: Int64(400 * page)),
                ProgramUsage(name: "app", processorShare: 0.02, memoryBytes: Int64(350 * page)),
            ])
        #expect(
            try await changing.busiestPrograms(by: .memory, limit: 9).map(\.name) == [
                "firefox", "app", "sshd", "a) (b",
            ])
        #expect(try await changing.busiestPrograms(by: .memory, limit: -1).isEmpty)
    }

    @Test func programsOfTheRealMachineAreListed() async throws {
        let programs = try await ProcMachineReadings(interval: .milliseconds(1)).busiestPrograms(
            by: .memory, limit: 1000)
        #expect(programs.contains { $0.memoryBytes > 1 << 20 })
        #expect(programs.allSatisfy { $0.processorShare >= 0 && !$0.name.isEmpty && $0.processCount > 0 })
    }
}
