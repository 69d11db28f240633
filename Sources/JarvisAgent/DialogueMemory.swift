// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent remembers between requests: its open question, the last change that can be undone, and its last reply.

package import JarvisCore

/// An action that a skill prepares for later: one that needs the user's agreement, or one that undoes a change.
package final class DeferredAction: Sendable {
    package let perform: @Sendable (SkillInvocation) async throws -> SkillReply
    /// For the undo of a correction: undoes the corrected thing as a whole; otherwise nil.
    let whole: DeferredAction?
    /// The deleted messages that this action restores.
    package let messages: [Message]

    package convenience init(_ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply) {
        self.init(whole: nil, perform)
    }

    /// - Parameter messages: The deleted messages. This action holds the only copy.
    package convenience init(
        restoring messages: [Message], _ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply
    ) {
        self.init(whole: nil, restoring: messages, perform)
    }

    init(
        whole: DeferredAction?, restoring messages: [Message] = [],
        _ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply
    ) {
        self.whole = whole
        self.messages = messages
        self.perform = perform
    }
}

extension DeferredAction: Hashable {
    package static func == (lhs: DeferredAction, rhs: DeferredAction) -> Bool { lhs === rhs }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What the agent knows of the conversation between two turns.
struct DialogueMemory: Sendable {
    /// How long a change can be undone by voice. Later, it isn't clear what "that" refers to.
    static let undoLifetime: Duration = .seconds(600)

    /// The last change and how to undo it.
    struct Undo: Sendable {
        var skill: String
        /// Nil if the change can't be undone.
        var action: DeferredAction?
        var since: Timestamp
        /// The turn that made the change.
        var turn: TurnID
    }

    /// Several options, and the one that the user chose.
    struct Choice: Sendable {
        var choices: [SkillChoice]
        var chosen: Int
    }

    /// The skill that asked the open question; nil if none is open.
    var askingSkill: String?
    var question = ""
    /// When `question` was asked.
    var askedAt: Timestamp?
    /// Who was asked it.
    var asked = DialoguePartner.conversation
    /// True if the question was asked so long ago that the current request doesn't answer it.
    var hasLapsed = false
    var values: [String: String] = [:]
    /// True if the question has been repeated because the first reply didn't answer it.
    var isAskedAgain = false
    /// The action to perform if the next utterance agrees.
    var proposal: DeferredAction?
    /// The action to perform if the next utterance refuses; nil for none.
    var refusal: DeferredAction?
    /// The topic of the conversation once the proposal is carried out.
    var pending: LastTurn?
    /// The options that the next utterance chooses from.
    var choices: [SkillChoice] = []
    /// The last choice that the user made.
    var choice: Choice?
    var undo: Undo?
    /// The last request and its answer.
    var last: LastTurn?
    var lastReply = ""

    /// How much longer an answer may take if the user began it in time. Spoken questions and answers take a while; a
    /// yes or no doesn't.
    private var answerGrace: Duration { proposal == nil && choices.isEmpty ? .seconds(40) : .seconds(15) }

    /// A copy for this partner, without an open question that was put to someone else.
    func asking(_ partner: DialoguePartner) -> DialogueMemory {
        askedAt == nil || asked == partner ? self : carriedOver
    }

    /// A copy without the open question if that wasn't answered in time.
    /// - Parameter isAnswer: True if the question was still open when the user began the request.
    func withoutOldQuestion(at now: Timestamp, isAnswer: Bool) -> DialogueMemory {
        let lifetime = FollowUp.answerLifetime + (isAnswer ? answerGrace : .zero)
        guard let askedAt, now.since(askedAt) > lifetime else { return self }
        var memory = carriedOver
        memory.hasLapsed = true
        return memory
    }

    /// What the next request knows even if this one fails: everything but the open question.
    var carriedOver: DialogueMemory {
        DialogueMemory(choice: choice, undo: undo, last: last, lastReply: lastReply)
    }

    /// The last turn, while the user can still refer to it; otherwise nil.
    func last(at now: Timestamp) -> LastTurn? {
        last.flatMap { now.since($0.since) <= LastTurn.lifetime ? $0 : nil }
    }

    /// The last change, while it can still be undone; otherwise nil.
    func undo(at now: Timestamp) -> Undo? {
        undo.flatMap { now.since($0.since) <= Self.undoLifetime ? $0 : nil }
    }
}

/// The memory of the conversation plus the provisional result of the newest request. If the speaker goes on, the
/// request is asked again, so it must leave no trace until it is settled.
struct Recollection: Sendable {
    private var settled = DialogueMemory()
    private var newest: (memory: DialogueMemory, settlement: Settlement)?

    /// Begins a request: returns the memory as of the last settled request and drops an unsettled one.
    mutating func recall() -> DialogueMemory {
        settled = current
        newest = nil
        return settled
    }

    /// The memory as of the last settled request.
    var current: DialogueMemory {
        if let newest, newest.settlement.isSettled { newest.memory } else { settled }
    }

    /// Adds the last change of an earlier process.
    mutating func add(_ undo: DialogueMemory.Undo) { settled.undo = undo }

    /// Adds the open question of an earlier process.
    mutating func add(_ question: UnansweredQuestion) {
        (settled.askingSkill, settled.question) = (question.skill, question.question)
        (settled.askedAt, settled.asked) = (question.at, .commandLine)
        (settled.values, settled.lastReply) = (question.values, question.reply)
    }

    /// Restores the last request of an earlier process, and the undo of its change if nothing has changed since.
    mutating func add(_ last: LastTurn, reply: String) {
        settled.last = last
        if let undo = settled.undo, undo.since >= last.since { settled.last?.undo = undo.action }
        if settled.askedAt == nil { settled.lastReply = reply }
    }

    /// Forgets the open question but keeps the rest of the conversation.
    mutating func dropQuestion() {
        settled = settled.carriedOver
        newest = newest.map { ($0.memory.carriedOver, $0.settlement) }
    }

    /// Begins a request with the memory that it leaves behind if nothing is kept.
    mutating func begin(_ memory: DialogueMemory, of request: AgentRequest) { newest = (memory, request.settlement) }

    /// Keeps the result of a request unless another has begun: a cancelled request may end late.
    mutating func keep(_ memory: DialogueMemory, of request: AgentRequest) {
        guard newest?.settlement === request.settlement else { return }
        newest = (memory, request.settlement)
    }

    /// Amends the memory that a request leaves behind.
    mutating func amend(_ request: AgentRequest, _ change: (inout DialogueMemory) -> Void) {
        guard newest?.settlement === request.settlement else { return }
        newest.map { newest in
            var memory = newest.memory
            change(&memory)
            self.newest = (memory, newest.settlement)
        }
    }
}
