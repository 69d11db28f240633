// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis ask: answers a typed question on standard output.

import ArgumentParser
import Glibc
import JarvisAgent
import JarvisCommands
import JarvisCore
import JarvisLanguageModels
import JarvisPlatform

struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask something and print the answer. Both are saved in the history.")
    @Argument(help: "The question.") var text: [String]
    @Option(name: .long, help: "The language model server for open questions.") var server: String?
    @Flag(name: .long, help: "Don't use a language model.") var noServer = false
    @Flag(name: .long, help: "Don't use a running JARVIS.") var noService = false
    @Flag(name: .long, help: "Print each sentence as it comes.") var stream = false
    @Flag(name: .long, help: "Print how the question is understood, without answering or saving it.")
    var explain = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard text.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { throw ValidationError("Ask something.") }
        guard server == nil || !noServer else { throw ValidationError("Use either --server or --no-server.") }
        guard !stream || !output.json else { throw ValidationError("Use either --stream or --json.") }
        guard !explain || !stream && !output.json && server == nil else {
            throw ValidationError("--explain goes with neither --stream nor --json nor --server.")
        }
    }

    func run() throws {
        let composition = try Composition(global)
        var question = text.joined(separator: " ")
        if explain { return try Console.say(composition.theSkills.explanation(of: question)) }
        let started = composition.wallClock.now()
        // Prefer the running instance: the question becomes part of its conversation, and only one program writes the
        // history.
        let usesService =
            !noService && !noServer && server == nil && global.events == nil && composition.hasService
        // The language files are read while the rest is made.
        if !usesService { composition.theSkills.warmUp() }
        let turns = AskedTurns(
            composition, agent: try agent(composition), isStreamed: stream, usesService: usesService)
        while true {
            let (summary, reply) = try turns.ask(question)
            try tell(reply, summary)
            guard summary.followUp == .dictation else { break }
            guard let answer = try answer(isLeftOpen: turns.isLeftOpen) else { break }
            question = answer
        }
        try turns.end()
        let reminders = composition.reminders
        let pending = try runBlocking { (try? await reminders.pending()) ?? [] }
        if pending.contains(where: { $0.createdAt >= started }) {
            RingerNote.tell(reminders: composition.remindersPath)
        }
        try composition.finishLog()
    }

    private func tell(_ reply: String, _ summary: ReplySummary) throws {
        guard output.json else { return try Console.say(stream ? "" : reply) }
        let members = summary.values.sorted { $0.key < $1.key }.map { name, value in
            JSONObject.Member(key: name, value: .text(value))
        }
        try Console.json(
            .object([
                "reply": .text(reply), "skill": summary.skill.map(JSONValue.text) ?? .null,
                "values": .object(JSONObject(members: members)),
            ]))
    }

    /// The answer to JARVIS's question, from the terminal; nil if there is no terminal, or no answer.
    /// - Parameter isLeftOpen: True if the next command can answer it.
    private func answer(isLeftOpen: Bool) throws -> String? {
        guard !output.json, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            Console.note(
                isLeftOpen
                    ? "jarvis: To answer, use \"jarvis ask\" again."
                    : "jarvis: To answer, ask again in a terminal or in the window.")
            return nil
        }
        try Console.text("> ")
        guard let line = readLine() else {
            try Console.say("")
            return nil
        }
        return line.trimmed.isEmpty ? nil : line
    }

    /// The agent for the question: the skills, followed by the requested language model.
    private func agent(_ composition: Composition) throws -> any Agent {
        if noServer { return composition.agent(asking: .none, for: .commandLine) }
        guard let server else { return composition.agent }
        let found = try ServersCommand.server(named: server, composition.languageModels.servers)
        return composition.agent(asking: .server(found), for: .commandLine)
    }
}
