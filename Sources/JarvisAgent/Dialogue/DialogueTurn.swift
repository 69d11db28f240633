// SPDX-License-Identifier: GPL-3.0-or-later
// A request together with the conversation so far, and the action that it asks for.

import JarvisCore
import JarvisUnderstanding

/// A request in its place in the conversation.
struct DialogueTurn: Sendable {
    /// Skills for asides: after one of them, "that" still refers to the request before it.
    static let asides: Set<String> = ["undo", "repeat", "small-talk", "help", StopSkill.id]

    var invocation: SkillInvocation
    var previous: DialogueMemory
    /// The last turn, while the user can still refer to it.
    var last: LastTurn?
    var reader: Understanding
    /// Who asks for the action. A language model may ask during the user's turn.
    var asker = Asker.user

    var request: AgentRequest { invocation.request }
    var lexicon: Lexicon { reader.pack.lexicon }

    /// The last turn after it has been undone.
    var lastTakenBack: LastTurn? {
        var last = last
        last?.undo = nil
        return last
    }
}

/// An action that is about to happen.
struct Deed: Sendable {
    var skill: any Skill
    /// The kinds of effect; the strictest ruling applies.
    var kinds: Set<DeedKind>
    /// False if the action removes, ends or consents to something and the words don't ask for that.
    var isSaid = true
    /// The turn to remember; nil if the conversation stays with its previous topic.
    var last: LastTurn?
    var perform: @Sendable (SkillInvocation) async throws -> SkillReply

    /// The action that a request asks for.
    init(_ reading: Reading, at now: Timestamp) {
        skill = reading.skill
        kinds = [reading.deed]
        last = LastTurn(reading, at: now)
        perform = { try await reading.answer($0.asking(reading)) }
    }

    /// False if it only reports something.
    var changes: Bool { !kinds.allSatisfy(\.isHarmless) }

    /// The strictest ruling on the action for this asker.
    func ruling(for asker: Asker) -> Ruling {
        let asker = asker == .user && !isSaid ? .userUnclearly : asker
        let rulings = kinds.map { Agency.ruling(on: $0, by: asker) }
        return rulings.contains(.never) ? .never : rulings.contains(.asks) ? .asks : .does
    }

    init(
        skill: any Skill, kinds: Set<DeedKind>, last: LastTurn?,
        perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply
    ) {
        self.skill = skill
        self.kinds = kinds
        self.last = last
        self.perform = perform
    }
}
