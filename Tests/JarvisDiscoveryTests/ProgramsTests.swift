// SPDX-License-Identifier: GPL-3.0-or-later
// Tool servers found in the configuration files of other programs.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import JarvisToolServers
import Synchronization
import Testing

@testable import JarvisDiscovery

@Suite(.timeLimit(.minutes(3)))
struct ProgramsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var programs: [ToolProgram] {
        ToolProgram.all(
            home: folder.path, configuration: folder.path + "/.config", data: folder.path + "/.local/share")
    }

    private func write(_ path: String, _ text: String) throws {
        let whole = folder.path + "/" + path
        try Folder.create(whole.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
        try AtomicFile.write(whole, Array(text.utf8))
    }

    private func results() async -> [DiscoveryResult] {
        let results = Mutex<[DiscoveryResult]>([])
        await ForeignConfigurations(programs).read { result in results.withLock { $0.append(result) } }
        return results.withLock { $0 }
    }

    private func servers() async -> [String: ToolServer.Way] {
        await results().reduce(into: [:]) { servers, result in
            if case .found(let found) = result, case .toolServer(let server, _) = found.kind {
                servers[found.id] = server.way
            }
        }
    }

    @Test func missingFilesAreNotReported() async {
        #expect(await results() == [])
    }

    @Test func everyProgramsFormatIsParsed() async throws {
        let usual = #"{"mcpServers": {"files": {"command": "uvx", "args": ["mcp-files", "--all"]}}}"#
        let command = ToolServer.Way.command("uvx", arguments: ["mcp-files", "--all"])
        try write(".config/Claude/claude_desktop_config.json", usual)
        try write(".cursor/mcp.json", usual)
        try write(".lmstudio/mcp.json", usual)
        try write(
            ".config/Code/User/mcp.json",
            #"{"servers": {"web": {"type": "http", "url": "http://localhost:9/mcp"}}, "inputs": []}"#)
        try write(
            ".config/Code/User/settings.json",
            "{\n // old\n \"mcp\": {\"servers\": {\"old\": {\"command\": \"npx\",}}},\n}")
        try write(
            ".config/zed/settings.json",
            """
            { // Zed
              "context_servers": {
                "flat": {"source": "custom", "command": "uvx", "args": ["a"]},
                "nested": {"command": {"path": "uvx", "args": ["b"], "env": {}}},
                "of-an-extension": {"settings": {"x": 1}},
              },
            }
            """)
        try write(
            ".codeium/windsurf/mcp_config.json", #"{"mcpServers": {"far": {"serverUrl": "https://a.example/mcp"}}}"#)
        try write(
            ".gemini/settings.json", #"{"theme": "x", "mcpServers": {"g": {"httpUrl": "https://b.example/mcp"}}}"#)
        #expect(
            await servers() == [
                "claude-desktop:files": command, "cursor:files": command, "lm-studio:files": command,
                "vscode:web": .address("http://localhost:9/mcp"), "vscode:old": .command("npx", arguments: []),
                "zed:flat": .command("uvx", arguments: ["a"]), "zed:nested": .command("uvx", arguments: ["b"]),
                "windsurf:far": .address("https://a.example/mcp"), "gemini:g": .address("https://b.example/mcp"),
            ])
    }

    @Test func damagedFilesAreNotedAndOthersAreRead() async throws {
        try write(".cursor/mcp.json", "{\"mcpServers\": {")
        try write(".lmstudio/mcp.json", "[]")
        try write(".gemini/settings.json", "{\"mcpServers\": 7}")
        try write(
            ".claude.json",
            """
            {"mcpServers": {"good": {"command": "a"}, "bad": {"url": "ftp://x"},
            "asks": {"command": "b", "env": {"K": "${input:k}"}}, "5": 5}}
            """
        )
        let results = await results()
        #expect(await servers().keys.sorted() == ["claude-code:good"])
        let notes = results.compactMap { if case .note(let note) = $0 { note } else { nil } }
        #expect(notes.count == 3, "\(notes)")
        #expect(
            notes.contains {
                if case .unreadable("Cursor", let file, _) = $0 { file.hasSuffix("/.cursor/mcp.json") } else { false }
            })
        #expect(notes.contains(.filledIn(program: "Claude Code", server: "asks")))
        let texts = notes.map { $0.explained(to: .commandLine) }
        #expect(texts.allSatisfy { !$0.whatHappened.isEmpty && !$0.whatToDo.isEmpty && !$0.text.contains("%") })
    }

    @Test func aFolderInPlaceOfAFileIsNoted() async throws {
        try Folder.create(folder.path + "/.cursor/mcp.json")
        guard case .note(.unreadable("Cursor", _, let reason)) = await results().first else {
            Issue.record("it was not told")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func programsDoNotShareFilesOrIdentifiers() {
        let files = programs.flatMap { $0.files.map { "\($0.path) \($0.keys)" } }
        #expect(Set(files).count == files.count)
        #expect(Set(programs.map(\.id)).count == programs.count)
        #expect(files.allSatisfy { $0.hasPrefix(folder.path) })
    }
}
