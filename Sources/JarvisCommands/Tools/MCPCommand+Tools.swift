// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis mcp test and jarvis mcp tools: check whether servers work, and list what they offer.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisToolServers

extension MCPCommand {
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Start or contact servers to test them.")
        @Argument(help: "A server's name; by default, all enabled ones.") var name: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        private struct Trial: Sendable {
            var greeting: ServerGreeting
            var tools: Int
            var start: Duration
            var answer: Duration
        }

        func run() throws {
            let context = try ToolCommandContext(global)
            let chosen = try context.servers(named: name)
            let answers = try context.run { servers in
                try await Answered.all(chosen) { server in
                    let session = servers.session(of: server)
                    let clock = ContinuousClock()
                    let begin = clock.now
                    let greeting = try await session.greet()
                    let greeted = clock.now
                    let tools = try await session.tools()
                    return Trial(
                        greeting: greeting, tools: tools.count, start: greeted - begin, answer: clock.now - greeted)
                }
            }
            if output.json { try Console.json(.array(answers.map(Self.json))) }
            for answer in answers {
                switch answer.result {
                case .success(let trial) where !output.json: try Console.say(Self.line(answer.server, trial))
                case .success: break
                case .failure(let error): MCPCommand.tell(error, of: answer.server)
                }
            }
            if answers.contains(where: { (try? $0.result.get()) == nil }) { throw ExitCode.failure }
        }

        private static func line(_ server: ToolServer, _ trial: Trial) -> String {
            let (greeting, count) = (trial.greeting, trial.tools)
            let who = [greeting.name, greeting.version].filter { !$0.isEmpty }.joined(separator: " ")
            return PlainText.printable(
                "\(server.name)\(who.isEmpty ? "" : " (\(who))") speaks \(greeting.era.version) and has \(count) "
                    + "\(count == 1 ? "tool" : "tools"); ready after \(trial.start.wholeMilliseconds) ms, answers in "
                    + "\(trial.answer.wholeMilliseconds) ms")
        }

        private static func json(_ answer: Answered<Trial>) -> JSONValue {
            var object: JSONObject = ["name": .text(answer.server.name)]
            switch answer.result {
            case .success(let trial):
                object["server"] = .text(trial.greeting.name)
                object["serverVersion"] = .text(trial.greeting.version)
                object["protocol"] = .text(trial.greeting.era.version)
                object["tools"] = .integer(Int64(trial.tools))
                object["startMilliseconds"] = .integer(trial.start.wholeMilliseconds)
                object["answerMilliseconds"] = .integer(trial.answer.wholeMilliseconds)
            case .failure(let error): object["failure"] = .text(commandAdvice(for: error) ?? "\(error)")
            }
            return .object(object)
        }
    }

    struct Tools: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tools of a server, or of all enabled ones.")
        @Argument(help: "A server's name; by default, all enabled ones.") var name: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ToolCommandContext(global)
            let chosen = try context.servers(named: name)
            let answers = try context.run { servers in
                try await Answered.all(chosen) { try await servers.session(of: $0).tools() }
            }
            let found = answers.flatMap { answer in
                ((try? answer.result.get()) ?? []).map { (server: answer.server, tool: $0) }
            }
            if output.json {
                try Console.json(.array(found.map { Self.json($0.server, $0.tool) }))
            } else {
                for (server, tool) in found {
                    let summary = tool.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? tool.title
                    let columns = [server.name, tool.name, MCPCommand.words(for: tool.effect), summary]
                    try Console.say(columns.map(PlainText.cell).joined(separator: "\t"))
                }
            }
            for case .failure(let error) in answers.map(\.result) { MCPCommand.tell(error) }
            if answers.contains(where: { (try? $0.result.get()) == nil }) { throw ExitCode.failure }
        }

        private static func json(_ server: ToolServer, _ tool: ToolDescription) -> JSONValue {
            .object([
                "server": .text(server.name), "name": .text(tool.name), "title": .text(tool.title),
                "description": .text(tool.text), "effect": .text(tool.effect.rawValue),
                "idempotent": .flag(tool.isIdempotent), "allowed": .flag(server.consent.allows(tool)),
                "inputSchema": .object(tool.schema),
            ])
        }
    }

    static func words(for effect: ToolDescription.Effect) -> String {
        switch effect {
        case .reads: "reads only"
        case .writes: "makes changes"
        case .destroys: "may delete or overwrite"
        }
    }

    static func tell(_ error: any Error, of server: ToolServer? = nil) {
        let advice = commandAdvice(for: error) ?? "\(server.map { $0.name + ": " } ?? "")\(error)"
        Console.note("jarvis: \(PlainText.printable(advice))")
    }
}
