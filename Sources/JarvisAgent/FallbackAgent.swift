// SPDX-License-Identifier: GPL-3.0-or-later
// The honest answer to what no skill can do.

public import JarvisCore
import JarvisUnderstanding

/// The last agent of a chain: says that a request is beyond the built-in skills, and what works instead.
public final class FallbackAgent: Agent {
    private let skills: SkillAgent

    /// - Parameter skills: the agent whose examples are offered.
    public init(skills: SkillAgent) {
        self.skills = skills
    }

    /// None: the skills have told theirs.
    public var commands: [CommandHelp] { [] }

    /// Answers in a sentence or two; never fails.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        AsyncThrowingStream { continuation in
            for clause in reply(to: Utterance(request.text)).clauses { continuation.yield(.clause(clause)) }
            continuation.yield(.finished(ReplySummary(skill: nil)))
            continuation.finish()
        }
    }

    private func reply(to utterance: Utterance) -> SkillReply {
        guard !utterance.words.isEmpty else {
            return SkillReply("I didn't catch that. Say \"what can you do\" to hear what I can help with.")
        }
        if let example = skills.catalogue.nearest(to: utterance)?.help.examples.first {
            return SkillReply("I can't do that offline. You can say, for example, \"\(example)\".")
        }
        return SkillReply(
            "I can't answer that offline. I can help with the time, timers, sums, notes and your computer. "
                + "Say \"what can you do\" to hear more.")
    }
}
