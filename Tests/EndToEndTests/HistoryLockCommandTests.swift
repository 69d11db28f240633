// SPDX-License-Identifier: GPL-3.0-or-later
// A locked history on the terminal without polkit: nothing is shown, and the lock can't be turned off.

import JarvisProgramTesting
import JarvisTesting
import Synchronization
import Testing

@Suite(.serialized)
struct HistoryLockCommandTests {
    @Test(.timeLimit(.minutes(10))) func aLockedHistoryIsHiddenWithoutPolkitButStillSaved() async throws {
        let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        _ = try await program.run("ask", "what is twelve times nine")
        #expect(try await program.run("history", "list").output.contains("108"))
        #expect(try await program.run("config", "set", "privacy.history-lock", "on").status == 0)
        for command in [
            ["history", "list"], ["history", "search", "twelve"], ["history", "export"], ["recordings", "list"],
        ] {
            let result = try await ChildProcess.run(
                program.program, command, environment: program.environment, within: .seconds(60))
            #expect(result.status == 1 && result.output.contains("The history stays locked"), "\(command): \(result)")
            #expect(!result.output.contains("108") && !result.output.contains("twelve"), "\(command): \(result)")
        }
        for command in [["set", "privacy.history-lock", "off"], ["reset", "--all"]] {
            let result = try await ChildProcess.run(
                program.program, ["config"] + command, environment: program.environment, within: .seconds(60))
            #expect(result.status == 1, "\(command): \(result)")
        }
        #expect(try await program.run("config", "get", "privacy.history-lock").output.contains("on"))
        #expect(try await program.run("ask", "what is twelve times eleven").output.contains("132"))
        let file = program.home.path + "/data/jarvis/history/messages.jsonl"
        #expect(ChildProcess.contents(of: file).contains("132"), "it is kept all the same")
    }

    /// A model could reveal the history to someone else at the screen, so neither the window, the command nor the
    /// running instance passes it on.
    @Test(.timeLimit(.minutes(10))) func modelsGetNothingOfALockedHistory() async throws {
        let bodies = Mutex<[String]>([])
        let server = try LanguageModelTests.server(saying: ["That is hard to say."]) { body in
            bodies.withLock { $0.append(body) }
        }
        let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        let added = try await program.command([
            "servers", "add", "local", "--kind", "openai", "--url", "http://127.0.0.1:\(server.port)/v1",
        ])
        #expect(added.status == 0, "\(added)")
        /// The topics that the next request to the model mentions.
        func sent(by ask: () async throws -> Void) async throws -> [String] {
            let before = bodies.withLock { $0.count }
            try await ask()
            await yieldUntil { bodies.withLock { $0.count > before } }
            let body = bodies.withLock { $0[before] }
            return ["elephants", "the sea", "the grass", "the moon", "the snow"].filter(body.contains)
        }
        func command(_ question: String) async throws {
            #expect(try await program.command(["ask", question]).status == 0)
        }
        #expect(
            try await sent { try await command("why do elephants remember everything for so long") } == ["elephants"])
        let unlocked = try await sent { try await command("why does the sea look blue in the evening") }
        #expect(unlocked == ["elephants", "the sea"])
        #expect(try await program.command(["config", "set", "conversation.speaks-replies", "off"]).status == 0)
        #expect(try await program.command(["config", "set", "privacy.history-lock", "on"]).status == 0)
        #expect(try await sent { try await command("why does the grass look green in the evening") } == ["the grass"])
        _ = try await program.openAndWait()
        try await program.focus()
        for (question, thing) in [
            ("why does the moon look pale in the evening", "the moon"),
            ("why does the snow look red in the evening", "the snow"),
        ] {
            let before = program.allEvents().count
            #expect(try await sent { try await program.ask(question) } == [thing])
            #expect(try await program.event("reply", after: before) != nil)
        }
        #expect(try await sent { try await command("why does the sea look dark in the evening") } == ["the sea"])
        try await program.close()
    }
}
