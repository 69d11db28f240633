// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis ask: a typed question, answered on standard output.

import ArgumentParser
import JarvisConsole
import JarvisCore
import JarvisLanguageModels
import JarvisPlatform

struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask something and print the answer; both are kept in the history.")
    @Argument(help: "The question.") var text: [String]
    @Option(name: .long, help: "The server with a language model to ask what no skill can answer.") var server: String?
    @Flag(name: .long, help: "Ask no language model.") var noServer = false
    @Flag(name: .long, help: "Print each sentence as it comes.") var stream = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard text.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { throw ValidationError("Ask something.") }
        guard server == nil || !noServer else { throw ValidationError("Use either --server or --no-server.") }
        guard !stream || !output.json else { throw ValidationError("Use either --stream or --json.") }
    }

    func run() throws {
        let composition = try Composition(global)
        let agent = try agent(composition)
        let isStreamed = stream
        let history = composition.history
        let clock = composition.wallClock
        let question = text.joined(separator: " ")
        let started = clock.now()
        composition.log.record("question", ["text": .text(question), "source": .text(MessageSource.typed.rawValue)])
        let answer = try runOnMainLoop { () async throws -> Answer in
            let turn = TurnID(startingAt: clock.now())
            var answer = Answer()
            let budget = agent.contextBudget
            let latest = (try? await history.newest(turns: budget.turns)) ?? []
            await answer.keep(MessageDraft(turn: turn, kind: .user, text: question, source: .typed), in: history)
            let request = AgentRequest(turn: turn, text: question, source: .typed, context: budget.fitting(latest))
            for try await update in agent.respond(to: request) {
                switch update {
                case .clause(let clause):
                    if isStreamed { try Console.write(Array(((answer.clauses.isEmpty ? "" : " ") + clause).utf8)) }
                    answer.clauses.append(clause)
                case .finished(let summary): answer.summary = summary
                case .notMine, .notAddressed: throw AgentFailure.notAnswered
                case .consentNeeded(let consent):
                    // Standard input may be anything, and is not a way to agree.
                    Console.note("jarvis: Not done, since it takes your consent: \(consent.question)")
                    request.consents.answer(consent.id, .denied)
                case .tool(let call):
                    if call.status == .running { Console.note("jarvis: \(call.title) …") }
                case .progress: break
                }
            }
            let reply = answer.clauses.joined(separator: " ")
            if !reply.isEmpty {
                await answer.keep(
                    MessageDraft(
                        turn: turn, kind: .assistant, text: reply, source: .system, skill: answer.summary.skill),
                    in: history)
            }
            return answer
        }
        let reply = answer.clauses.joined(separator: " ")
        var fields: [String: LogValue] = ["text": .text(reply), "skill": .text(answer.summary.skill ?? "")]
        for (name, value) in answer.summary.values { fields["value.\(name)"] = .text(value) }
        composition.log.record("reply", fields)
        if output.json {
            let members = answer.summary.values.sorted { $0.key < $1.key }.map { name, value in
                JSONObject.Member(key: name, value: .text(value))
            }
            try Console.json(
                .object([
                    "reply": .text(reply), "skill": answer.summary.skill.map(JSONValue.text) ?? .null,
                    "values": .object(JSONObject(members: members)),
                ]))
        } else {
            try Console.say(isStreamed ? "" : reply)
        }
        if answer.summary.followUp == .dictation {
            Console.note("jarvis: This command ends here. To answer the question, ask in the window.")
        }
        let reminders = composition.reminders
        let pending = try runBlocking { (try? await reminders.pending()) ?? [] }
        if pending.contains(where: { $0.createdAt >= started }) { composition.tellWhetherItRings() }
        try composition.finishLog()
    }

    /// The skills, with the language model that was asked for behind them.
    private func agent(_ composition: Composition) throws -> any Agent {
        if noServer { return composition.agent(asking: .none, for: .commandLine) }
        guard let server else { return composition.agent }
        let found = try ServersCommand.server(named: server, composition.languageModels.servers)
        return composition.agent(asking: .server(found), for: .commandLine)
    }

    private struct Answer: Sendable {
        var clauses: [String] = []
        var summary = ReplySummary(skill: nil)
        private var advice = ""

        /// Keeps a message; a history that cannot be written is reported once, and the answer is still given.
        mutating func keep(_ draft: MessageDraft, in history: any ConversationStore) async {
            do {
                _ = try await history.append(draft)
            } catch {
                let advice = commandAdvice(for: error) ?? "\(error)"
                if advice != self.advice { Console.note("jarvis: \(advice)") }
                self.advice = advice
            }
        }
    }
}
