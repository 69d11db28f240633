// SPDX-License-Identifier: GPL-3.0-or-later
// Generated pages of the guide: settings and commands match the program.

import JarvisProgramTesting
import JarvisTesting
import Testing

struct GuideTests {
    @Test(.timeLimit(.minutes(10))) func theGuideMatchesTheProgram() async throws {
        let check = try await ChildProcess.run("scripts/guide", ["--check", JarvisProgram.path])
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(.timeLimit(.minutes(10))) func anOutdatedGuideIsReportedAndRegenerated() async throws {
        let copy = try TemporaryFolder("jarvis-guide")
        let made = try await ChildProcess.run(
            "/bin/cp", ["-r", "--parents", "scripts", "docs", "data/jarvis.1", copy.path])
        try #require(made.status == 0, "\(made.output)")
        let edited = try await ChildProcess.run(
            "/bin/sed",
            ["-i", "s/| `voice.speed` |.*/| `voice.speed` | faster |/", copy.path + "/docs/guide/settings.md"])
        try #require(edited.status == 0, "\(edited.output)")
        let check = try await ChildProcess.run(copy.path + "/scripts/guide", ["--check", JarvisProgram.path])
        #expect(check.status == 1)
        #expect(check.output.contains("-| `voice.speed` | faster |"), "\(check.output)")
        #expect(check.output.contains("run scripts/guide"), "\(check.output)")
        let mended = try await ChildProcess.run(copy.path + "/scripts/guide", [JarvisProgram.path])
        #expect(mended.status == 0, "\(mended.output)")
        #expect(
            ChildProcess.contents(of: copy.path + "/docs/guide/settings.md")
                == ChildProcess.contents(of: "docs/guide/settings.md"))
    }
}
