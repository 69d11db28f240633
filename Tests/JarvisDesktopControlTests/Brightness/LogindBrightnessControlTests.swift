// SPDX-License-Identifier: GPL-3.0-or-later
// Brightness of a fake backlight, set through a logind double on a private bus or through its file.

import FoundationEssentials
import GioKit
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LogindBrightnessControlTests {
    private let bus: PrivateBus
    private let tree: TemporaryFolder
    private let control: LogindBrightnessControl

    init() throws {
        let (bus, tree) = (try PrivateBus(), try TemporaryFolder("jarvis-backlight"))
        (self.bus, self.tree) = (bus, tree)
        control = LogindBrightnessControl(root: tree.path) { () async throws(BusFailure) in
            try await bus.connection()
        }
    }

    private static let screen = "sys/class/backlight/intel_backlight/"

    private func makeScreen(value: Int = 300, maximum: Int = 600) throws {
        try tree.write([
            Self.screen + "brightness": "\(value)\n", Self.screen + "max_brightness": "\(maximum)\n",
            Self.screen + "type": "raw\n",
        ])
    }

    private func logind() async throws -> LogindDouble {
        let logind = try await LogindDouble(on: try await bus.connection())
        logind.onSetBrightness = { [tree] name, value in
            try? tree.write(["sys/class/backlight/\(name)/brightness": "\(value)\n"])
        }
        return logind
    }

    @Test func logindSetsTheBrightness() async throws {
        try makeScreen()
        let logind = try await logind()
        #expect(try await control.brightness() == Brightness(device: "intel_backlight", level: Level(0.5)))
        #expect(try await control.change(.aBitMore).level.percent == 60)
        #expect(try await control.change(.to(percent: 25)).level.percent == 25)
        #expect(tree.text(Self.screen + "brightness") == "150")
        #expect(logind.calls.count == 2)
        #expect(logind.calls.last == #"SetBrightness text("backlight") text("intel_backlight") integer(150)"#)
    }

    @Test func brightnessStaysAboveZeroAndRejectsMoreThanFull() async throws {
        try makeScreen()
        let logind = try await logind()
        #expect(try await control.change(.to(0)).level.percent == 1)
        #expect(tree.text(Self.screen + "brightness") == "6")
        #expect(try await control.change(.by(9)).level == Level(1))
        await #expect(throws: BrightnessFailure.notABrightness(percent: 120)) { try await control.change(.to(1.2)) }
        try makeScreen(value: 1, maximum: 7)
        #expect(try await control.change(.to(0)).level == Level(1.0 / 7))
        withExtendedLifetime(logind) {}
    }

    @Test func theReportedLevelIsReadBackFromTheKernel() async throws {
        try makeScreen()
        let logind = try await logind()
        logind.onSetBrightness = { _, _ in }
        #expect(try await control.change(.to(1)).level.percent == 50)
    }

    @Test func theFileIsWrittenIfLogindIsMissing() async throws {
        try makeScreen()
        #expect(try await control.change(.to(0.2)).level.percent == 20)
        #expect(tree.text(Self.screen + "brightness") == "120")
    }

    @Test func missingPermissionIsReported() async throws {
        try makeScreen()
        let logind = try await logind()
        logind.refusals["SetBrightness"] = BusError("org.freedesktop.DBus.Error.AccessDenied", "not your seat")
        // A number that not even root can write.
        let file = tree.path + "/" + Self.screen + "brightness"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: "/proc/sys/kernel/cap_last_cap")
        await #expect(throws: BrightnessFailure.notPermitted(reason: "not your seat")) {
            try await control.change(.aBitMore)
        }
        #expect(
            BrightnessFailure.notPermitted(reason: "").advice
                == "I'm not allowed to change the brightness. Use the brightness keys, or run JARVIS in your desktop session."
        )
    }

    @Test func aMissingBacklightIsReported() async throws {
        await #expect(throws: BrightnessFailure.noBacklight) { try await control.brightness() }
        await #expect(throws: BrightnessFailure.noBacklight) { try await control.change(.aBitMore) }
        #expect(
            BrightnessFailure.noBacklight.advice
                == "I can't change this screen's brightness. Use the buttons on the monitor.")
    }

    @Test func theFirmwareBacklightIsPreferred() async throws {
        try makeScreen()
        for (name, type) in [("zz_firmware", "firmware"), ("aa_platform", "platform")] {
            try tree.write([
                "sys/class/backlight/\(name)/brightness": "1\n", "sys/class/backlight/\(name)/max_brightness": "10\n",
                "sys/class/backlight/\(name)/type": type + "\n",
            ])
        }
        #expect(try await control.brightness() == Brightness(device: "zz_firmware", level: Level(0.1)))
    }

    @Test func anUnreadableFileIsReportedWithItsPath() async throws {
        try makeScreen(maximum: 0)
        await #expect(throws: BrightnessFailure.unreadable(path: tree.path + "/" + Self.screen + "max_brightness")) {
            try await control.brightness()
        }
    }
}
