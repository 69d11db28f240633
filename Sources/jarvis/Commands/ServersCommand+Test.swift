// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis servers test: checks whether a server answers, which models it has, and how soon the first word of an answer
// arrives.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisLanguageModels
import JarvisPlatform

extension ServersCommand {
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Test a server: list its models and get a short answer.")
        @Argument(help: "A server's name; by default, the one in use.") var name: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let models = try Composition(global).languageModels
            let named = try name.map { try ServersCommand.server(named: $0, models.servers) }
            let chosen = try named ?? runBlocking { try await models.servers.list().active }
            guard let server = chosen else {
                throw CommandFailure("No server is in use. \"jarvis servers use NAME\" chooses one.")
            }
            let result = try runBlocking { try await ServerTrial(of: models.model(of: server)) }
            if output.json {
                return try Console.json(
                    .object([
                        "name": .text(server.name), "models": .array(result.models.map(JSONValue.text)),
                        "milliseconds": .number(result.milliseconds.rounded()),
                        "firstTextMilliseconds": .number(result.firstTextMilliseconds.rounded()),
                        "answer": .text(result.answer),
                    ]))
            }
            let (list, first) = (Int(result.milliseconds.rounded()), Int(result.firstTextMilliseconds.rounded()))
            // An empty list isn't a fault, since some working servers have none.
            let known = result.models.isEmpty ? "lists no models" : "has: \(result.models.joined(separator: ", "))"
            try Console.say("\(server.name) answers in \(list) ms and \(known)")
            try Console.say("First text after \(first) ms: \(result.answer)")
        }
    }
}

/// The result of testing a server.
struct ServerTrial: Sendable {
    var models: [String]
    /// Milliseconds until the list of models arrived.
    var milliseconds: Double
    /// Milliseconds until the first text of an answer arrived.
    var firstTextMilliseconds = 0.0
    var answer = ""

    /// Tests the server behind a model.
    /// - Throws: `LanguageModelFailure`.
    init(of model: any LanguageModel) async throws {
        let start = ContinuousClock.now
        models = try await model.models()
        milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        let asked = ContinuousClock.now
        let question = ChatRequest(messages: [ChatMessage(.user, "Say hello in one short sentence.")])
        for try await update in model.answer(question) {
            guard case .text(let text) = update else { continue }
            if answer.isEmpty { firstTextMilliseconds = (ContinuousClock.now - asked) / .milliseconds(1) }
            answer += text
        }
        answer = answer.trimmed
    }
}
