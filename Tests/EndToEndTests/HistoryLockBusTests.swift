// SPDX-License-Identifier: GPL-3.0-or-later
// With a locked history and a polkit that denies access, other programs, desktop search, the terminal and assistive
// technology learn nothing of it.

import GioKit
import Glibc
import JarvisBusTesting
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct HistoryLockBusTests {
    private static let name = "io.github.jarvis_assistant.Jarvis"
    /// Parts of a note, an earlier answer and the newest answer.
    private static let secrets = ["enguins", "12,321", "14,641"]
    private static let questions = [
        "repeat that", "what did you say", "what did i say last", "what was my last note about", "read my notes",
        "again", "undo that", "what did i ask you today",
    ]

    private func search(
        _ program: JarvisProgram, _ method: String, _ arguments: String...
    ) async throws -> String {
        try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", Self.name, "--object-path",
                "/io/github/jarvis_assistant/Jarvis/SearchProvider", "--method",
                "org.gnome.Shell.SearchProvider2.\(method)",
            ] + arguments, environment: program.environment
        ).output
    }

    /// The secrets that a text contains.
    private func revealed(_ text: String) -> [String] { Self.secrets.filter(text.contains) }

    @Test(.timeLimit(.minutes(8))) func aLockedHistoryIsNotDisclosedIfPolkitDenies() async throws {
        let bus = try await PrivateBus()
        let polkit = try await PolkitDouble(on: try await bus.connection(), answer: .no)
        let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": await bus.address])
        for question in ["take a note that penguins wear tuxedos", "what is 111 times 111"] {
            #expect(try await program.command(["ask", question]).status == 0)
        }
        for (key, value) in [("background.programs", "on"), ("conversation.speaks-replies", "off")] {
            #expect(try await program.command(["config", "set", key, value]).status == 0)
        }
        let identities = try await program.history().compactMap { $0["id"]?.asText }
        #expect(identities.count >= 4, "\(identities)")
        _ = try await program.openForCommands()
        try await program.ask("what is 121 times 121")
        #expect(try await program.event("reply") != nil)
        // While the history is unlocked, the secrets are revealed.
        #expect(try await search(program, "GetInitialResultSet", "['tuxedos']").count > 10)
        let found = try await search(program, "GetResultMetas", Self.list(identities))
        #expect(revealed(found).contains("12,321"), "\(found)")
        #expect(revealed(try await program.command(["ask", "what was my last note about"]).output) == ["enguins"])
        #expect(revealed(try await program.command(["ask", "what is 121 times 121"]).output) == ["14,641"])
        #expect(revealed(try await program.command(["ask", "repeat that"]).output) == ["14,641"])

        #expect(try await program.command(["config", "set", "privacy.history-lock", "on"]).status == 0)
        let monitor = try ChildProcess("dbus-monitor", ["--session"], environment: program.environment)
        for question in Self.questions {
            let answer = try await program.command(["ask", question])
            #expect(revealed(answer.output + answer.errors).isEmpty, "\(question): \(answer.output)\(answer.errors)")
        }
        for (method, arguments) in [
            ("GetInitialResultSet", ["['tuxedos']"]), ("GetInitialResultSet", ["['times']"]),
            ("GetSubsearchResultSet", [Self.list(identities), "['times']"]),
            ("GetResultMetas", [Self.list(identities)]),
        ] {
            let answer =
                try await arguments.count == 1
                ? search(program, method, arguments[0]) : search(program, method, arguments[0], arguments[1])
            #expect(answer.hasPrefix("(@a") && answer.contains("[],)"), "\(method): \(answer)")
        }
        for command in [
            ["history", "list"], ["history", "search", "times"], ["history", "export"],
            ["history", "show", identities.first ?? ""], ["history", "delete", identities.first ?? ""],
            ["recordings", "list"], ["config", "set", "privacy.history-lock", "off"],
            ["config", "reset", "privacy.history-lock"],
        ] {
            let result = try await program.command(command)
            #expect(result.status != 0 && revealed(result.output + result.errors).isEmpty, "\(command): \(result)")
        }
        #expect(await !polkit.questions.isEmpty, "it was polkit that said no")
        // Opening a search result, and the panes that show the conversation.
        _ = try await search(program, "ActivateResult", identities.first ?? "", "['times']", "0")
        for keys in ["ctrl+h", "ctrl+k"] {
            try await program.press(keys)
            let seen = try await AccessibilityTree(of: program).nodes.map(\.name).joined(separator: "\n")
            // The newest turn of this run stays on the screen until another one follows.
            #expect(revealed(seen).filter { $0 != "14,641" }.isEmpty, "\(keys): \(seen)")
            try await program.press("Escape")
        }
        monitor.send(signal: SIGTERM)
        _ = try await monitor.exit(within: .seconds(60))
        #expect(monitor.output.contains("SearchProvider2"), "it listened")
        #expect(revealed(monitor.output).isEmpty, "\(revealed(monitor.output)) went over the bus")
        try await program.close()
        #expect(try await program.history().isEmpty, "the lock still holds")
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "'\($0)'" }.joined(separator: ", ") + "]"
    }
}
