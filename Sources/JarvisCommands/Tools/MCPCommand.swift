// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis mcp: manages the user's tool servers.

public import ArgumentParser
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

/// The commands for Model Context Protocol servers.
public struct MCPCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "List, add, try or use servers with tools (Model Context Protocol).",
        discussion: """
            Nothing is started or contacted before a command asks for it. Before a tool runs, you are asked, unless you
            have allowed it for good.
            """,
        subcommands: [
            List.self, Add.self, Remove.self, Enable.self, Disable.self, Test.self, Tools.self, Call.self, Revoke.self,
            Logs.self,
        ], defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the servers, and what each may do without being asked about.")
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
            abstract: "Remove a server, its values in the keyring, and its log.")
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
                    "jarvis: The key for \(origin) is kept, for others that may be asked there; "
                        + "\"jarvis config secret clear \(origin)\" removes it.")
            }
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a server be used.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws { try MCPCommand.change(name, global) { $0.isEnabled = true } }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep a server, but let nothing be called; \"test\" and \"tools\" still reach it by its name.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws { try MCPCommand.change(name, global) { $0.isEnabled = false } }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask again before the tools of a server run, or before one of them does.")
        @Argument(help: "A server's name, as listed.") var name: String
        @Argument(help: "A tool, or \"reading\" for all that only read; by default everything.") var tool: String?
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
                    "Nothing was taken back: \"\(tool ?? "")\" of \"\(name)\" had not been allowed for good.")
            }
        }
    }

    struct Logs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the ends of a server's logs, from the last times that it ran.")
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
