// SPDX-License-Identifier: GPL-3.0-or-later
// The quick settings sheet by keyboard and pointer, for assistive technology, in large text and high contrast.

import JarvisTesting
import Testing

@Suite(.serialized)
struct QuickSettingsTests {
    @Test func quickSettingsWorkByKeyboardAndPointer() async throws {
        let result = try await WindowHost.run(["quick"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func quickSettingsControlsAreAccessible() async throws {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", "ctrl+period"], ["show"])
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n").filter { $0.contains("sensitive") }
        for name in [
            "Detection mode: ", "Speak replies", "Mute", "This session only", "Volume", "All settings", "Done",
        ] {
            #expect(lines.contains { $0.contains("\t\(name)") && $0.contains("focusable") }, "\(name): \(lines)")
        }
        #expect(lines.contains { $0.contains("\tQuick settings\t") }, "\(lines)")
        #expect(lines.last { $0.contains("\tfocused") || $0.contains(",focused") }?.contains("Detection mode") == true)
    }

    @Test(arguments: [
        ["--size", "480x640", "--text-scale", "2"], ["--set", "appearance.high-contrast=on"],
        ["--set", "appearance.reduced-transparency=on"],
        ["--set", "appearance.theme=custom", "--set", "appearance.accent=#ff4fd8"],
    ])
    func quickSettingsFitAndAreLegible(options: [String]) async throws {
        let result = try await WindowHost.run(["look", "--only", "quick-settings"] + options)
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0, "\(lines.filter { $0.hasPrefix("problem") })")
        #expect(lines.count { $0.hasPrefix("contrast") } > 4, "\(result.output)")
    }
}
