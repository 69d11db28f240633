// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked and answered last, so that "no, make it five minutes" and "and tomorrow?" mean something.

import JarvisCore
import JarvisUnderstanding

/// The newest request that a skill has answered.
struct LastTurn: Sendable {
    /// How long one can go on about it.
    static let lifetime: Duration = .seconds(600)

    /// The request in words that stand by themselves.
    var text: String
    var skill: any Skill
    /// The intent's name in the files of the language; nil where only a pattern knows it.
    var intent: String?
    var slots: [String: SlotValue]
    var answer: SkillIntent.Handler
    var deed: DeedKind
    /// What the skill knew when it asked for what was missing; nil where the request had everything.
    var answered: [String: String]?
    /// The number that was told, in digits.
    var result: String?
    /// Takes back what was done.
    var undo: DeferredAction?
    /// The identity of what was made.
    var subject: String?
    /// The identities of what was spoken of, in its order.
    var subjects: [String] = []
    /// Changes it.
    var amendment: DeferredAction?
    /// It has been changed since, so that the request's words no longer say what it is.
    var isAmended = false
    var since: Timestamp

    /// What it is about: the part of the intent's name before the dot.
    var topic: String { about ?? Self.topic(of: intent) ?? skill.id }

    /// The same where the skill said so.
    var about: String?

    static func topic(of intent: String?) -> String? { intent?.split(separator: ".").first.map(String.init) }

    /// What a request was read as, before anything was done.
    init(_ reading: Reading, at now: Timestamp) {
        text = reading.utterance.text
        skill = reading.skill
        intent = reading.intent
        slots = reading.slots
        answer = reading.answer
        deed = reading.deed
        since = now
    }
}

/// What a request means after another one.
enum FollowUpReading: Sendable {
    /// The earlier request with another value, or what was asked besides. `replaces`: what was done before is taken back.
    case revised(Reading, replaces: Bool)
    /// What was made is changed to what is said.
    case amended(Utterance)
    /// Another answer to what the skill had asked; what was done with the first one is taken back.
    case answeredAgain(Utterance)
    /// The same once more.
    case again
    /// The same, but not what came of it.
    case other
}

extension FollowUpReading {
    /// True where the request by itself says the same and tells more of its words apart: "we need milk" is about milk, and
    /// not about the thing "need milk".
    func isLess(than own: Reading) -> Bool {
        guard case .revised(let reading, _) = self, reading.intent == own.intent, reading.skill.id == own.skill.id,
            !own.texts.isEmpty
        else { return false }
        let texts = reading.texts.map { Utterance($0).words }
        return own.texts.allSatisfy { text in
            let words = Utterance(text).words
            return texts.contains { $0.count > words.count && $0.place(of: words) != nil }
        }
    }
}
