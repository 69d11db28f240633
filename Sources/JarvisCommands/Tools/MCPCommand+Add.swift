// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis mcp add: adds a server, given by its command, its address, or another program's configuration.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

extension MCPCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a server, or change the one with this name.",
            usage: """
                jarvis mcp add NAME [--env NAME[=VALUE]]… -- COMMAND [ARGUMENT]…
                jarvis mcp add NAME --url URL [--key] [--header NAME]…
                jarvis mcp add --paste
                """,
            discussion: "Values of variables and headers are stored in your keyring. Don't pass secrets as "
                + "arguments, which other users can see: use --env NAME and set the variable for this command "
                + "only. Keys and header values are read from the standard input, one per line. Programs start "
                + "in your home folder, so use full paths in arguments.")
        @Argument(help: "A name such as \"files\": letters, digits, \"-\" and \"_\".") var name: String?
        @Argument(parsing: .postTerminator, help: "The server's program and arguments.")
        var command: [String] = []
        @Option(name: .long, help: "The server's address, such as http://localhost:8000/mcp.") var url: String?
        @Option(
            name: .long,
            help: ArgumentHelp(
                "A variable for the program; without a value, its current one.", valueName: "NAME[=VALUE]"))
        var env: [String] = []
        @Option(
            name: .long,
            help: ArgumentHelp("A header; its value is read from the standard input.", valueName: "NAME"))
        var header: [String] = []
        @Flag(name: .long, help: "Read the server's key from the standard input.") var key = false
        @Flag(name: .long, help: "Read {\"mcpServers\": {…}} from the standard input and add all its servers.")
        var paste = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            let ways = [url != nil, !command.isEmpty, paste].filter(\.self).count
            guard ways == 1 else {
                throw ValidationError("Give one of: \"-- COMMAND\", --url URL, or --paste.")
            }
            guard (name == nil) == paste else {
                throw ValidationError(paste ? "--paste takes the names from its input." : "Give the server a name.")
            }
            if let name, !ToolServer.isName(name) {
                throw ValidationError(
                    "Use letters, digits, \"-\" and \"_\" for the name, at most "
                        + "\(ToolServer.longestName), and don't start with \"-\"."
                )
            }
            guard url != nil || (header.isEmpty && !key) else {
                throw ValidationError("Use --header and --key only with --url.")
            }
            if let wrong = header.first(where: { !ToolServer.isHeader($0) }) {
                throw ValidationError("\"\(wrong)\" isn't a header name.")
            }
            guard !command.isEmpty || env.isEmpty else { throw ValidationError("Use --env only with a program.") }
        }

        func run() throws {
            let context = try ToolCommandContext(global)
            let added = (paste ? try Self.pasted() : [try one(context)]).map(Self.placed)
            let replaces = try context.run { servers in
                let known = (try? await servers.store.list()) ?? ToolServerList()
                for pasted in added {
                    // The stored values belong to the former server of this name, not to its replacement.
                    let hadValues = known[pasted.server.name].map { !$0.environment.isEmpty || !$0.headers.isEmpty }
                    guard !pasted.values.isEmpty || hadValues == true else { continue }
                    try await Self.keep(pasted, in: servers.secrets)
                }
                return try await servers.store.update { list in
                    added.map { pasted in
                        defer { list.put(pasted.server) }
                        return list[pasted.server.name] != nil
                    }
                }
            }
            for (pasted, isOld) in zip(added, replaces) { Self.tell(pasted.server, isOld) }
        }

        /// Makes a relative program path absolute, since the server may later be started from another folder.
        private static func placed(_ pasted: PastedServer) -> PastedServer {
            guard case .command(let program, let arguments) = pasted.server.way, program.contains("/"),
                !program.hasPrefix("/"), !program.hasPrefix("~/"), let here = getcwd(nil, 0)
            else { return pasted }
            defer { free(here) }
            let folder = String(cString: here)
            var pasted = pasted
            let path = program.hasPrefix("./") ? String(program.dropFirst(2)) : program
            pasted.server.way = .command(folder + (folder == "/" ? "" : "/") + path, arguments: arguments)
            return pasted
        }

        private func one(_ context: ToolCommandContext) throws -> PastedServer {
            var server = ToolServer(name: name ?? "", way: .address(""))
            var values = ToolServerValues()
            if let url {
                let address: ServerAddress
                do {
                    address = try ServerAddress(url, schemes: [.http, .https])
                } catch {
                    throw ValidationError(error.commandAdvice)
                }
                server.way = .address(url.trimmed)
                if key {
                    try context.secrets.keep(try Self.line("the key"), for: address.origin)
                    Console.note(
                        "jarvis: The key is stored for \(address.origin) and sent with every request there.")
                }
                for name in header { values.headers[name] = try Self.line("the value of \(name)") }
                server.headers = header
            } else {
                server.way = .command(command[0], arguments: Array(command.dropFirst()))
                for entry in env {
                    let name = String(entry.prefix { $0 != "=" })
                    guard
                        let value = entry.contains("=")
                            ? String(entry.dropFirst(name.count + 1)) : Environment.value(name)
                    else { throw ValidationError("The variable \(name) isn't set.") }
                    values.environment[name] = value
                }
                server.environment = values.environment.keys.sorted()
            }
            return PastedServer(server: server, values: values)
        }

        private static func line(_ what: String) throws -> String {
            guard let line = readLine()?.trimmed, !line.isEmpty else {
                throw ValidationError("Give \(what) on the standard input.")
            }
            return line
        }

        private static func pasted() throws -> [PastedServer] {
            var text = ""
            while let line = readLine(strippingNewline: false), text.utf8.count < 1 << 20 { text += line }
            let configuration = try PastedConfiguration(reading: Array(text.utf8))
            for refusal in configuration.refused { Console.note("jarvis: \(refusal.advice)") }
            return configuration.servers
        }

        private static func keep(_ pasted: PastedServer, in secrets: ToolServerSecrets) async throws {
            do {
                try await secrets.keep(pasted.values, of: pasted.server.name)
            } catch let failure as SecretFailure {
                throw ToolServerFailure(server: pasted.server.name, kind: .secrets(reason: failure.reason))
            }
        }

        private static func tell(_ server: ToolServer, _ isOld: Bool) {
            let state = (isOld ? "was changed" : "was added") + (server.isEnabled ? "" : ", disabled")
            Console.note("jarvis: \(server.name) \(state); \"jarvis mcp test \(server.name)\" tests it.")
            if let host = server.remoteHost {
                Console.note("jarvis: What you give its tools is sent to \(host).")
            }
        }
    }
}
