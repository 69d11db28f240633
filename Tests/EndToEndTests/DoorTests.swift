// SPDX-License-Identifier: GPL-3.0-or-later
// Every interface of the running program on the session bus, found by introspection: docs/agency.md lists it, and
// other programs can use it only as the page says.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

/// The page's table of D-Bus interfaces.
private struct DoorPage {
    /// By interface: what anybody may call, and everything that is offered. "Activate(shown)" means only some calls of
    /// "Activate".
    var anybody: [String: Set<String>] = [:]
    var offered: [String: Set<String>] = [:]
    /// The actions that anybody may activate.
    var shown: Set<String> = []

    init() throws {
        let page = ChildProcess.contents(of: "docs/agency.md")
        let lines = page.split(separator: "\n").map(String.init)
        let head = try #require(lines.firstIndex { $0.hasPrefix("| Interface | Anybody |") })
        for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(
                Self.names)
            let interface = try #require(cells.first?.first)
            anybody[interface] = cells[1]
            offered[interface] = Set(cells.dropFirst().joined().map { String($0.prefix { $0 != "(" }) })
        }
        let start = try #require(page.firstRange(of: "- **shown**: the actions "))
        let list = page[start.upperBound...].split(separator: ", which open a screen").first ?? ""
        shown = Set(list.split { !$0.isLetter && $0 != "-" }.map(String.init)).subtracting(["and"]).union(["mute"])
    }

    private static func names(_ cell: Substring) -> Set<String> {
        Set(cell.split(separator: ",").map { $0.filter { $0 != "`" && $0 != " " } }.filter { !$0.isEmpty })
    }
}

@Suite(.serialized)
struct DoorTests {
    private static let denied = "org.freedesktop.DBus.Error.AccessDenied"

    private func tool(_ program: JarvisProgram, _ arguments: String..., wrapper: [String] = []) throws -> ChildProcess {
        let command = wrapper + ["/usr/bin/python3", "-B", "Tests/Tools/bus-doors.py"] + arguments
        return try ChildProcess(command[0], Array(command.dropFirst()), environment: program.environment)
    }

    private func program() async throws -> JarvisProgram {
        let program = try JarvisProgram()
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        for text in ["set an alarm for seven a m", "add milk to my shopping list", "make a note that the key is here"] {
            #expect(try await program.command(["ask", text]).status == 0)
        }
        return program
    }

    /// The calls that bus-doors.py reports.
    private func calls(_ tool: ChildProcess) async throws -> [JSONObject] {
        #expect(try await eventually(within: .seconds(400)) { tool.output.hasSuffix("ready\n") || !tool.isRunning })
        #expect(tool.output.hasSuffix("ready\n"), "\(tool.output.suffix(2000))")
        return tool.output.split(separator: "\n").compactMap { (try? JSONValue(parsing: Array($0.utf8)))?.asObject }
    }

    /// How a call violates the page, or nil.
    private func fault(_ call: JSONObject, _ page: DoorPage) -> String? {
        func text(_ key: String) -> String { call[key]?.asText ?? "" }
        let (interface, member, kind, outcome) = (text("interface"), text("member"), text("kind"), text("outcome"))
        guard let offered = page.offered[interface] else { return "the interface is not on the page" }
        if call["recorders"] != .number(0) { return "the microphone is open" }
        if kind == "property" { return outcome == "done" ? "set" : nil }
        guard offered.contains(member) else { return "the method is not on the page" }
        if outcome == "listed" { return nil }
        if kind == "bare" { return outcome == "done" ? "done without an interface" : nil }
        let free = page.anybody[interface] ?? []
        if free.contains(member) || (kind == "method" && free.contains("\(member)(other)")) { return nil }
        if kind == "action", free.contains("\(member)(shown)"), page.shown.contains(text("detail")) {
            return outcome == "done" ? nil : "refused"
        }
        return outcome == "done" || (outcome != Self.denied && !Self.isMissing(outcome)) ? "not denied" : nil
    }

    /// Whether the called member does not exist.
    private static func isMissing(_ outcome: String) -> Bool { outcome.hasSuffix(".NotSupported") }

    private func check(_ calls: [JSONObject], atLeast count: Int) throws {
        let page = try DoorPage()
        #expect(page.shown.contains("widget-large") && page.shown.contains("history") && page.shown.count == 13)
        let faults = calls.compactMap { call in fault(call, page).map { "\($0): \(JSONValue.object(call))" } }
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(12))")
        #expect(calls.count >= count, "\(calls.count)")
    }

    /// Contents of the stores and the settings.
    private func storedContents(_ program: JarvisProgram) -> String {
        ["data/jarvis/reminders.json", "data/jarvis/lists.json", "config/jarvis/settings.json"].map {
            ChildProcess.contents(of: program.home.path + "/" + $0)
        }.joined()
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func otherProgramsReachTheWindowOnlyAsDocumented(isSandboxed: Bool) async throws {
        let program = try await program()
        try await program.openForCommands()
        let before = storedContents(program)
        let socket = program.home.path + "/proxy"
        let proxy = try ChildProcess(
            "sh",
            [
                "-c",
                "exec xdg-dbus-proxy \"$DBUS_SESSION_BUS_ADDRESS\" \"$1\" --filter --talk=\(JarvisProgram.busName)",
                "sh", socket,
            ], environment: program.environment)
        #expect(try await eventually { access(socket, F_OK) == 0 }, "\(proxy.output)")
        let tool =
            isSandboxed
            ? try tool(program, "--name", wrapper: ["env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(socket)"])
            : try tool(program)
        let calls = try await calls(tool)
        try check(calls, atLeast: 150)
        let seen = Set(calls.compactMap { $0["interface"]?.asText })
        // The tray icon has a bus name of its own, which a sandboxed program does not see.
        #expect(seen.contains("org.kde.StatusNotifierItem") == !isSandboxed && seen.contains("org.gtk.Actions"))
        #expect(storedContents(program) == before)
        let muted = program.allEvents().compactMap { $0["muted"]?.asFlag ?? $0["isMuted"]?.asFlag }
        #expect(muted.last != false, "\(muted)")
        #expect(try await recordingStreams() == 0)
        program.expectHealthy()
        proxy.send(signal: SIGTERM)
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func otherProgramsReachTheServiceOnlyAsDocumented() async throws {
        let program = try await program()
        let service = try await program.startService()
        let before = storedContents(program)
        let calls = try await calls(try tool(program))
        try check(calls, atLeast: 100)
        #expect(storedContents(program) == before)
        #expect(service.isRunning)
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    /// The media player is exported only while JARVIS speaks.
    @Test(.timeLimit(.minutes(10))) func interfacesExportedWhileSpeakingAreDocumented() async throws {
        let program = try await program()
        #expect(try await program.command(["config", "set", "background.programs", "on"]).status == 0)
        let service = try await program.startService()
        let text = String(repeating: "This is said for a long time, so that the player stays. ", count: 60)
        #expect(try await program.callService("Say", text).status == 0)
        let player = "org.mpris.MediaPlayer2.\(JarvisProgram.busName)"
        #expect(
            try await eventually(within: .seconds(60)) {
                let answer = try await ChildProcess.run(
                    "gdbus",
                    [
                        "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                        "org.freedesktop.DBus.NameHasOwner", player,
                    ], environment: program.environment)
                return answer.output.contains("true")
            })
        let calls = try await calls(try tool(program, "--list"))
        try check(calls, atLeast: 40)
        let seen = Set(calls.compactMap { $0["interface"]?.asText })
        #expect(seen == Set(try DoorPage().offered.keys))
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    /// Calls start as soon as the program is on the bus.
    @Test(.timeLimit(.minutes(10))) func actionsAreRejectedWhileTheWindowOpens() async throws {
        let program = try await program()
        let tool = try tool(program, "--at-start")
        #expect(try await eventually { tool.output.contains("watching") })
        try await program.openAndWait()
        let calls = try await calls(tool)
        #expect(calls.count > 20)
        #expect(calls.allSatisfy { $0["outcome"]?.asText != "done" && $0["recorders"] == .number(0) }, "\(tool.output)")
        tool.send(signal: SIGTERM)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func anImpostorOnTheBusNameIsReportedAndNotCalled() async throws {
        let program = try await program()
        let holder = try tool(program, "--hold")
        #expect(try await eventually { holder.output.contains("ready") })
        let service = try await program.startService()
        #expect(service.output.contains(/python3\S* \(process \d+\) is using/), "\(service.output)")
        #expect(try await program.command(["ask", "what is two plus two"]).output.contains("4"))
        #expect(!holder.output.contains("called"), "\(holder.output)")
        holder.send(signal: SIGTERM)
        _ = try await holder.exit(within: .seconds(60))
        // The name is free again, and the service acquires it.
        #expect(try await eventually(within: .seconds(60)) { try await program.callService("Stop").status == 0 })
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    @Test(.timeLimit(.minutes(10))) func theWindowOpensThoughTheBusNameIsTaken() async throws {
        let program = try await program()
        let holder = try tool(program, "--hold")
        #expect(try await eventually { holder.output.contains("ready") })
        try await program.openAndWait()
        #expect(program.child?.output.contains(/python3\S* \(process \d+\)/) == true, "\(program.child?.output ?? "")")
        #expect(!holder.output.contains("called"), "\(holder.output)")
        program.expectHealthy()
        try await program.close()
        holder.send(signal: SIGTERM)
    }
}
