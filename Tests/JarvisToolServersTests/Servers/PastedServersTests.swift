// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations as people paste them.

import JarvisPlatform
import Testing

@testable import JarvisToolServers

struct PastedServersTests {
    private func read(_ text: String) throws -> PastedConfiguration {
        try PastedConfiguration(reading: Array(text.utf8))
    }

    /// Each is one server "files" that is started by `npx -y pkg`.
    @Test(arguments: [
        #"{"mcpServers": {"files": {"command": "npx", "args": ["-y", "pkg"]}}}"#,
        #"{"servers": {"files": {"command": "npx", "args": ["-y", "pkg"]}}, "inputs": []}"#,
        #"{"context_servers": {"files": {"command": {"path": "npx", "args": ["-y", "pkg"], "env": {}}}}}"#,
        #"{"context_servers": {"files": {"source": "custom", "command": "npx", "args": ["-y", "pkg"]}}}"#,
        #"{"mcp": {"servers": {"files": {"command": "npx", "args": ["-y", "pkg"]}}}, "editor.fontSize": 12}"#,
        #"{"$schema": "x", "mcp": {"files": {"type": "local", "command": ["npx", "-y", "pkg"], "enabled": true}}}"#,
        #"{"amp.mcpServers": {"files": {"command": "npx", "args": ["-y", "pkg"]}}}"#,
        #"{"files": {"command": "npx -y pkg"}}"#,
        #""files": {"command": "npx", "args": ["-y", "pkg"]},"#,
        #"{"mcpServers": {"files": {"command": "npx", "args": ["-y", "pkg",],},},}"#,
        """
        // Add this to your settings
        {"mcpServers": {
          "files": { /* local */ "command": "npx", "args": ["-y", "pkg"] }
        }}
        """,
        "Put this there:\n\n```json\n{\"mcpServers\": {\"files\": {\"command\": \"npx\", "
            + "\"args\": [\"-y\", \"pkg\"]}}}\n```\nDone.",
        "{“mcpServers”: {“files”: {“command”: “npx”, “args”: [“-y”, “pkg”]}}}",
        "\u{FEFF}{\"mcpServers\":\u{A0}{\"files\": {\"command\": \"npx -y 'pkg'\"}}}",
    ])
    func aServerIsFoundInWhateverIsPasted(text: String) throws {
        let found = try read(text)
        #expect(found.servers.map(\.server.name) == ["files"] && found.refused.isEmpty)
        #expect(found.servers.first?.server.way == .command("npx", arguments: ["-y", "pkg"]))
    }

    @Test(arguments: [
        (#"{"command": "npx", "args": ["-y", "@scope/server-files@1.2"]}"#, "server-files"),
        (#"{"command": "/opt/notes/run"}"#, "run"), (#"{"url": "https://mcp.example.org/mcp"}"#, "example"),
        (#""command": "uvx", "args": ["mcp-server-time"]"#, "mcp-server-time"),
    ])
    func anEntryByItselfIsNamedAfterWhatItStarts(text: String, name: String) throws {
        #expect(try read(text).servers.map(\.server.name) == [name])
    }

    @Test(arguments: [
        #"{"mcpServers": {"web": {"transport": {"type": "http", "url": "https://a.example/mcp"}}}}"#,
        #"{"mcpServers": {"web": {"transport": "streamable-http", "url": "https://a.example/mcp"}}}"#,
        #"{"web": {"serverUrl": "https://a.example/mcp"}}"#,
    ])
    func anAddressIsFoundWhereverItIsKept(text: String) throws {
        #expect(try read(text).servers.map(\.server.way) == [.address("https://a.example/mcp")])
    }

    @Test func anUnusableEntryDoesNotTakeTheOthersAlong() throws {
        let found = try read(
            """
            {"mcpServers": {
              "old": {"type": "sse", "url": "http://a/sse"}, "good": {"command": "x"}, "bad": {"note": 1}
            }}
            """)
        #expect(found.servers.map(\.server.name) == ["good"])
        #expect(found.refused.map(\.server) == ["old", "bad"])
    }

    @Test func aFolderAndASwitchAreKept() throws {
        let text = #"{"mcpServers": {"a": {"command": "x", "cwd": "~/notes", "enabled": false}}}"#
        let server = try #require(try read(text).servers.first?.server)
        #expect(server.folder == "~/notes" && !server.isEnabled)
        var document = JSONObject()
        ToolServerDocument.write(ToolServerList(servers: [server]), into: &document)
        #expect(ToolServerDocument.list(of: document).servers == [server])
    }

    @Test(arguments: ["hello", "[]", "{\"a\": 1}", "{\"mcpServers\": {}}", "{\"mcpServers\": 3}", "```\n```"])
    func textsWithoutServersAreRefused(text: String) {
        #expect(throws: ToolServerFailure.self) { try read(text) }
    }

    @Test(arguments: [
        ("${KEY}", "secret", []), ("Bearer ${env:KEY}", "Bearer secret", []), ("${PORT:-8080}", "8080", []),
        ("${KEY:-other}", "secret", []), ("~/notes", "/users/me/notes", []), ("~", "/users/me", []),
        ("a~/b", "a~/b", []),
        ("${userHome}/x", "/users/me/x", []),
        ("${NONE}/${input:token}", "${NONE}/${input:token}", ["NONE", "input:token"]),
        ("$KEY and ${", "$KEY and ${", []), ("${EMPTY:-}", "", []),
    ])
    func placeholdersAreFilledIn(text: String, expected: String, missing: [String]) {
        let filled = Placeholders(text, home: "/users/me") { ["KEY": "secret"][$0] }
        #expect(filled.text == expected && filled.missing == missing)
    }
}
