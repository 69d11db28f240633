// SPDX-License-Identifier: GPL-3.0-or-later
// Compares settings controls with the pictures in docs/controls.md (`scripts/pictures controls` makes new ones), and
// finds states that look the same as at rest.

import JarvisPlatform
import Testing

struct ControlPicturesTests {
    /// Only the usual look, or all looks with JARVIS_LOOK_MATRIX=1.
    private static let looks = Environment.value("JARVIS_LOOK_MATRIX") == nil ? [all[0]] : all

    private static let all: [(name: String, options: [String])] = [
        ("usual", []), ("high-contrast", ["--set", "appearance.high-contrast=on"]),
        ("light", ["--set", "appearance.theme=light"]), ("right-to-left", ["--right-to-left"]),
        ("text-200", ["--text-scale", "2"]),
    ]

    private func compare(_ picture: String, _ options: [String]) async throws -> WindowHost.Result {
        try await WindowHost.run(
            ["controls", "--against", WindowHost.root + "/docs/pictures/controls/\(picture).png"] + options,
            size: "800x3700")
    }

    @Test(arguments: looks.map(\.name))
    func controlsMatchTheirPictures(look: String) async throws {
        let options = Self.looks.first { $0.name == look }?.options ?? []
        let result = try await compare(look, options)
        let problems = result.output.split(separator: "\n").filter { $0.hasPrefix("problem") }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        #expect(result.status == 0, "\(result.output.suffix(2000))")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("compared") } >= 60)
    }

    /// Uses an accent that differs from the one in the pictures.
    @Test func aDifferentAccentIsDetected() async throws {
        let other = ["--set", "appearance.theme=custom", "--set", "appearance.accent=#ff4fd8"]
        let result = try await compare("usual", other)
        #expect(
            result.status == 1 && result.output.contains("chosen card looks otherwise"), "\(result.output.suffix(2000))"
        )
    }
}
