// SPDX-License-Identifier: GPL-3.0-or-later
// A request with what was said before it, and a deed that it comes to.

import JarvisCore
import JarvisUnderstanding

/// A request in its place in the conversation.
struct DialogueTurn: Sendable {
    /// Skills that one talks to in between: what was asked before them is still what "that" means.
    static let asides: Set<String> = ["undo", "repeat", "small-talk", "help", StopSkill.id]

    var invocation: SkillInvocation
    var previous: DialogueMemory
    /// What was asked last, while one can still go on about it.
    var last: LastTurn?
    var reader: Understanding
    /// On whose words it is done; a language model asks for things in the user's turn.
    var asker = Asker.user

    var request: AgentRequest { invocation.request }
    var lexicon: Lexicon { reader.pack.lexicon }

    /// What was asked last, once it has been taken back.
    var lastTakenBack: LastTurn? {
        var last = last
        last?.undo = nil
        return last
    }
}

/// Something that is about to be done.
struct Deed: Sendable {
    var skill: any Skill
    /// What it does; of several deeds the strictest ruling counts.
    var kinds: Set<DeedKind>
    /// False when it removes or ends something, or agrees to it, and the words don't ask for that.
    var isSaid = true
    /// What is remembered of it; nil where what was asked before stays what the conversation is about.
    var last: LastTurn?
    var perform: @Sendable (SkillInvocation) async throws -> SkillReply

    /// What a request comes to.
    init(_ reading: Reading, at now: Timestamp) {
        skill = reading.skill
        kinds = [reading.deed]
        last = LastTurn(reading, at: now)
        perform = { try await reading.answer($0.asking(reading)) }
    }

    /// False when it only tells something.
    var changes: Bool { !kinds.allSatisfy(\.isHarmless) }

    /// What becomes of it on these words.
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
