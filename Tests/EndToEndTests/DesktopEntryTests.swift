// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the desktop entry, activated over D-Bus.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct DesktopEntryTests {
    private static let identifier = "io.github.jarvis_assistant.Jarvis"

    /// The actions listed in the desktop entry. (Tests run in the package's folder.)
    private static var actions: [String] {
        let lines = ChildProcess.contents(of: "data/\(identifier).desktop").split(separator: "\n")
        let names = lines.first { $0.hasPrefix("Actions=") }?.dropFirst("Actions=".count) ?? ""
        return names.split(separator: ";").map(String.init)
    }

    /// The command of an action, for desktops that don't activate programs over D-Bus, without the program's name.
    private static func command(of action: String) -> [String] {
        let text = ChildProcess.contents(of: "data/\(identifier).desktop")
        let group = text.split(separator: "[Desktop Action \(action)]\n").dropFirst().first ?? ""
        let line = group.split(separator: "\n").first { $0.hasPrefix("Exec=jarvis") } ?? ""
        return line.split(separator: " ").dropFirst().map(String.init)
    }

    private func activate(_ action: String) async throws {
        let result = try await ChildProcess.run("gapplication", ["action", Self.identifier, action])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(.timeLimit(.minutes(10))) func allDesktopEntryActionsAreExported() async throws {
        let program = try JarvisProgram()
        _ = try await program.openAndWait()
        let path = "/" + Self.identifier.replacing(".", with: "/")
        let exported = try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", Self.identifier, "--object-path", path, "--method",
                "org.gtk.Actions.List",
            ])
        #expect(Self.actions == ["listen", "record", "widget-medium", "history", "settings"])
        for action in Self.actions { #expect(exported.output.contains("'\(action)'"), "\(exported.output)") }
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func actionsHaveCommandsThatPerformThem() async throws {
        let program = try JarvisProgram()
        // In a program of its own, then in the one that runs.
        try program.open(Self.command(of: "history"))
        var index = try #require(try await program.event("pane") { $0["name"]?.asText == "history" }?.index)
        #expect(try await program.command(Self.command(of: "settings")).status == 0)
        index = try #require(
            try await program.event("pane", after: index) { $0["name"]?.asText == "settings" }?.index)
        #expect(try await program.command(Self.command(of: "listen")).status == 0)
        #expect(try await program.phase("recording", after: index) != nil)
        #expect(Self.command(of: "record") == ["--action", "record"])
        #expect(Self.command(of: "widget-medium") == ["widget", "medium"])
        program.expectHealthy()
        try await program.close()
    }

    @Test func actionsThatThereAreNotAreRejected() async throws {
        let told = try await JarvisProgram().command(["--action", "dance"])
        #expect(told.status == 2 && told.errors.contains("use one of listen, record, history"), "\(told)")
    }

    @Test(.timeLimit(.minutes(10))) func actionsOpenTheirPanesAndListenRecords() async throws {
        let program = try JarvisProgram()
        // Unlike the desktop's shell, gapplication needs this permission.
        #expect(try await program.command(["config", "set", "background.programs", "on"]).status == 0)
        var index = try await program.openAndWait()
        for pane in ["history", "settings"] {
            try await activate(pane)
            index = try #require(
                try await program.event("pane", after: index) { $0["name"]?.asText == pane }?.index, "pane \(pane)")
        }
        // Activating an open pane again does not close it.
        try await activate("settings")
        try await activate("listen")
        #expect(try await program.phase("recording", after: index) != nil)
        let closed = program.allEvents().dropFirst(index).filter { $0["event"]?.asText == "pane" }
        #expect(closed.map { $0["name"]?.asText } == ["none"])
        program.expectHealthy()
        try await program.close()
    }
}
