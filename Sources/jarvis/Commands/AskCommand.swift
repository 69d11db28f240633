// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis ask: answers a typed question on standard output.

import ArgumentParser
import JarvisAgent
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisLanguageModels
import JarvisPlatform
import JarvisService
import JarvisStore
import JarvisToolServers

struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask something and print the answer; both are kept in the history.")
    @Argument(help: "The question.") var text: [String]
    @Option(name: .long, help: "The server with a language model to ask what no skill can answer.") var server: String?
    @Flag(name: .long, help: "Ask no language model.") var noServer = false
    @Flag(name: .long, help: "Do not ask a JARVIS that is running.") var noService = false
    @Flag(name: .long, help: "Print each sentence as it comes.") var stream = false
    @Flag(name: .long, help: "Print how the question is understood instead of answering it; nothing is done or kept.")
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
        if explain { return try Console.say(composition.theSkills.explanation(of: text.joined(separator: " "))) }
        let agent = try agent(composition)
        let servers = composition.toolServers
        let (clock, kept) = (composition.wallClock, composition.keptHistory)
        let (skills, undoFile) = (composition.theSkills, UndoFile(path: composition.undoPath))
        let keepsRequest = !composition.settings.current.history.isLocked
        let question = text.joined(separator: " ")
        let started = clock.now()
        composition.log.record("question", ["text": .text(question), "source": .text(MessageSource.typed.rawValue)])
        let typed = TypedTurn(
            agent: agent, history: composition.shownHistory, clock: clock, explain: Composition.explanation)
        // Prefer the running instance: the question becomes part of its conversation, and only one program writes the
        // history.
        let usesService = !noService && !noServer && server == nil && global.events == nil && composition.hasService
        let printer = AnswerPrinter(isStreamed: stream)
        let summary = try runOnMainLoop { @MainActor () async throws -> ReplySummary in
            if usesService, let running = try await ServiceClient.running(),
                let updates = try await running.askUnlessRefused(question)
            {
                return try await printer.follow(updates)
            }
            let undo = await UndoAcrossCommands(skills, undoFile, keepsRequest: keepsRequest)
            let summary = try await typed.run(question) { try printer.take($0) }
            await undo.keep(question)
            for notice in await kept.damageMet().notices { Console.note("jarvis: \(notice.commandAdvice)") }
            await servers.close()
            return summary
        }
        let reply = printer.clauses.joined(separator: " ")
        var fields: [String: LogValue] = ["text": .text(reply), "skill": .text(summary.skill ?? "")]
        for (name, value) in summary.values { fields["value.\(name)"] = .text(value) }
        composition.log.record("reply", fields)
        if output.json {
            let members = summary.values.sorted { $0.key < $1.key }.map { name, value in
                JSONObject.Member(key: name, value: .text(value))
            }
            try Console.json(
                .object([
                    "reply": .text(reply), "skill": summary.skill.map(JSONValue.text) ?? .null,
                    "values": .object(JSONObject(members: members)),
                ]))
        } else {
            try Console.say(stream ? "" : reply)
        }
        if summary.followUp == .dictation {
            Console.note("jarvis: This command ends here. To answer the question, ask in the window.")
        }
        let reminders = composition.reminders
        let pending = try runBlocking { (try? await reminders.pending()) ?? [] }
        if pending.contains(where: { $0.createdAt >= started }) {
            RingerNote.tell(reminders: composition.remindersPath)
        }
        try composition.finishLog()
    }

    /// The agent for the question: the skills, followed by the requested language model.
    private func agent(_ composition: Composition) throws -> any Agent {
        if noServer { return composition.agent(asking: .none, for: .commandLine) }
        guard let server else { return composition.agent }
        let found = try ServersCommand.server(named: server, composition.languageModels.servers)
        return composition.agent(asking: .server(found), for: .commandLine)
    }
}
