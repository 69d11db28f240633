// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis mcp call: calls a tool once, with the user's approval.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisToolServers

extension MCPCommand {
    struct Call: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Call a tool.",
            discussion: "Asks first, unless you've always allowed the tool. Without a terminal, agree with --yes. "
                + "The exit status is also 1 if the tool reports a failure.")
        @Argument(help: "A server's name, as listed.") var server: String
        @Argument(help: "A tool's name.") var tool: String
        @Argument(help: "Its arguments, as a JSON object.") var arguments = "{}"
        @Flag(name: .long, help: "Don't ask before the call.") var yes = false
        @Option(name: .long, help: "Time limit for the call in seconds, after the server has started.") var limit = 60
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try NumberOption.check("--limit", Double(limit), 1...3600)
        }

        func run() throws {
            let arguments = try Self.object(arguments)
            var limits = ToolServerLimits()
            limits.call = .seconds(limit)
            let context = try ToolCommandContext(global, limits: limits)
            let server = try context.server(named: server)
            guard server.isEnabled else { throw ToolServerFailure(server: server.name, kind: .disabled) }
            let (toolName, agrees) = (tool, yes)
            let keep = context.keep
            let outcome = try context.run { [log = context.log] servers in
                let session = servers.session(of: server)
                let tool = try await session.tool(named: toolName)
                let call = CallConsent(server: server, tool: tool, arguments: arguments)
                var action = call.action
                action.ground = try await TerminalConsent(call: call).ground(isGiven: agrees, in: servers.consents)
                guard try await session.tool(named: toolName) == tool else {
                    throw ToolServerFailure(server: server.name, kind: .toolChanged(toolName))
                }
                let begin = ContinuousClock.now
                let result: Result<ToolOutcome, any Error>
                do {
                    result = .success(try await session.call(tool, arguments))
                } catch {
                    result = .failure(error)
                }
                action.milliseconds = (ContinuousClock.now - begin).wholeMilliseconds
                switch result {
                case .success(let outcome):
                    action.resultBytes = outcome.wholeBytes
                    if outcome.isError { action.failure = "The tool reported a failure." }
                    log.record("tool-call", action.logFields())
                case .failure(let error):
                    action.failure = commandAdvice(for: error) ?? "Cancelled."
                    log.record("tool-call", action.logFields(error: error))
                }
                await keep(action)
                return try result.get()
            }
            try show(outcome)
        }

        private func show(_ outcome: ToolOutcome) throws {
            if output.json {
                try Console.json(
                    .object([
                        "text": .text(outcome.text), "failed": .flag(outcome.isError), "cut": .flag(outcome.isCut),
                        "bytes": .integer(Int64(outcome.wholeBytes)),
                    ]))
            } else {
                try Console.say(PlainText.printable(outcome.text))
                if outcome.isCut {
                    Console.note(
                        "jarvis: The result was shortened to \(outcome.text.utf8.count) of \(outcome.wholeBytes) bytes."
                    )
                }
            }
            if outcome.isError {
                Console.note("jarvis: The tool reported a failure.")
                throw ExitCode.failure
            }
        }

        private static func object(_ text: String) throws -> JSONObject {
            let value: JSONValue
            do {
                value = try JSONValue(parsing: Array(text.utf8))
            } catch {
                throw ValidationError("The arguments aren't JSON: \(error.reason) at byte \(error.offset).")
            }
            if let object = value.asObject { return object }
            throw ValidationError("The arguments must be a JSON object, such as '{\"path\": \"/tmp\"}'.")
        }
    }
}
