// SPDX-License-Identifier: GPL-3.0-or-later
// The lights of built-in screens, as the kernel shows them in /sys/class/backlight.

import Glibc
import JarvisCore
import JarvisPlatform

/// One light.
struct Backlight: Hashable, Sendable {
    var name: String
    /// The greatest value; more than 0.
    var maximum: Int64
    var value: Int64

    var brightness: Brightness { Brightness(device: name, level: Level(Double(value) / Double(maximum))) }

    /// The value for a level. The lowest one can still be seen: some screens are quite dark at 0.
    func value(for level: Level) -> Int64 {
        let wanted = Int64((level.share * Double(maximum)).rounded())
        return min(max(wanted, max(1, maximum / 100)), maximum)
    }
}

/// Reads and writes the folder; blocking.
struct Backlights: Sendable {
    /// Below which `sys` is found; empty for the real one.
    var root: String

    private static let folder = "/sys/class/backlight"
    private var files: SystemFiles { SystemFiles(root: root) }

    /// The light that the kernel's documentation says is the right one to use: the firmware's before the platform's
    /// before the graphics card's own (Documentation/ABI/stable/sysfs-class-backlight).
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

    /// Writes a value; false where this user may not.
    func write(_ value: Int64, to name: String) -> Bool {
        let descriptor = open("\(root)\(Self.folder)/\(name)/brightness", O_WRONLY | O_CLOEXEC | O_TRUNC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array("\(value)\n".utf8)
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}
