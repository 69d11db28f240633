// SPDX-License-Identifier: GPL-3.0-or-later
// "Models & tools": command parsing, health figures, and the page as a screen reader uses it.

import JarvisTesting
import Testing

@testable import JarvisSettingsUI

@Suite(.serialized)
struct ConnectionsTests {
    private func walk(_ steps: String..., options: [String] = []) async throws {
        let start = ["see Tool servers"]
        let result = try await WindowHost.run(
            python: "screen-reader-walk.py", options: (start + steps).flatMap { ["--do", $0] },
            ["show", "--state", "idle", "--place", "models"] + options)
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func commandsAreSplitLikeInAShell() {
        #expect(CommandWords.split("uvx mcp-server-time") == ["uvx", "mcp-server-time"])
        #expect(CommandWords.split(#"a "b c" 'd "e' f\ g "h\"i" """#) == ["a", "b c", "d \"e", "f g", "h\"i", ""])
        #expect(CommandWords.split("  ") == [] && CommandWords.split("a 'b") == nil)
        for words in [["a"], ["a b", "", "\"", "\\", "'", "ü"], ["x\ty", "\\\"\\"]] {
            #expect(CommandWords.split(CommandWords.join(words)) == words)
        }
    }

    @Test func environmentVariablesAreParsedLineByLine() throws {
        let read = try #require(CommandWords.variables("TOKEN=a=b\n\n HOME\nEMPTY="))
        #expect(read.names == ["TOKEN", "HOME", "EMPTY"] && read.values == ["TOKEN": "a=b", "EMPTY": ""])
        for wrong in ["1A=b", "=b", "A-B=c", "A=1\nA=2"] { #expect(CommandWords.variables(wrong) == nil, "\(wrong)") }
    }

    @Test func fastAnswersHaveMoreBars() {
        func bars(_ milliseconds: Double) -> Int { ConnectionHealth.answering(milliseconds: milliseconds, "").bars }
        #expect([10, 50, 51, 150, 151, 400, 401, 9000].map(bars) == [4, 4, 3, 3, 2, 2, 1, 1])
        #expect(ConnectionHealth.failing("").bars == 0 && ConnectionHealth.unknown.bars == 0)
        #expect(ConnectionHealth.answering(milliseconds: 0.2, "").latency == "1\u{a0}ms")
    }

    @Test func serversShowTheirHealthAndActions() async throws {
        try await walk(
            "see Connected, 2 models", "see Ollama · http://localhost:11434 · llama3.2", "see 38\u{a0}ms",
            "see Questions are sent to models.example.org", "see Stop using local", "see Use big", "press Test big",
            "see Nothing is listening at https://models.example.org/v1", "see Let JARVIS use files",
            "see Not checked yet", "press Test files", "see Files 1.2 connected, 2 tools")
    }

    @Test func theUseButtonSelectsTheModel() async throws {
        try await walk("press Use big", "see Stop using big", "see Use local", "press Stop using big", "see Use big")
    }

    @Test func undoRestoresARemovedServer() async throws {
        try await walk(
            "press Remove local", "see Removed local", "gone Test local", "press Undo", "see local restored",
            "see Test local", "press Remove calendar", "gone Test calendar", "key ctrl+z", "see Test calendar")
    }

    @Test func theFormAddsALanguageModel() async throws {
        try await walk(
            "press Edit big", "press Add a server", "press Language model", "see Add a language model", "press Save",
            "see That name won't work.", "tab Name", "type second", "tab Address",
            "type http://localhost:8080", "press List models", "see 2 models:", "press Use qwen3",
            "press Save", "gone Add a language model", "see OpenAI · http://localhost:8080 · qwen3", "see Test second")
    }

    @Test func theFormEditsAServer() async throws {
        try await walk(
            "press Edit big", "see Edit big", "tab Model", "key ctrl+a", "type small", "key Return",
            "see OpenAI · https://models.example.org/v1 · small")
    }

    @Test func theFormAddsAToolServerByCommand() async throws {
        try await walk(
            "press Edit big", "press Add a server", "press Tool server", "tab Name", "type time", "press Save",
            "see Enter the command that starts the server.", "tab Command", "type uvx 'mcp server'", "press Save",
            "see uvx \"mcp server\"", "see Files 1.2 connected, 2 tools")
    }

    @Test func aPastedConfigurationAddsServers() async throws {
        try await walk(
            "press Edit big", "press Add a server", "press Paste a configuration", "tab Configuration", "type nonsense",
            "key Return",
            "see The configuration names no servers.", "key ctrl+a", #"type {"mcpServers": {}}"#, "press Add all",
            "see Added pasted", "see Test pasted")
    }

    @Test func grantedPermissionsAreListedAndRevoked() async throws {
        try await walk(
            "press Details of files", "see Everything that only reads data", "see Press “Test” to list them.",
            "see 12:04 read /srv/notes/list.txt", "press Ask before running write_file from files",
            "gone Ask before running write_file from files",
            "press Ask before running Everything that only reads data from files",
            "see Nothing. JARVIS asks each time.", "press Test files", "see write_file — may delete or overwrite")
    }

    @Test func escapeClosesTheFormBeforeTheSettings() async throws {
        try await walk(
            "press Edit local", "see Edit local", "tab Name", "key Escape", "gone List models", "see Tool servers",
            "key Escape", "gone Tool servers")
    }
}
