// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent remembers from one request to the next: what it asked, what could be undone, and what it said.

import JarvisCore

/// Something that a skill holds ready: what it does once the user has agreed, or what takes back what it has done.
package final class DeferredAction: Sendable {
    package let perform: @Sendable (SkillInvocation) async throws -> SkillReply
    /// Of what takes back a change: what takes back the changed thing altogether.
    let whole: DeferredAction?

    package convenience init(_ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply) {
        self.init(whole: nil, perform)
    }

    init(whole: DeferredAction?, _ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply) {
        self.whole = whole
        self.perform = perform
    }
}

extension DeferredAction: Hashable {
    package static func == (lhs: DeferredAction, rhs: DeferredAction) -> Bool { lhs === rhs }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The memory between turns.
struct DialogueMemory: Sendable {
    /// How long something can be undone by a word: later it is not clear what "that" was.
    static let undoLifetime: Duration = .seconds(600)

    /// What can be taken back.
    struct Undo: Sendable {
        var skill: String
        /// Nil where what was done last cannot be.
        var action: DeferredAction?
        var since: Timestamp
        /// In which it was done.
        var turn: TurnID
    }

    /// Several things of which one was chosen.
    struct Choice: Sendable {
        var choices: [SkillChoice]
        var chosen: Int
    }

    /// The skill that asked something, what it asked, and what it knew then.
    var askingSkill: String?
    var question = ""
    /// When it was asked.
    var askedAt: Timestamp?
    /// It was asked so long ago that what is said now does not answer it.
    var hasLapsed = false
    var values: [String: String] = [:]
    /// The question has been asked a second time, since the first answer was none.
    var isAskedAgain = false
    /// What is done if the next utterance agrees.
    var proposal: DeferredAction?
    /// What is done if it refuses; nil: nothing.
    var refusal: DeferredAction?
    /// What the conversation is about then.
    var pending: LastTurn?
    /// Of what the next utterance chooses.
    var choices: [SkillChoice] = []
    /// What was chosen last.
    var choice: Choice?
    var undo: Undo?
    /// What was asked and answered last.
    var last: LastTurn?
    var lastReply = ""

    /// How much later an answer may end that was begun in time: questions take a while to be said, and so do answers. A
    /// yes is soon said.
    private var answerGrace: Duration { proposal == nil && choices.isEmpty ? .seconds(40) : .seconds(15) }

    /// The same without a question that was not answered in time.
    /// - Parameter isAnswer: The question was still open when the request was begun.
    func withoutOldQuestion(at now: Timestamp, isAnswer: Bool) -> DialogueMemory {
        let lifetime = FollowUp.answerLifetime + (isAnswer ? answerGrace : .zero)
        guard let askedAt, now.since(askedAt) > lifetime else { return self }
        var memory = carriedOver
        memory.hasLapsed = true
        return memory
    }

    /// What a new request knows of it, whatever comes of the request.
    var carriedOver: DialogueMemory {
        DialogueMemory(choice: choice, undo: undo, last: last, lastReply: lastReply)
    }

    /// What one can still go on about.
    func last(at now: Timestamp) -> LastTurn? {
        last.flatMap { now.since($0.since) <= LastTurn.lifetime ? $0 : nil }
    }

    /// What can still be taken back.
    func undo(at now: Timestamp) -> Undo? {
        undo.flatMap { now.since($0.since) <= Self.undoLifetime ? $0 : nil }
    }
}

/// What is remembered for certain, and what the newest request has made of it. A request whose speaker goes on is asked
/// again: until it is settled, it has left no trace.
struct Recollection: Sendable {
    private var settled = DialogueMemory()
    private var newest: (memory: DialogueMemory, settlement: Settlement)?

    /// What was known before this request.
    mutating func recall() -> DialogueMemory {
        settled = current
        newest = nil
        return settled
    }

    /// What is known of the conversation now.
    var current: DialogueMemory {
        if let newest, newest.settlement.isSettled { newest.memory } else { settled }
    }

    /// Forgets what was asked; the rest of the conversation stays known.
    mutating func dropQuestion() {
        settled = settled.carriedOver
        newest = newest.map { ($0.memory.carriedOver, $0.settlement) }
    }

    /// Begins a request with what it leaves behind if it says nothing.
    mutating func begin(_ memory: DialogueMemory, of request: AgentRequest) { newest = (memory, request.settlement) }

    /// Keeps what a request has come to, unless another one has begun: one that was cancelled may still end late.
    mutating func keep(_ memory: DialogueMemory, of request: AgentRequest) {
        guard newest?.settlement === request.settlement else { return }
        newest = (memory, request.settlement)
    }

    /// Adds to what a request has come to.
    mutating func amend(_ request: AgentRequest, _ change: (inout DialogueMemory) -> Void) {
        guard newest?.settlement === request.settlement else { return }
        newest.map { newest in
            var memory = newest.memory
            change(&memory)
            self.newest = (memory, newest.settlement)
        }
    }
}
