// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's autostart entry for JARVIS.

import JarvisTesting
import Testing

@testable import JarvisPlatform

struct AutostartEntryTests {
    private func entry(_ home: TemporaryFolder, program: String = "/usr/bin/jarvis") -> AutostartEntry {
        AutostartEntry(
            folder: home.path + "/autostart", identifier: "org.example.App", name: "App", program: program)
    }

    @Test func switchingOnAndOffIsReadBack() throws {
        let home = try TemporaryFolder("autostart")
        let entry = entry(home)
        #expect(!entry.isOn)
        try entry.set(false)
        try entry.set(true)
        #expect(entry.isOn)
        #expect(ChildProcess.contents(of: entry.path).contains("Exec=\"/usr/bin/jarvis\"\n"))
        try entry.set(false)
        #expect(!entry.isOn && !Environment.exists(entry.path))
    }

    @Test func desktopsSkipTheEntryOfARemovedProgram() throws {
        let home = try TemporaryFolder("autostart")
        let entry = entry(home, program: "/opt/a b\\c/jarvis")
        try entry.set(true)
        #expect(ChildProcess.contents(of: entry.path).contains("\nTryExec=/opt/a b\\\\c/jarvis\n"))
    }

    @Test(arguments: ["Hidden=true", "X-GNOME-Autostart-enabled = false"])
    func entriesDisabledByTheDesktopCountAsOff(line: String) throws {
        let home = try TemporaryFolder("autostart")
        let entry = entry(home)
        try entry.set(true)
        let text = ChildProcess.contents(of: entry.path).split(separator: "\n").filter { !$0.hasPrefix("X-") }
        try AtomicFile.write(entry.path, Array((text.joined(separator: "\n") + "\n\(line)\n").utf8))
        #expect(!entry.isOn)
    }

    @Test func pathsAreQuotedAsSpecified() {
        #expect(AutostartEntry.quoted("/opt/my apps/jarvis") == "\"/opt/my apps/jarvis\"")
        #expect(AutostartEntry.quoted("/a$b") == #""/a\\$b""#)
        #expect(AutostartEntry.quoted(#"/a"b"#) == #""/a\\"b""#)
        #expect(AutostartEntry.quoted("/100%") == "\"/100%%\"")
    }
}
