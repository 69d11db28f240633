// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the settings and setup pages with the pictures in docs/pages.md; `scripts/pictures pages` makes new ones.

import Testing

struct PagePicturesTests {
    private func compare(_ options: [String]) async throws -> WindowHost.Result {
        try await WindowHost.run(
            ["look", "--against", WindowHost.root + "/docs/pictures/pages"] + options, size: "1000x748",
            within: .seconds(600))
    }

    @Test func pagesMatchTheirPictures() async throws {
        let result = try await compare([])
        let lines = result.output.split(separator: "\n")
        let problems = lines.filter { $0.hasPrefix("problem") }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        #expect(lines.count { $0.hasPrefix("compared") } >= 13, "\(result.output.suffix(2000))")
        #expect(result.status == 0)
    }

    /// Uses an accent that differs from the one in the pictures.
    @Test func aDifferentAccentIsDetected() async throws {
        let other = ["--set", "appearance.theme=custom", "--set", "appearance.accent=#ff4fd8"]
        let result = try await compare(["--only", "setup-voice"] + other)
        #expect(
            result.status == 1 && result.output.contains("setup-voice looks otherwise"), "\(result.output.suffix(2000))"
        )
    }
}
