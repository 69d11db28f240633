// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis servers: manages the user's language-model servers.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform

struct ServersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers", abstract: "List, add, test, choose or remove language model servers.",
        discussion: "Questions the skills can't answer go to the server in use, if there is one.",
        subcommands: [List.self, Add.self, Test.self, Use.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the servers.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let servers = try Composition(global).languageModels.servers
            let list = try runBlocking { try await servers.list() }
            if output.json {
                return try Console.json(
                    .array(
                        list.servers.map { server in
                            .object([
                                "name": .text(server.name), "kind": .text(server.kind.rawValue),
                                "url": .text(server.address), "model": .text(server.model),
                                "used": .flag(server == list.active), "remote": .flag(server.remoteHost != nil),
                            ])
                        }))
            }
            for server in list.servers {
                let state = server == list.active ? "in use" : "not in use"
                let columns = [server.name, server.kind.rawValue, server.address, server.model, state]
                try Console.say(columns.joined(separator: "\t"))
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a server, or change the one with this name.",
            discussion: "The first server is used at once; \"jarvis servers use\" chooses another one. Changing a "
                + "server keeps whatever you don't give again. A key is read from the standard input and "
                + "stored in your keyring.")
        @Argument(help: "A name such as \"local\": letters, digits, \"-\" and \"_\".") var name: String
        @Option(
            name: .long,
            help: ArgumentHelp(
                "openai (also llama.cpp, LM Studio, vLLM, LocalAI, Jan and most services) or ollama.",
                valueName: "openai|ollama"),
            transform: { text in
                guard let kind = LanguageModelKind(rawValue: text) else {
                    let kinds = LanguageModelKind.allCases.map(\.rawValue).joined(separator: " or ")
                    throw ValidationError("The kind is \(kinds).")
                }
                return kind
            })
        var kind: LanguageModelKind
        @Option(name: .long, help: "Its address, such as http://localhost:11434; \"/v1\" may be left out.")
        var url: String
        @Option(name: .long, help: "The model's name; by default, the server's default.") var model: String?
        @Option(name: .long, help: "Instructions for every answer, in your own words.") var prompt: String?
        @Option(name: .long, help: "From 0 (always the likeliest word) to 2.") var temperature: Double?
        @Option(name: .long, help: "The longest answer, in tokens.") var maxTokens: Int?
        @Option(name: .long, help: "The model's context size in tokens.")
        var context: Int?
        @Option(name: .long, help: "How long Ollama keeps the unused model loaded, such as 5m, or -1 for ever.")
        var keepAlive: String?
        @Flag(name: .long, help: "Read a key from the standard input.") var key = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard LanguageModelServer.isName(name) else {
                throw ValidationError(
                    "Use letters, digits, \"-\" and \"_\" for the name, at most \(LanguageModelServer.longestName).")
            }
            try NumberOption.check("--temperature", temperature, LanguageModelServer.temperatures)
            try Self.check("--max-tokens", maxTokens, LanguageModelServer.answers)
            try Self.check("--context", context, LanguageModelServer.contexts)
        }

        func run() throws {
            let (name, kind, url) = (name, kind, url.trimmed)
            let address: ServerAddress
            do {
                address = try LanguageModelServer(name: name, kind: kind, address: url).serverAddress()
            } catch {
                throw ValidationError(error.commandAdvice)
            }
            let composition = try Composition(global)
            if key { try ServerKey.keepFromInput(for: address, in: composition) }
            let servers = composition.languageModels.servers
            let given = given
            let (server, isUsed) = try runBlocking {
                try await servers.update { list in
                    let server = list.put(name: name, kind: kind, address: url) { given.change(&$0) }
                    return (server, list.active == server)
                }
            }
            Console.note(
                isUsed
                    ? "jarvis: \(name) is in use."
                    : "jarvis: \(name) was added; \"jarvis servers use \(name)\" uses it.")
            if let host = server.remoteHost {
                Console.note("jarvis: Your questions and the conversation before them are sent to \(host).")
            }
        }

        private var given: GivenOptions {
            GivenOptions(
                model: model?.trimmed, prompt: prompt?.trimmed, temperature: temperature, maximumTokens: maxTokens,
                contextTokens: context, keepAlive: keepAlive)
        }

        private static func check(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
            let bounds = Double(range.lowerBound)...Double(range.upperBound)
            try NumberOption.check(option, value.map { Double($0) }, bounds)
        }
    }

    struct Use: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Choose the server to use.")
        @Argument(help: "A server's name, as listed.") var name: String?
        @Flag(name: .long, help: "Use none.") var none = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard (name == nil) == none else { throw ValidationError("Give a server's name, or --none.") }
        }

        func run() throws {
            let servers = try Composition(global).languageModels.servers
            let found = try name.map { try ServersCommand.server(named: $0, servers) }
            try runBlocking { try await servers.update { $0.activeName = found?.name } }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a server. \"jarvis config secret clear\" removes its key.")
        @Argument(help: "A server's name, as listed.") var name: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let servers = try Composition(global).languageModels.servers
            let found = try ServersCommand.server(named: name, servers)
            _ = try runBlocking { try await servers.update { $0.remove(named: found.name) } }
        }
    }

    /// The optional values given on the command line; nil leaves a value unchanged.
    private struct GivenOptions: Sendable {
        var model: String?
        var prompt: String?
        var temperature: Double?
        var maximumTokens: Int?
        var contextTokens: Int?
        var keepAlive: String?

        func change(_ server: inout LanguageModelServer) {
            if let model { server.model = model }
            if let prompt { server.prompt = prompt }
            if let temperature { server.options.temperature = temperature }
            if let maximumTokens { server.options.maximumTokens = maximumTokens }
            if let contextTokens { server.options.contextTokens = contextTokens }
            if let keepAlive { server.options.keepAlive = keepAlive }
        }
    }

    /// - Throws: `CommandFailure` if there is no server with this name.
    static func server(named name: String, _ servers: JSONLanguageModelServers) throws -> LanguageModelServer {
        let list = try runBlocking { try await servers.list() }
        guard let server = list.server(named: name) else {
            throw CommandFailure("There's no server \"\(name)\". \"jarvis servers list\" lists them.")
        }
        return server
    }
}
