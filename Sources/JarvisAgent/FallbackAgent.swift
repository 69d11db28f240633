// SPDX-License-Identifier: GPL-3.0-or-later
// The honest answer to requests that no skill can handle.

public import JarvisCore
import JarvisUnderstanding
import Synchronization

/// The last agent of a chain. It says that no built-in skill can handle the request and suggests what works instead.
public final class FallbackAgent: Agent {
    /// The minimum score at which the nearest intent is worth suggesting.
    private static let suggestedScore: Float = 0.5
    private static let lookingUp = "encyclopedia"
    /// Skills that are never a useful suggestion for another request.
    private static let unsuggested: Set = ["goodbye", "small-talk", "repeat", "undo", "emergency", StopSkill.id]
    private static let misheard = "Sorry, I didn't catch that."

    private let skills: SkillAgent
    private let hint: @Sendable () async -> String?
    /// True once the hint has been given: once is enough.
    private let hasHinted = Atomic(false)

    /// - Parameters:
    ///   - skills: The agent whose examples to suggest.
    ///   - hint: A sentence on what the user could set up to get such requests answered; nil for none.
    public init(skills: SkillAgent, hint: @escaping @Sendable () async -> String? = { nil }) {
        self.skills = skills
        self.hint = hint
    }

    /// Empty: the skill agent lists the commands.
    public var commands: [CommandHelp] { [] }

    /// Answers in a sentence or two; never fails.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                for clause in reply(to: request).clauses { continuation.yield(.clause(clause)) }
                if !request.isDoubtful, Self.hasWords(Utterance(request.text)), let hint = await hint(),
                    !hasHinted.exchange(true, ordering: .relaxed)
                {
                    continuation.yield(.clause(hint))
                }
                continuation.yield(.finished(ReplySummary(skill: nil)))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func hasWords(_ utterance: Utterance) -> Bool {
        utterance.words.contains { $0.contains { $0.isLetter || $0.isNumber } }
    }

    private func reply(to request: AgentRequest) -> SkillReply {
        let utterance = Utterance(request.text)
        guard Self.hasWords(utterance) else {
            return SkillReply("\(Self.misheard) Say \"what can you do\" for a list.")
        }
        if request.isDoubtful {
            // Don't repeat the same sentence to a user who was misheard twice.
            let before = request.context.last { $0.kind == .assistant }?.text
            return SkillReply(
                before == Self.misheard ? "I still didn't catch that. You can also type it." : Self.misheard)
        }
        if let language = skills.otherLanguage(utterance) {
            return SkillReply(
                language.name.map { "I think that's \($0), and I only understand English." }
                    ?? "That doesn't sound like English, and I only understand English.")
        }
        guard case .unknown(let nearest?) = skills.read(utterance), nearest.score >= Self.suggestedScore,
            skills.catalogue.clarity(of: nearest.intent) == .usual,
            !Self.unsuggested.contains(skills.catalogue.intent(named: nearest.intent)?.skill.id ?? "")
        else {
            if let topic = Self.topic(utterance), skills.catalogue.intent(named: Self.lookingUp) != nil {
                return SkillReply("I don't know. Say \"look up \(topic) on Wikipedia\" to search there.")
            }
            return SkillReply("I don't know how to do that. Say \"what can you do\" for a list.")
        }
        guard let help = skills.catalogue.intent(named: nearest.intent)?.skill.help, let example = help.examples.first
        else {
            return SkillReply("I can't do that yet. Say \"what can you do\" for a list.")
        }
        return SkillReply("I'm not sure what you mean. Try \"\(example)\".")
    }

    /// The subject of a question like "what is photosynthesis" that an encyclopaedia may answer; nil for other
    /// requests.
    private static func topic(_ utterance: Utterance) -> String? {
        let words = utterance.words
        guard (3...6).contains(words.count), ["what", "who"].contains(words[0]),
            ["is", "are", "was", "were"].contains(words[1])
        else { return nil }
        var rest = 2
        if ["a", "an", "the"].contains(words[rest]), rest + 1 < words.count { rest += 1 }
        let names = words[rest...]
        let pointers: Set = [
            "i", "me", "my", "you", "your", "it", "that", "this", "these", "those", "they", "them", "he", "she", "we",
            "our", "there", "up", "on", "going", "wrong", "for", "now", "not", "in", "with", "so", "all",
        ]
        guard names.allSatisfy({ !pointers.contains($0) && $0.contains(where: \.isLetter) }) else { return nil }
        return String(utterance.original(rest..<words.count).prefix(60))
    }
}
