// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis mcp: manages the user's tool servers.

public import ArgumentParser
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

/// The commands for Model Context Protocol servers.
public struct MCPCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "List, add, test or use tool servers (Model Context Protocol).",
        discussion: "Servers start only when a command needs them. JARVIS asks before a tool runs, unless you've "
            + "always allowed it.",
        subcommands: [
            List.self, Add.self, Remove.self, Enable.self, Disable.self, Test.self, Tools.self, Call.self, Revoke.self,
            Logs.self,
        ], defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the servers and what each may do without asking.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ToolCommandContext(global)
            let list = try context.run { try await $0.store.list() }
            if output.json { return try Console.json(.array(list.servers.map(Self.json))) }
            for server in list.servers {
                let state = server.isEnabled ? "enabled" : "disabled"
                let allowed = (server.consent.allowsReading ? ["reading"] : []) + server.consent.tools
                let columns = [
                    server.name, state, server.place,
                    allowed.isEmpty ? "asks each time" : "allowed: " + allowed.joined(separator: ", "),
                ]
                try Console.say(columns.map(PlainText.cell).joined(separator: "\t"))
            }
        }

        private static func json(_ server: ToolServer) -> JSONValue {
            func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }
            var object: JSONObject = ["name": .text(server.name), "enabled": .flag(server.isEnabled)]
            switch server.way {
            case .command(let program, let arguments):
                object["command"] = .text(program)
                object["args"] = list(arguments)
            case .address(let address): object["url"] = .text(address)
            }
            object["env"] = list(server.environment)
            object["headers"] = list(server.headers)
            object["remote"] = .flag(server.remoteHost != nil)
            object["allowsReading"] = .flag(server.consent.allowsReading)
            object["allowedTools"] = list(server.consent.tools)
            return .object(object)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a server, its stored values and its log.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ToolCommandContext(global)
            let server = try context.server(named: name)
            try context.run { servers in
                // Remove the values first: without the server in the list, they could not be found again.
                do {
                    try await servers.secrets.keep(ToolServerValues(), of: server.name)
                } catch let failure as SecretFailure {
                    // Without a keyring, only a server without values can be removed.
                    guard server.environment.isEmpty, server.headers.isEmpty else {
                        throw ToolServerFailure(server: server.name, kind: .secrets(reason: failure.reason))
                    }
                }
                try await servers.store.update { _ = $0.remove(server.name) }
                await servers.logs.forget(server.name)
                await servers.memory.forget(server.name)
            }
            if let origin = server.origin, let key = try? context.secrets.secret(for: origin), !key.isEmpty {
                Console.note(
                    "jarvis: The key for \(origin) is still stored; remove it with \"jarvis config secret "
                        + "clear \(origin)\"."
                )
            }
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Enable a server.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws { try MCPCommand.change(name, global) { $0.isEnabled = true } }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Disable a server without removing it; \"test\" and \"tools\" still work with its name.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws { try MCPCommand.change(name, global) { $0.isEnabled = false } }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask again before a server's tools run, or before one of them does.")
        @Argument(help: "A server's name, as listed.") var name: String
        @Argument(help: "A tool, or \"reading\" for all that only read; by default, everything.") var tool: String?
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let isTaken = try MCPCommand.change(name, global) { [tool] server in
                switch tool {
                case nil: server.consent.revoke(.all)
                case let tool? where server.consent.tools.contains(tool): server.consent.revoke(.tool(tool))
                // Accepted even if nothing is stored: only a running program knows the permissions that last until it
                // ends.
                case "reading"?: server.consent.revoke(.reading)
                case _?: break
                }
            }
            guard isTaken else {
                throw CommandFailure(
                    "Nothing changed: \"\(tool ?? "")\" from \"\(name)\" wasn't always allowed.")
            }
        }
    }

    struct Logs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the ends of a server's latest logs.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ToolCommandContext(global)
            let server = try context.server(named: name)
            for line in try context.run({ await $0.logs.lines(of: server.name) }) {
                try Console.say(PlainText.printable(line))
            }
        }
    }

    /// Changes a server on disk.
    /// - Returns: False if nothing has changed.
    @discardableResult
    static func change(
        _ name: String, _ global: GlobalOptions, _ change: @escaping @Sendable (inout ToolServer) -> Void
    ) throws -> Bool {
        let context = try ToolCommandContext(global)
        let server = try context.server(named: name)
        return try context.run { servers in
            try await servers.store.update { list in
                guard let before = list[server.name] else { return false }
                var found = before
                change(&found)
                list.put(found)
                return found != before
            }
        }
    }
}
