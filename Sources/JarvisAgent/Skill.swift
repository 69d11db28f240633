// SPDX-License-Identifier: GPL-3.0-or-later
// What a skill is: what can be said to it, and how it answers. A skill is one file of JarvisSkills and one line in its
// BuiltInSkills; nothing else knows it.

package import JarvisCore
import JarvisUnderstanding

/// An ability of the assistant.
package protocol Skill: Sendable {
    /// Identity, title, icon, summary and example phrases. Every example must reach this skill.
    var help: CommandHelp { get }
    /// The commands, and their handlers.
    var intents: [SkillIntent] { get }
    /// True when its answers may hold text that others have written, such as an article or what was copied. A language model
    /// that has read such text changes nothing in the same turn.
    var quotesOthers: Bool { get }
    /// True when what it reads out are texts that were kept, which may have been taken from others. A language model changes
    /// nothing after it has read them, either.
    var readsKeptTexts: Bool { get }
    /// True when it keeps or reads what the user has written down, said or copied. A language model on another computer
    /// gets it only for requests that are about it.
    var holdsPersonal: Bool { get }
    /// True when it answers also what may not have been meant, instead of asking about it.
    var answersInDoubt: Bool { get }
    /// What its things are called that one may speak of by their names alone: "pause the roast". The skill's identity is
    /// the word that may stand behind them: "the roast timer".
    func names(_ services: SkillServices) async -> [String]
    /// True when the same request has another answer each time, by chance: "again" asks for that.
    var drawsAnew: Bool { get }
    /// True when it acts at once and at no other time: a request that names one is asked about.
    var actsAtOnce: Bool { get }
    /// True when all that it changes are reminders and what it opens, so that it can be run on doubles of them to learn what it
    /// will say.
    var allowsDryRun: Bool { get }
    /// True when it takes bare numbers as levels: "at eight" is one of them, not a time of day.
    var takesLevels: Bool { get }
    /// True when it keeps what is said in the words in which it is said, requests in it included.
    var takesDictation: Bool { get }
    /// Why it can do nothing at the moment, or only after something else.
    func limitation(_ services: SkillServices) async -> SkillLimitation?
    /// Takes the answer to a question that this skill asked (its reply's `followUp` was `dictation`). Nil when the
    /// text is not an answer; it is then treated like any other utterance.
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply?
    /// Answers what no other skill on this computer surely answers, from what the user has kept with this one; nil where
    /// nothing of that is about it.
    func recall(_ invocation: SkillInvocation) async throws -> SkillReply?
}

extension Skill {
    /// The skill's identity.
    package var id: String { help.skill }

    /// True when no intent changes anything: the answer may be begun while the speaker may still go on.
    package var onlyTells: Bool { intents.allSatisfy(\.deed.isHarmless) }

    /// True when it may ask others for its answer, which cannot be taken back: it is not begun while the speaker may go on.
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
}

/// Why a skill can do nothing at the moment: a sentence for the Commands list, which translates it.
package struct SkillLimitation: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// How plainly something must be said before it is done, or even asked about.
package enum Clarity: Comparable, Sendable {
    /// A request may be like it; what stays in doubt is asked about.
    case usual
    /// Interrupts the user or loses data: locking, sleeping, logging out, deleting, canceling. A doubtful reading is
    /// dropped, because an unexpected offer to do any of these is unwelcome.
    case plain
    /// The whole utterance must be one of the language's exact wordings; similar ones don't count.
    case exact
}

/// One thing that a skill does.
package struct SkillIntent: Sendable {
    /// What it does. It has no default, because `Agency` rules by it.
    package var deed: DeedKind
    /// Answers an utterance. Errors are `SkillError` or a port's own failures.
    package typealias Handler = @Sendable (SkillInvocation) async throws -> SkillReply

    /// The name of its examples in the files of a language, such as "timer.set"; nil: only its patterns are understood.
    package var name: String?
    /// Utterance patterns; they also feed the recognizer's grammar.
    package var patterns: [String]
    /// Patterns that are understood, but too short or too much alike to listen for.
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

    /// The intent that is meant where a program is named: "turn cmus down" is not about the computer's volume.
    package var programIntent: String?

    /// A copy that gives way to another intent when the request names a program.
    package func orOfProgram(_ intent: String) -> SkillIntent {
        var own = self
        own.programIntent = intent
        return own
    }

    /// A copy that needs clearer words.
    package func needing(_ clarity: Clarity, naming nouns: Set<String> = []) -> SkillIntent {
        var intent = self
        intent.clarity = clarity
        intent.nouns = nouns
        return intent
    }
}

/// A skill that cannot do what was asked, with the reason for people.
package struct SkillError: Error, Hashable, Sendable {
    /// One or two whole sentences: what happened and what to do.
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// One of several things that may be meant.
package struct SkillChoice: Hashable, Sendable {
    /// What it can be called.
    package var names: [String]
    /// Does it with this one.
    package var action: DeferredAction

    package init(_ names: [String], _ perform: @escaping @Sendable (SkillInvocation) async throws -> SkillReply) {
        self.names = names
        action = DeferredAction(perform)
    }
}

/// The answer of a skill.
package struct SkillReply: Hashable, Sendable {
    /// Speakable sentences; joined by spaces they are the reply.
    package var clauses: [String]
    /// Values that were understood, by slot name, in canonical form.
    package var values: [String: String]
    package var followUp: FollowUp
    /// The reply asks for a yes: this is done then.
    package var proposal: DeferredAction?
    /// What is done where the answer to it is no; nil: it is only acknowledged.
    package var refusal: DeferredAction?
    /// The reply asks which of several things is meant; what the next request chooses is done.
    package var choices: [SkillChoice] = []
    /// Takes back what was done.
    package var undo: DeferredAction?
    /// The identity of what was made or changed: "it" from now on.
    package var subject: String?
    /// Of several, in the order in which they are told: "the second one".
    package var subjects: [String] = []
    /// What it is, as the names of intents begin: "timer".
    package var kind: String?
    /// Changes that to what is said then: "make that eleven". It answers `notMine` to what says no such change.
    package var amendment: DeferredAction?
    /// What could be undone before no longer can.
    package var endsUndo = false
    /// Something was done that cannot be taken back: "undo" must not take back what was done before it instead.
    package var isFinal = false
    /// The request was for somebody else after all.
    package private(set) var isNotMine = false
    /// The request was talk among others.
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

    /// Leaves the request to another agent: what it names exists for no skill.
    package static let notMine: SkillReply = {
        var reply = SkillReply("")
        reply.isNotMine = true
        return reply
    }()

    /// Says nothing to talk that was not meant for the assistant.
    static let notAddressed: SkillReply = {
        var reply = SkillReply("")
        reply.isNotAddressed = true
        return reply
    }()

    /// A question that is answered with yes or no.
    package init(
        _ question: String, values: [String: String] = [:], proposal: DeferredAction, refusal: DeferredAction? = nil
    ) {
        self.init(question, values: values, followUp: .dictation)
        self.proposal = proposal
        self.refusal = refusal
    }

    /// A question that is answered by a place or a name: "the second one", "the pasta timer".
    package init(_ question: String, values: [String: String] = [:], choices: [SkillChoice]) {
        self.init(question, values: values, followUp: .dictation)
        self.choices = choices
    }

    /// The same of what cannot be taken back.
    package var final: SkillReply {
        var reply = self
        reply.isFinal = true
        return reply
    }

    /// The whole reply.
    package var text: String { clauses.joined(separator: " ") }
}
