// SPDX-License-Identifier: GPL-3.0-or-later
// The open window follows the settings portal, power profile, screen lock, light sensor and `jarvis config set`; and
// checks by `jarvis doctor`.

import Glibc
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite
struct DesktopFollowingTests {
    @Test(.timeLimit(.minutes(2))) func theOpenWindowFollowsDesktopAndSettings() async throws {
        let program = try JarvisProgram()
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/")
        let result = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", root + "/Tests/Tools/desktop-walk.py", JarvisProgram.path],
            environment: program.environment, within: .seconds(100))
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    @Test func doctorReportsAMissingDesktopEntryOnGNOME() async throws {
        let folder = try TemporaryFolder("jarvis-entry")
        var program = try JarvisProgram(environment: ["XDG_CURRENT_DESKTOP": "GNOME", "XDG_DATA_DIRS": folder.path])
        #expect(try await program.command(["doctor"]).output.contains("FAIL notifications: GNOME shows none"))
        let entry = folder.path + "/applications/io.github.jarvis_assistant.Jarvis.desktop"
        let text = "[Desktop Entry]\nType=Application\nName=JARVIS\nExec=\(JarvisProgram.path)\n"
        mkdir(folder.path + "/applications", 0o700)
        let file = try #require(fopen(entry, "w"))
        fputs(text, file)
        fclose(file)
        #expect(try await program.command(["doctor"]).output.contains("ok   notifications: "))
        program = try JarvisProgram(environment: ["XDG_CURRENT_DESKTOP": "XFCE", "XDG_DATA_DIRS": folder.path])
        #expect(try await !program.command(["doctor"]).output.contains(" notifications: "), "others show them all")
    }

    @Test func doctorReportsMissingFiles() async throws {
        let folder = try TemporaryFolder("jarvis-doctor")
        let copy = folder.path + "/jarvis"
        #expect(try await ChildProcess.run("cp", [JarvisProgram.path, copy]).status == 0)
        let program = try JarvisProgram(environment: ["JARVIS_RESOURCES": "/nonexistent"], program: copy)
        try await expectDoctor(program, finds: "files")
    }

    @Test func doctorReportsDamagedLanguageFiles() async throws {
        let folder = try TemporaryFolder("jarvis-language")
        let data = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        #expect(try await ChildProcess.run("cp", ["-r", data + "/data", folder.path + "/data"]).status == 0)
        let weights = folder.path + "/data/understanding/en/intents.weights"
        #expect(try await ChildProcess.run("truncate", ["-s", "1000", weights]).status == 0)
        let program = try JarvisProgram(environment: ["JARVIS_RESOURCES": folder.path])
        let told = try await program.command(["doctor"])
        #expect(told.status == 1 && told.output.contains("FAIL understanding: intents.weights: "), "\(told.output)")
        #expect(try await program.command(["ask", "what is two plus two"]).output.contains("4"), "it goes on without")
    }
}
