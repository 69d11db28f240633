// SPDX-License-Identifier: GPL-3.0-or-later
// Computes battery times from the charge and power that the kernel reports
// (Documentation/ABI/testing/sysfs-class-power).

import JarvisCore
import JarvisPlatform

enum BatteryReading {
    /// A battery's charge in its own unit (µWh or µAh), and its change per hour.
    private struct Battery {
        var status: String
        var now: Double
        var full: Double
        var rate: Double
    }

    /// The time for all batteries together; nil if there are none. Leaves out those of mice and headsets (scope
    /// "Device").
    static func time(_ files: SystemFiles) -> BatteryTime? {
        let folder = "/sys/class/power_supply"
        let paths = files.names(folder).map { "\(folder)/\($0)" }.filter {
            files.word($0 + "/type") == "Battery" && files.word($0 + "/scope") != "Device"
        }
        guard !paths.isEmpty else { return nil }
        let batteries = paths.map { read($0, files) }
        let rate = batteries.map(\.rate).reduce(0, +)
        // Two batteries discharge one after the other, so one that is discharging decides for both.
        if batteries.contains(where: { $0.status == "Discharging" }) {
            return BatteryTime(.untilEmpty, seconds: seconds(batteries.map(\.now).reduce(0, +), rate))
        }
        guard batteries.contains(where: { $0.status == "Charging" }) else { return BatteryTime(.resting) }
        let missing = batteries.map { max(0, $0.full - $0.now) }.reduce(0, +)
        return BatteryTime(.untilFull, seconds: seconds(missing, rate))
    }

    private static func read(_ path: String, _ files: SystemFiles) -> Battery {
        func number(_ names: String...) -> Double {
            names.lazy.compactMap { files.integer("\(path)/\($0)") }.first.map { Double($0) } ?? 0
        }
        let isEnergy = files.integer(path + "/energy_now") != nil
        return Battery(
            status: files.line(path + "/status") ?? "", now: isEnergy ? number("energy_now") : number("charge_now"),
            full: isEnergy ? number("energy_full") : number("charge_full"),
            // Some firmware reports the rate of discharge as a negative number.
            rate: abs(isEnergy ? number("power_now") : number("current_now")))
    }

    /// Nil if no power flows, or so little that the time says nothing (more than four days).
    private static func seconds(_ amount: Double, _ rate: Double) -> Int64? {
        guard rate > 0, amount > 0 else { return nil }
        let seconds = amount / rate * 3600
        return seconds <= 4 * 86_400 ? Int64(seconds.rounded()) : nil
    }
}
