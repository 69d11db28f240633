// SPDX-License-Identifier: GPL-3.0-or-later
// The readings that the face shows in the pictures of `jarvis render`; none by default.

import ArgumentParser
import JarvisVisuals

struct RenderReadingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The time of day when the pictures begin.", valueName: "H:MM[:SS]"), transform: Self.seconds)
    var clock: Double?
    @Option(help: ArgumentHelp("When an alarm rings; up to four.", valueName: "H:MM"), transform: Self.seconds)
    var alarm: [Double] = []
    @Option(
        help: ArgumentHelp("Seconds left of a timer, and its length; up to three.", valueName: "LEFT/LENGTH"),
        transform: Self.timer)
    var timer: [SceneTimer] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("Charge of the battery, 0 to 1.", valueName: "X"))
    var battery: Double?

    func validate() throws { try NumberOption.check("--battery", battery, 0...1) }

    /// The readings in the first picture.
    var readings: SceneReadings {
        var readings = SceneReadings()
        (readings.secondOfDay, readings.charge) = (clock, battery)
        (readings.timers, readings.alarms) = (timer, alarm)
        return readings
    }

    private static func seconds(_ text: String) throws -> Double {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0..<24).contains(parts[0]),
            parts.dropFirst().allSatisfy((0..<60).contains)
        else { throw ValidationError("\"\(text)\" isn't a time of day; use 10:09 or 10:09:30.") }
        return Double(parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0))
    }

    private static func timer(_ text: String) throws -> SceneTimer {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) ?? -1 }
        guard parts.count == 2, parts[0] > 0, parts[1] >= parts[0], parts[1] < 360_000 else {
            throw ValidationError("\"\(text)\" isn't a timer; use LEFT/LENGTH in seconds, as in 272/600.")
        }
        return SceneTimer(remaining: parts[0], length: parts[1])
    }
}
