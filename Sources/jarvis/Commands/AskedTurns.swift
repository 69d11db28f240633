// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of one "jarvis ask": the question, and answers to what JARVIS asks back.

import JarvisAgent
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisService
import JarvisStore
import JarvisToolServers

/// Asks the running instance, or answers in this process. What the last command has changed can be undone here, and what
/// it asked back can be answered.
final class AskedTurns {
    private let composition: Composition
    private let skills: SkillAgent
    private let typed: TypedTurn
    private let isStreamed: Bool
    private let usesService: Bool
    private let questions: QuestionFile
    private let turns: TurnFile
    private var undo: UndoAcrossCommands?
    private var lastQuestion = ""
    /// True if the running instance gave the last answer.
    private var usesRunning = false

    init(_ composition: Composition, agent: any Agent, isStreamed: Bool, usesService: Bool) {
        self.composition = composition
        self.isStreamed = isStreamed
        self.usesService = usesService
        skills = composition.theSkills
        typed = TypedTurn(
            agent: agent, history: composition.shownHistory, clock: composition.wallClock,
            explain: Composition.explanation)
        questions = QuestionFile(path: composition.questionPath)
        turns = TurnFile(path: composition.turnPath)
    }

    /// True if the words of a request may be stored.
    private var keepsRequest: Bool { !composition.settings.current.history.isLocked }

    /// Asks once, and prints notices, and clauses if they are wanted as they come.
    func ask(_ question: String) throws -> (summary: ReplySummary, reply: String) {
        composition.log.record(
            "question", ["text": .text(question), "source": .text(MessageSource.typed.rawValue)])
        let printer = AnswerPrinter(isStreamed: isStreamed)
        let (usesService, undo, kept) = (usesService, undo, composition.keptHistory)
        let (skills, typed, keepsRequest) = (skills, typed, keepsRequest)
        let (undoFile, questions, turns, now) = (
            UndoFile(path: composition.undoPath), questions, turns, composition.wallClock.now()
        )
        let keepsTurns = keepsTurns
        let (summary, begun) = try runOnMainLoop { @MainActor () async throws -> (ReplySummary, UndoAcrossCommands?) in
            if usesService, let running = try await ServiceClient.running(),
                let updates = try await running.askUnlessRefused(question)
            {
                return (try await printer.follow(updates), nil)
            }
            var begun = undo
            if begun == nil {
                begun = await UndoAcrossCommands(skills, undoFile, keepsRequest: keepsRequest)
                questions.take(now: now).map { skills.remember($0) }
                if keepsTurns { turns.load(now: now).map { skills.remember($0) } }
            }
            let summary = try await typed.run(question, by: .commandLine) { try printer.take($0) }
            for notice in await kept.damageMet().notices { Console.note("jarvis: \(notice.commandAdvice)") }
            return (summary, begun)
        }
        let reply = printer.clauses.joined(separator: " ")
        var fields: [String: LogValue] = ["text": .text(reply), "skill": .text(summary.skill ?? "")]
        for (name, value) in summary.values { fields["value.\(name)"] = .text(value) }
        composition.log.record("reply", fields)
        usesRunning = begun == nil
        if let begun {
            (self.undo, lastQuestion) = (begun, question)
            keepQuestion()
            keepTurn()
        }
        return (summary, reply)
    }

    /// True if the next command can answer the question.
    var isLeftOpen: Bool { usesRunning || openQuestion != nil }

    /// The open question, if it may be stored.
    private var openQuestion: UnansweredQuestion? {
        composition.settings.current.history.isSessionOnly || !keepsRequest ? nil : skills.unanswered
    }

    /// True if what was said may be stored.
    private var keepsTurns: Bool { keepsRequest && !composition.settings.current.history.isSessionOnly }

    /// Stores what the question was about.
    private func keepTurn() {
        guard keepsTurns, let turn = skills.lastTurn else { return turns.remove() }
        // If this fails, only this process knows it.
        try? turns.save(turn)
    }

    /// Stores the open question of this process.
    private func keepQuestion() {
        guard let question = openQuestion else { return questions.remove() }
        // If this fails, the question can be answered only in this process.
        try? questions.save(question)
    }

    /// Stores what these turns have changed, and ends the tool servers.
    func end() throws {
        let (undo, servers, question) = (undo, composition.toolServers, lastQuestion)
        guard let undo else { return }
        try runOnMainLoop { @MainActor () async throws in
            await undo.keep(question)
            await servers.close()
        }
    }
}
