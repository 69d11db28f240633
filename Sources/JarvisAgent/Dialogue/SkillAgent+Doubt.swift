// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked about instead of being done: what may not have been meant, or not have been said.

import JarvisCore
import JarvisUnderstanding

extension AgentRequest {
    /// Below this, fewer than half of what is heard is what was said: confidence is calibrated.
    static let doubtfulConfidence = 0.5
    /// Below this, what is written down may be wrong in a word.
    static let unsureConfidence = 0.75

    /// It was heard, and rather badly.
    package var isDoubtful: Bool { source == .voice && (confidence ?? 1) < Self.doubtfulConfidence }
    /// It was heard, but perhaps not word by word.
    package var isUnsure: Bool { source == .voice && (confidence ?? 1) < Self.unsureConfidence }
}

extension SkillAgent {
    /// The question whether this was meant.
    func ask(about reading: Reading, _ turn: DialogueTurn) -> SkillAnswer {
        propose("Did you want me to \(title(of: reading, turn))?", Deed(reading, at: services.clock.now()), turn)
    }

    /// The question about the one part of a request that was understood.
    func askAboutPart(_ reading: Reading, rest: String, _ turn: DialogueTurn) -> SkillAnswer {
        propose(
            "I didn't understand \"\(Self.excerpt(rest))\". Shall I just \(title(of: reading, turn))?",
            Deed(reading, at: services.clock.now()), turn)
    }

    /// The question whether this was said.
    func askWhetherHeard(_ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        propose("Did you say \"\(Self.excerpt(turn.request.text))\"?", deed, turn)
    }

    /// The question whether something may be done that was not asked for in plain words, or by a language model.
    func askWhetherAllowed(_ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        let words = Self.excerpt(deed.last?.text ?? turn.request.text)
        let question =
            turn.asker == .user ? "Did you mean \"\(words)\"?" : "I'd have to do this: \"\(words)\". Shall I?"
        return propose(question, deed, turn)
    }

    func propose(_ question: String, _ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        let reply = SkillReply(question, proposal: DeferredAction { try await deed.perform($0) })
        return remember(reply, of: deed.skill, turn, last: deed.last)
    }

    private func title(of reading: Reading, _ turn: DialogueTurn) -> String {
        reading.intent.flatMap { turn.reader.pack.title(of: $0) } ?? reading.skill.help.title.lowercased()
    }

    /// The answer to "don't set a timer", where a request is in it.
    func declined(_ turn: DialogueTurn, _ applications: ApplicationIndex) -> SkillAnswer? {
        let words = turn.invocation.words
        let isWithdrawn = turn.lexicon.isWithdrawn(words)
        if words.count <= 24, turn.mayAnswer(), turn.reader.isKept(turn.invocation.utterance, applications) {
            return remember(SkillReply("All right, nothing is removed."), of: StopSkill(), turn, last: nil)
        }
        guard isWithdrawn || turn.lexicon.isNegated(words), words.count <= 12 else { return nil }
        if !isWithdrawn {
            guard let opened = turn.invocation.utterance.prohibitionLength else { return nil }
            let rest = turn.invocation.utterance.part(opened..<words.count)
            if case .unknown = turn.reader.read(Utterance(rest.plain), applications: applications) { return nil }
        }
        return remember(SkillReply("All right, I won't."), of: StopSkill(), turn, last: nil)
    }

    private static func excerpt(_ text: String) -> String {
        let plain = text.singleSpaced
        return plain.count > 80 ? plain.prefix(80) + "…" : plain
    }
}

extension Utterance {
    /// How many words at its beginning say that something is not to be done; nil where none do.
    fileprivate var prohibitionLength: Int? {
        [["don't"], ["dont"], ["do", "not"], ["never"]].first { words.starts(with: $0) }?.count
    }

    /// It begins by saying that something is not to be done: "don't set a timer".
    var isProhibition: Bool { prohibitionLength != nil }
}
