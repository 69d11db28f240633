// SPDX-License-Identifier: GPL-3.0-or-later
// Temperatures from the kernel's hardware monitors, or from its thermal zones if there are none.

import JarvisCore
import JarvisPlatform

enum SensorReading {
    /// Values outside this range come from unconnected inputs.
    private static let possible = -40.0...125.0

    /// The part of the machine that each chip measures, by the beginning of the chip's name.
    private static let parts: [(prefix: String, part: SensorTemperature.Part)] = [
        ("coretemp", .processor), ("k10temp", .processor), ("k8temp", .processor), ("zenpower", .processor),
        ("cpu", .processor), ("x86_pkg_temp", .processor), ("soc", .processor), ("amdgpu", .graphics),
        ("radeon", .graphics), ("nouveau", .graphics), ("i915", .graphics), ("xe", .graphics), ("gpu", .graphics),
        ("nvme", .disk), ("drivetemp", .disk), ("BAT", .battery), ("battery", .battery), ("iwlwifi", .wireless),
        ("ath", .wireless), ("mt7", .wireless),
    ]

    /// All temperatures, hottest first.
    static func temperatures(_ files: SystemFiles) -> [SensorTemperature] {
        let monitored = monitors(files)
        return (monitored.isEmpty ? zones(files) : monitored).sorted {
            $0.celsius != $1.celsius ? $0.celsius > $1.celsius : $0.name < $1.name
        }
    }

    private static func monitors(_ files: SystemFiles) -> [SensorTemperature] {
        let folder = "/sys/class/hwmon"
        return files.names(folder).flatMap { monitor -> [SensorTemperature] in
            let path = "\(folder)/\(monitor)"
            let chip = files.line(path + "/name") ?? monitor
            return files.names(path).filter { $0.hasPrefix("temp") && $0.hasSuffix("_input") }.compactMap { input in
                let sensor = path + "/" + input.dropLast("_input".count)
                let label = files.line(sensor + "_label")
                return temperature(
                    files.integer(path + "/" + input), of: chip, name: label.map { "\(chip) \($0)" } ?? chip,
                    critical: files.integer(sensor + "_crit"))
            }
        }
    }

    private static func zones(_ files: SystemFiles) -> [SensorTemperature] {
        let folder = "/sys/class/thermal"
        return files.names(folder).filter { $0.hasPrefix("thermal_zone") }.compactMap { zone in
            let type = files.line("\(folder)/\(zone)/type") ?? zone
            return temperature(files.integer("\(folder)/\(zone)/temp"), of: type, name: type, critical: nil)
        }
    }

    /// - Parameter reading: thousandths of a degree.
    private static func temperature(
        _ reading: Int64?, of chip: String, name: String, critical: Int64?
    ) -> SensorTemperature? {
        guard let celsius = reading.map({ Double($0) / 1000 }), possible.contains(celsius) else { return nil }
        let limit = critical.map { Double($0) / 1000 }
        return SensorTemperature(
            parts.first { chip.hasPrefix($0.prefix) }?.part ?? .other, name: name, celsius: celsius,
            criticalCelsius: limit.flatMap { $0 > 0 && possible.contains($0) ? $0 : nil })
    }
}
