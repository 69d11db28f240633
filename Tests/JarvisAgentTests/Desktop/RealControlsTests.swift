// SPDX-License-Identifier: GPL-3.0-or-later
// Skills on the real controls: a fake backlight that a double of logind sets on a private bus.

import FoundationEssentials
import GioKit
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RealControlsTests {
    private static let screen = "sys/class/backlight/intel_backlight"

    private func write(_ text: String, to name: String, in tree: TemporaryFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(tree.path)/\(Self.screen)/\(name)"))
    }

    @Test func requestsChangeTheBacklight() async throws {
        let (bus, tree) = (try PrivateBus(), try TemporaryFolder("jarvis-backlight"))
        try FileManager.default.createDirectory(
            atPath: "\(tree.path)/\(Self.screen)", withIntermediateDirectories: true)
        for (name, text) in [("brightness", "300\n"), ("max_brightness", "600\n"), ("type", "raw\n")] {
            try write(text, to: name, in: tree)
        }
        let logind = try await LogindDouble(on: try await bus.connection())
        logind.onSetBrightness = { _, value in try? write("\(value)\n", to: "brightness", in: tree) }
        var controls = FakeDesktop.example.controls
        controls.brightness = LogindBrightnessControl(root: tree.path) { () async throws(BusFailure) in
            try await bus.connection()
        }
        let rig = AgentRig(controls: controls)
        #expect(try await rig.ask("make the screen brighter").text == "The brightness is at 60 percent.")
        #expect(ChildProcess.contents(of: "\(tree.path)/\(Self.screen)/brightness") == "360\n")
        #expect(try await rig.ask("undo that").text == "The brightness is back at 50 percent.")
        #expect(ChildProcess.contents(of: "\(tree.path)/\(Self.screen)/brightness") == "300\n")
    }

    @Test func aMissingBacklightIsReported() async throws {
        let tree = try TemporaryFolder("jarvis-backlight")
        var controls = FakeDesktop.example.controls
        controls.brightness = LogindBrightnessControl(root: tree.path)
        let answer = try await AgentRig(controls: controls).ask("dim the screen")
        #expect(answer.text.hasPrefix("I can't change this screen's brightness."))
    }
}
