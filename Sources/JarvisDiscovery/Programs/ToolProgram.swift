// SPDX-License-Identifier: GPL-3.0-or-later
// Lists other programs that use tool servers, and where they store them. Pure.

/// A program, and the files in which it may store tool servers.
public struct ToolProgram: Hashable, Sendable {
    /// A file in which a program may store its tool servers.
    public struct File: Hashable, Sendable {
        public var path: String
        /// The keys that lead to the servers in the document.
        public var keys: [String]

        public init(_ path: String, _ keys: String...) {
            self.path = path
            self.keys = keys
        }
    }

    /// The prefix of its servers in lists of results: "cursor".
    public var id: String
    public var name: String
    public var files: [File]

    public init(_ id: String, _ name: String, _ files: File...) {
        self.id = id
        self.name = name
        self.files = files
    }

    /// The known programs and the places of their files.
    /// - Parameters:
    ///   - configuration: `$XDG_CONFIG_HOME`.
    ///   - data: `$XDG_DATA_HOME`.
    public static func all(home: String, configuration: String, data: String) -> [ToolProgram] {
        let usual = "mcpServers"
        let (code, insiders) = (configuration + "/Code/User", configuration + "/Code - Insiders/User")
        let flatpak = home + "/.var/app"
        return [
            ToolProgram(
                "claude-desktop", "Claude Desktop", File(configuration + "/Claude/claude_desktop_config.json", usual)),
            ToolProgram("claude-code", "Claude Code", File(home + "/.claude.json", usual)),
            ToolProgram("cursor", "Cursor", File(home + "/.cursor/mcp.json", usual)),
            ToolProgram(
                "vscode", "Visual Studio Code", File(code + "/mcp.json", "servers"),
                File(code + "/settings.json", "mcp", "servers"),
                File(flatpak + "/com.visualstudio.code/config/Code/User/mcp.json", "servers")),
            ToolProgram(
                "vscode-insiders", "Visual Studio Code Insiders", File(insiders + "/mcp.json", "servers"),
                File(insiders + "/settings.json", "mcp", "servers")),
            ToolProgram("vscodium", "VSCodium", File(configuration + "/VSCodium/User/mcp.json", "servers")),
            ToolProgram(
                "cline", "Cline",
                File(code + "/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", usual)),
            ToolProgram(
                "roo-code", "Roo Code",
                File(code + "/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", usual)),
            ToolProgram(
                "windsurf", "Windsurf", File(home + "/.codeium/windsurf/mcp_config.json", usual),
                File(home + "/.codeium/mcp_config.json", usual)),
            ToolProgram(
                "zed", "Zed", File(configuration + "/zed/settings.json", "context_servers"),
                File(flatpak + "/dev.zed.Zed/config/zed/settings.json", "context_servers")),
            ToolProgram("lm-studio", "LM Studio", File(home + "/.lmstudio/mcp.json", usual)),
            ToolProgram("jan", "Jan", File(data + "/Jan/data/mcp_config.json", usual)),
            ToolProgram("gemini", "Gemini CLI", File(home + "/.gemini/settings.json", usual)),
            ToolProgram("copilot", "Copilot CLI", File(home + "/.copilot/mcp-config.json", usual)),
            ToolProgram("amazon-q", "Amazon Q", File(home + "/.aws/amazonq/mcp.json", usual)),
            ToolProgram("mcp", "mcp.json", File(configuration + "/mcp/mcp.json", usual)),
        ]
    }
}
