// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and sets the backlights of built-in screens, in /sys/class/backlight.

import Glibc
import JarvisCore
import JarvisPlatform

/// A backlight's range and current value, in the kernel's units.
struct Backlight: Hashable, Sendable {
    var name: String
    /// The highest value, above 0.
    var maximum: Int64
    var value: Int64

    var brightness: Brightness { Brightness(device: name, level: Level(Double(value) / Double(maximum))) }

    /// The value for a level. The lowest is 1 % of the range and never 0, because some screens are nearly dark at 0.
    func value(for level: Level) -> Int64 {
        let wanted = Int64((level.share * Double(maximum)).rounded())
        return min(max(wanted, max(1, maximum / 100)), maximum)
    }
}

/// Reads and writes the kernel's files; blocking.
struct Backlights: Sendable {
    /// The folder that contains `sys`; empty for the real one.
    var root: String

    private static let folder = "/sys/class/backlight"
    private var files: SystemFiles { SystemFiles(root: root) }

    /// The backlight that the kernel's documentation recommends: the firmware's, or else the platform's, or else the
    /// graphics card's own (Documentation/ABI/stable/sysfs-class-backlight).
    func best() throws(BrightnessFailure) -> Backlight {
        let order = ["firmware", "platform", "raw"]
        let names = files.names(Self.folder).map { name in
            let type = files.word("\(Self.folder)/\(name)/type") ?? ""
            return (rank: order.firstIndex(of: type) ?? order.count, name: name)
        }
        guard let best = names.min(by: { $0 < $1 }) else { throw .noBacklight }
        return try read(best.name)
    }

    func read(_ name: String) throws(BrightnessFailure) -> Backlight {
        let path = "\(Self.folder)/\(name)"
        guard let maximum = files.integer(path + "/max_brightness"), maximum > 0 else {
            throw .unreadable(path: root + path + "/max_brightness")
        }
        guard let value = files.integer(path + "/brightness") else {
            throw .unreadable(path: root + path + "/brightness")
        }
        return Backlight(name: name, maximum: maximum, value: min(max(value, 0), maximum))
    }

    /// Writes a value; false if the user lacks permission.
    func write(_ value: Int64, to name: String) -> Bool {
        let descriptor = open("\(root)\(Self.folder)/\(name)/brightness", O_WRONLY | O_CLOEXEC | O_TRUNC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array("\(value)\n".utf8)
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}
