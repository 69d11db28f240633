// SPDX-License-Identifier: GPL-3.0-or-later
// What a skill is: the phrases it understands and how it answers them. A skill is one file in JarvisSkills and one line
// in BuiltInSkills; nothing else knows it.

package import JarvisCore
import JarvisUnderstanding

/// An ability of the assistant.
package protocol Skill: Sendable {
    /// Identity, title, icon, summary and example phrases. Every example must reach this skill.
    var help: CommandHelp { get }
    /// The commands and their handlers.
    var intents: [SkillIntent] { get }
    /// True if its answers may quote text by others, such as an article or the clipboard. A language model that has
    /// read such text may change nothing in the same turn.
    var quotesOthers: Bool { get }
    /// True if it reads out stored texts, which may have come from others. A language model may change nothing after
    /// reading them, either.
    var readsKeptTexts: Bool { get }
    /// True if it stores or reads what the user has written, said or copied. A language model on another computer gets
    /// this skill only for requests about it.
    var holdsPersonal: Bool { get }
    /// True if it answers even when it may not have been meant, instead of asking first.
    var answersInDoubt: Bool { get }
    /// The names of its things, by which the user may refer to them: "pause the roast". The skill's `id` may follow the
    /// name: "the roast timer".
    func names(_ services: SkillServices) async -> [String]
    /// True if it answers the same request differently each time, at random: "again" then asks for another answer.
    var drawsAnew: Bool { get }
    /// True if it can act only now. JARVIS asks back if a request names a time.
    var actsAtOnce: Bool { get }
    /// True if it changes only reminders and opens only applications, so that a dry run on stand-ins can show what it
    /// would say.
    var allowsDryRun: Bool { get }
    /// True if it reads bare numbers as levels: "at eight" is a level, not a time of day.
    var takesLevels: Bool { get }
    /// True if it stores text in the user's own words, including any requests in it.
    var takesDictation: Bool { get }
    /// Why it can do nothing at the moment, or what has to be done first; nil if it works.
    func limitation(_ services: SkillServices) async -> SkillLimitation?
    /// Handles the answer to a question that this skill asked with a `followUp` of `dictation`.
    /// - Returns: Nil if the text isn't an answer; the agent then treats it like any other utterance.
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply?
    /// Answers a request that no skill is certain about from what the user has stored with this skill.
    /// - Returns: Nil if nothing stored is about the request.
    func recall(_ invocation: SkillInvocation) async throws -> SkillReply?
    /// True if its requests and answers repeat notes or the conversation. Those words are stored only in the history, so
    /// deleting them there deletes them everywhere.
    var quotesHistory: Bool { get }
    /// Amends a thing that an earlier process has made or mentioned, by its identity; nil if it can't be amended.
    func amendment(of subject: String) -> DeferredAction?
}

extension Skill {
    /// The skill's identity.
    package var id: String { help.skill }

    /// True if no intent changes anything, so the answer can be prepared while the speaker may still go on.
    package var onlyTells: Bool { intents.allSatisfy(\.deed.isHarmless) }

    /// True if it may query others, which can't be taken back. It doesn't start while the speaker may still go on.
    package var reachesOut: Bool { intents.contains { $0.deed == .asksOthers } }

    package var quotesOthers: Bool { reachesOut }

    package var holdsPersonal: Bool { false }

    package var readsKeptTexts: Bool { holdsPersonal }

    package var answersInDoubt: Bool { false }

    package var actsAtOnce: Bool { false }

    package var allowsDryRun: Bool { false }

    package var takesLevels: Bool { false }

    package var takesDictation: Bool { false }

    package func limitation(_ services: SkillServices) async -> SkillLimitation? { nil }

    package var drawsAnew: Bool { false }

    package func names(_ services: SkillServices) async -> [String] { [] }

    package func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? { nil }

    package func recall(_ invocation: SkillInvocation) async throws -> SkillReply? { nil }

    package var quotesHistory: Bool { false }

    package func amendment(of subject: String) -> DeferredAction? { nil }
}

/// Why a skill can do nothing at the moment, as a sentence for the Commands list, which translates it.
package struct SkillLimitation: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// How plainly the user must ask for something before JARVIS does it or even asks about it.
package enum Clarity: Comparable, Sendable {
    /// A similar request is enough; JARVIS asks if in doubt.
    case usual
    /// Interrupts the user or loses data: locking, sleeping, logging out, deleting, cancelling. JARVIS drops a doubtful
    /// interpretation, because an unexpected offer to do any of these is unwelcome.
    case plain
    /// The whole utterance must be one of the language's exact wordings; similar ones don't count.
    case exact
}

/// One thing that a skill does.
package struct SkillIntent: Sendable {
    /// The kind of effect. It has no default, because `Agency` decides by it.
    package var deed: DeedKind
    /// Answers an utterance. Throws `SkillError` or a port's own failures.
    package typealias Handler = @Sendable (SkillInvocation) async throws -> SkillReply

    /// The name of its examples in the language files, such as "timer.set"; nil if it is understood only by its
    /// patterns.
    package var name: String?
    /// Utterance patterns, which also feed the recognizer's grammar.
    package var patterns: [String]
    /// Patterns that are understood but not listened for, because they are too short or too similar.
    package var typedPatterns: [String]
    package var clarity = Clarity.usual
    /// Objects of the action. A request that only resembles an example must name one of them; empty: no restriction.
    package var nouns: Set<String> = []
    package var answer: Handler

    package init(
        _ deed: DeedKind, _ patterns: [String], typed typedPatterns: [String] = [], named name: String? = nil,
        answer: @escaping Handler
    ) {
        self.deed = deed
        self.name = name
        self.patterns = patterns
        self.typedPatterns = typedPatterns
        self.answer = answer
    }

    /// The intent to use instead if the request names a program: "turn cmus down" is not about the system volume.
    package var programIntent: String?

    /// A copy that gives way to `intent` if the request names a program.
    package func orOfProgram(_ intent: String) -> SkillIntent {
        var own = self
        own.programIntent = intent
        return own
    }

    /// A copy that must be asked for more plainly.
    package func needing(_ clarity: Clarity, naming nouns: Set<String> = []) -> SkillIntent {
        var intent = self
        intent.clarity = clarity
        intent.nouns = nouns
        return intent
    }
}

/// A skill's failure, explained in words for the user.
package struct SkillError: Error, Hashable, Sendable {
    /// One or two whole sentences: what happened and what to do.
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// One of several options that the user may mean.
package struct SkillChoice: Hashable, Sendable {
    /// The names by which the user can choose it.
    package var names: [String]
    /// Carries out the request with this option.
    package var action: DeferredAction

    package init(_ names: [String], _ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply) {
        self.names = names
        action = DeferredAction(perform)
    }
}

/// The answer of a skill.
package struct SkillReply: Hashable, Sendable {
    /// Sentences to speak. Joined by spaces, they are the reply.
    package var clauses: [String]
    /// The values understood, by slot name, in canonical form.
    package var values: [String: String]
    package var followUp: FollowUp
    /// The action to perform if the user says yes; the reply asks for it.
    package var proposal: DeferredAction?
    /// The action to perform if the user says no; nil to just acknowledge it.
    package var refusal: DeferredAction?
    /// The options if the reply asks which one is meant. The next request picks one, and its action is performed.
    package var choices: [SkillChoice] = []
    /// Undoes the change.
    package var undo: DeferredAction?
    /// The identity of the thing that was made or changed: "it" from now on.
    package var subject: String?
    /// The identities of several things, in the order in which the reply lists them, for "the second one".
    package var subjects: [String] = []
    /// The kind of the subject, which is the prefix of intent names: "timer".
    package var kind: String?
    /// Amends the change with the next utterance: "make that eleven". It answers `notMine` if that isn't an amendment.
    package var amendment: DeferredAction?
    /// True if the previous change can no longer be undone.
    package var endsUndo = false
    /// True if the change can't be undone. "Undo" must not undo an earlier change in its place.
    package var isFinal = false
    /// True if the request was for another agent after all.
    package private(set) var isNotMine = false
    /// True if the request was talk among people.
    package private(set) var isNotAddressed = false

    /// Splits `text` into its sentences.
    package init(
        _ text: String, values: [String: String] = [:], followUp: FollowUp = .none, undo: DeferredAction? = nil
    ) {
        clauses = ClauseSplitter.sentences(of: text)
        self.values = values
        self.followUp = followUp
        self.undo = undo
    }

    /// Leaves the request to another agent, because no skill knows the thing that it names.
    package static let notMine: SkillReply = {
        var reply = SkillReply("")
        reply.isNotMine = true
        return reply
    }()

    /// Stays silent, because the talk was not addressed to the assistant.
    static let notAddressed: SkillReply = {
        var reply = SkillReply("")
        reply.isNotAddressed = true
        return reply
    }()

    /// Asks a question that takes a yes or no.
    package init(
        _ question: String, values: [String: String] = [:], proposal: DeferredAction, refusal: DeferredAction? = nil
    ) {
        self.init(question, values: values, followUp: .dictation)
        self.proposal = proposal
        self.refusal = refusal
    }

    /// Asks a question that takes a position or a name: "the second one", "the pasta timer".
    package init(_ question: String, values: [String: String] = [:], choices: [SkillChoice]) {
        self.init(question, values: values, followUp: .dictation)
        self.choices = choices
    }

    /// A copy marked as impossible to undo.
    package var final: SkillReply {
        var reply = self
        reply.isFinal = true
        return reply
    }

    /// The whole reply.
    package var text: String { clauses.joined(separator: " ") }
}
