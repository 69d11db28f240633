// SPDX-License-Identifier: GPL-3.0-or-later
// The open window follows the settings portal, power profile, screen lock, light sensor and `jarvis config set`; and
// checks by `jarvis doctor`.

import Glibc
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite
struct DesktopFollowingTests {
    @Test(.timeLimit(.minutes(10))) func theOpenWindowFollowsDesktopAndSettings() async throws {
        let program = try JarvisProgram()
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/")
        let result = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", root + "/Tests/Tools/desktop-walk.py", JarvisProgram.path],
            environment: program.environment, within: .seconds(600))
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    @Test func doctorReportsAMissingDesktopEntryOnGNOME() async throws {
        let folder = try TemporaryFolder("jarvis-entry")
        var program = try JarvisProgram(environment: ["XDG_CURRENT_DESKTOP": "GNOME", "XDG_DATA_DIRS": folder.path])
        let unknown = "FAIL notifications: GNOME doesn't show notifications from programs that aren't installed"
        #expect(try await program.command(["doctor"]).output.contains(unknown))
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

    @Test func doctorOfAnInstalledProgramNamesNoScripts() async throws {
        let folder = try TemporaryFolder("jarvis-installed")
        let copy = folder.path + "/jarvis"
        #expect(try await ChildProcess.run("cp", [JarvisProgram.path, copy]).status == 0)
        let program = try JarvisProgram(
            environment: ["XDG_DATA_DIRS": folder.path, "XDG_CURRENT_DESKTOP": "GNOME"], program: copy)
        let told = try await program.command(["doctor"], unset: ["DISPLAY", "WAYLAND_DISPLAY"])
        #expect(told.output.contains("FAIL display") && told.output.contains("FAIL files"), "\(told.output)")
        #expect(!told.output.contains("scripts/"), "\(told.output)")
        let opened = try await program.command(["window"], unset: ["DISPLAY", "WAYLAND_DISPLAY"])
        #expect(opened.status == 1 && !opened.errors.contains("scripts/"), "\(opened.errors)")
    }

    /// The library that draws icons is a module of another one, and can be missing.
    @Test func doctorReportsIconsThatCannotBeDrawn() async throws {
        #expect(try await JarvisProgram().command(["doctor"]).output.contains("ok   icons: "))
        let program = try JarvisProgram(environment: ["GDK_PIXBUF_MODULE_FILE": "/dev/null"])
        let told = try await program.command(["doctor"])
        #expect(told.status == 1 && told.output.contains("FAIL icons: "), "\(told.output)")
        #expect(told.output.contains("librsvg2-common"))
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
