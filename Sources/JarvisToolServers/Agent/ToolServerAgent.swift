// SPDX-License-Identifier: GPL-3.0-or-later
// The agent for requests that name tools of servers, without a language model.

package import JarvisAgent
public import JarvisCore
import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Answers requests that name a tool or its server. Requests that match none exactly go to the next agent.
public final class ToolServerAgent: Agent {
    /// Marks replies with tool results in the history.
    public static let skill = "tool-server"

    /// A tool whose arguments are still missing.
    private struct Pending {
        var entry: ToolEntry
        var values: JSONObject
        var missing: [ToolParameter]
        var partner: DialoguePartner
        /// The question has been repeated.
        var isAskedAgain = false
    }

    private let tools: ServerTools
    private let skills: SkillAgent
    private let hasModel: @Sendable () async -> Bool
    private let pending = Mutex<Pending?>(nil)
    private var catalogue: ToolCatalogue { tools.catalogue }
    private var reader: FailureReader { tools.runner.reader }

    /// - Parameters:
    ///   - skills: The built-in skills, which take precedence when certain.
    ///   - hasModel: True if a model can handle requests that this agent does not understand.
    package init(_ tools: ServerTools, after skills: SkillAgent, hasModel: @escaping @Sendable () async -> Bool) {
        self.tools = tools
        self.skills = skills
        self.hasModel = hasModel
    }

    /// Empty, because the commands depend on the servers.
    public var commands: [CommandHelp] { [] }

    public func dropQuestion() { pending.withLock { $0 = nil } }

    public func awaitsAnswer(of partner: DialoguePartner) -> Bool { pending.withLock { $0?.partner == partner } }

    /// True for the answer to this agent's question, for a request addressed to one of its servers, and for one that
    /// names a tool unless a skill is certain.
    public func isMeant(by request: AgentRequest) async -> Bool {
        if request.isFollowUp, awaitsAnswer(of: request.partner) { return true }
        guard !request.isFollowUp else { return false }
        dropQuestion()
        let utterance = Utterance(request.text)
        if ServerAddressing.isPossible(utterance),
            ServerAddressing(utterance, among: await catalogue.enabled()) != nil
        {
            return true
        }
        // Waits for servers only if the request begins like a call and is certainly meant for JARVIS.
        let isCall = NamedTool.isCall(utterance) && request.talkFilter == .off
        guard !named(utterance, among: isCall ? await tools.entries(for: request) : catalogue.known).isEmpty else {
            return false
        }
        let reading = skills.reading(of: request.text)
        return reading.skill == nil || !reading.isCertain
    }

    private func named(_ utterance: Utterance, among entries: [ToolEntry]) -> [NamedTool] {
        NamedTool.find(utterance, utterance.words.indices, among: entries, isAddressed: false).filter {
            !ToolArguments(utterance, $0.arguments, for: $0.entry.parameters).hasUnusedWords
        }
    }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [self] in try await answer(request, $0) }
    }

    private func answer(_ request: AgentRequest, _ report: @escaping @Sendable (AgentUpdate) -> Void) async throws {
        let servers = await catalogue.enabled()
        guard !servers.isEmpty, !request.isDoubtful else {
            // Clear the question, or it would take the answer to another one.
            guard let asked = takeQuestion(for: request), !servers.isEmpty else { return report(.notMine) }
            return askAgain(asked, report)
        }
        // Start nothing for a request that may still continue.
        try await request.settlement.wait()
        if let asked = takeQuestion(for: request) { return try await take(asked, request, report) }
        let utterance = Utterance(request.text)
        if let addressing = ServerAddressing(utterance, among: servers) {
            return try await answer(addressing, utterance, request, report)
        }
        // A model waits for the tools it is offered, so don't wait here.
        let isLeft = !NamedTool.isCall(utterance) ? await hasModel() : false
        let entries = isLeft ? await catalogue.entries(waiting: .zero) : await tools.entries(for: request)
        let found = named(utterance, among: entries)
        try Task.checkCancellation()
        guard let first = found.first else { return report(.notMine) }
        let arguments = ToolArguments(utterance, first.arguments, for: first.entry.parameters)
        guard found.count == 1 else {
            let names = found.map(\.entry.server.name)
            return say(
                "\(Self.list(names)) have that tool. Say \"ask \(names[0]) to\", then your request.", report)
        }
        try await use(first.entry, arguments, request, report)
    }

    /// The pending question, if this request answers it; clears it.
    private func takeQuestion(for request: AgentRequest) -> Pending? {
        pending.withLock { pending in
            defer { pending = nil }
            return request.isFollowUp && pending?.partner == request.partner ? pending : nil
        }
    }

    // MARK: Named servers

    private func answer(
        _ addressing: ServerAddressing, _ utterance: Utterance, _ request: AgentRequest,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws {
        let name = addressing.server.name
        guard let entries = try await entries(of: addressing.server, report) else { return }
        guard !addressing.isInquiry else {
            return say(
                entries.isEmpty
                    ? "\(name) has no tools." : "\(name) has these tools: \(Self.list(entries.map(\.tool.words))).",
                report)
        }
        let found = NamedTool.find(utterance, addressing.rest, among: entries, isAddressed: true)
        let arguments = found.first.map { ToolArguments(utterance, $0.arguments, for: $0.entry.parameters) }
        if let tool = found.first, found.count == 1, let arguments, !arguments.hasUnusedWords {
            return try await use(tool.entry, arguments, request, report)
        }
        if await hasModel() { return report(.notMine) }
        say(
            entries.isEmpty
                ? "\(name) has no tools."
                : "I don't know that tool. \(name) has \(Self.list(entries.map(\.tool.words))).",
            report
        )
    }

    /// The tools of a server, or `nil` if it failed. The failure is then reported.
    private func entries(
        of server: ToolServer, _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> [ToolEntry]? {
        // If a model may answer instead, show nothing that looks like an action.
        let hasModel = await hasModel()
        let isShown = !catalogue.isKnown(server) && !hasModel
        let show: @Sendable (ToolCall) -> Void = { if isShown { report(.tool($0)) } }
        var start = ToolCall(id: "start-server", title: "Start \(server.name)")
        show(start)
        do {
            let entries = try await ToolRunner.pulsing(tools.runner.clock, report) {
                try await catalogue.entries(of: server)
            }
            start.status = .succeeded
            show(start)
            return entries
        } catch let failure as any ExplainedFailure {
            try Task.checkCancellation()
            let text = failure.explained(to: reader)
            start.status = .failed(reason: text.whatHappened)
            show(start)
            say(text.text, report)
            return nil
        }
    }

    // MARK: Calls

    private func use(
        _ entry: ToolEntry, _ arguments: ToolArguments, _ request: AgentRequest,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws {
        if let unspeakable = arguments.missing.first(where: { $0.kind == .structure }) {
            let name = unspeakable.words.joined(separator: " ")
            return say(
                "\(entry.title.capitalizedFirst) needs a value for \(name), which can't be spoken.", report)
        }
        if let next = arguments.missing.first {
            return ask(
                next.question,
                Pending(
                    entry: entry, values: arguments.values, missing: arguments.missing, partner: request.partner),
                report)
        }
        switch try await tools.run(entry, arguments.values, as: "call-1", in: request, report) {
        case .done(let outcome): tell(outcome, of: entry, report)
        case .refused(.unanswered): say("You didn't answer, so I didn't do it.", report)
        case .refused: say("All right, I won't.", report)
        case .failed(let failure): say(failure.explained(to: reader).text, report)
        }
    }

    private func ask(_ question: String, _ asked: Pending, _ report: (AgentUpdate) -> Void) {
        pending.withLock { $0 = asked }
        say(question, followUp: .dictation, report)
    }

    /// Repeats a question after an answer that was not understood; gives up the second time.
    private func askAgain(_ asked: Pending, _ report: (AgentUpdate) -> Void) {
        guard !asked.isAskedAgain, let parameter = asked.missing.first else {
            return say("I didn't understand that, so I'll leave it.", report)
        }
        var again = asked
        again.isAskedAgain = true
        ask("Sorry, I didn't catch that. \(parameter.question)", again, report)
    }

    /// Handles the answer to the pending question.
    private func take(
        _ asked: Pending, _ request: AgentRequest, _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws {
        guard !StopPhrases.isStopPhrase(request.text), let parameter = asked.missing.first else {
            return say("All right, I won't.", report)
        }
        let utterance = Utterance(request.text)
        let words = utterance.words
        let value =
            parameter.value(of: words[...], as: utterance.original(words.indices))
            ?? parameter.place(in: words[...])?.value
        guard let value else { return askAgain(asked, report) }
        var arguments = ToolArguments(values: asked.values, missing: Array(asked.missing.dropFirst()))
        arguments.values[parameter.name] = value
        try await use(asked.entry, arguments, request, report)
    }

    // MARK: Words

    /// The most characters to speak, in whole sentences. A screen serves longer results better.
    private static let longestSaid = 600

    private func tell(_ outcome: ToolOutcome, of entry: ToolEntry, _ report: (AgentUpdate) -> Void) {
        let speech = ToolSpeech(PlainText.printable(outcome.text.trimmed))
        let text = speech.text
        var said = ""
        for sentence in ClauseSplitter.sentences(of: text) {
            guard said.isEmpty || said.count + sentence.count <= Self.longestSaid else { break }
            said += (said.isEmpty ? "" : " ") + sentence
        }
        let hasRest = said.count < text.count || said.count > Self.longestSaid
        if said.count > Self.longestSaid { said = said.prefix(Self.longestSaid) + "…" }
        if outcome.isError { said = "\(entry.title.capitalizedFirst) failed. \(said)" }
        if said.isEmpty { said = "Done." }
        if hasRest || outcome.isCut || speech.isShortened { said += " There's more." }
        say(said, report)
    }

    private func say(_ text: String, followUp: FollowUp = .none, _ report: (AgentUpdate) -> Void) {
        for clause in ClauseSplitter.sentences(of: text) { report(.clause(clause)) }
        report(.finished(ReplySummary(skill: Self.skill, followUp: followUp)))
    }

    /// "read file, write file and 9 more"
    private static func list(_ names: [String]) -> String {
        let shown = names.count > 8 ? names.prefix(7) + ["\(names.count - 7) more"] : names[...]
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }
}
