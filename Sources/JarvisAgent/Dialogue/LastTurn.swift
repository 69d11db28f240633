// SPDX-License-Identifier: GPL-3.0-or-later
// The last request and its answer, which give "no, make it five minutes" and "and tomorrow?" a meaning.

import JarvisCore
import JarvisUnderstanding

/// The last request that a skill answered.
struct LastTurn: Sendable {
    /// How long the user can refer to it.
    static let lifetime: Duration = .seconds(600)

    /// The request in words that make sense on their own.
    var text: String
    var skill: any Skill
    /// The intent's name in the language files; nil if only a pattern identifies it.
    var intent: String?
    var slots: [String: SlotValue]
    var answer: SkillIntent.Handler
    var deed: DeedKind
    /// The values that the skill knew when it asked for a missing one; nil if it asked for nothing.
    var answered: [String: String]?
    /// True if the answer only asked for a missing value.
    var isOpen = false
    /// The number in the answer, in digits.
    var result: String?
    /// Undoes the change.
    var undo: DeferredAction?
    /// The identity of the thing that was made.
    var subject: String?
    /// The identities of the things mentioned, in that order.
    var subjects: [String] = []
    /// Amends the thing that was made.
    var amendment: DeferredAction?
    /// True if the thing has been changed since, so that `text` no longer describes it.
    var isAmended = false
    /// True if the request or its answer repeats notes or the conversation.
    var quotesHistory: Bool
    var since: Timestamp

    /// The topic: the part of the intent's name before the dot, unless the skill has set `about`.
    var topic: String { about ?? Self.topic(of: intent) ?? skill.id }

    /// The topic that the skill has set; nil if it has set none.
    var about: String?

    static func topic(of intent: String?) -> String? { intent?.split(separator: ".").first.map(String.init) }

    /// Creates a turn from a reading, before anything has been done.
    init(_ reading: Reading, at now: Timestamp) {
        text = reading.utterance.text
        skill = reading.skill
        intent = reading.intent
        slots = reading.slots
        answer = reading.answer
        deed = reading.deed
        quotesHistory = reading.skill.quotesHistory
        since = now
    }
}

/// The meaning of a request in relation to the previous one.
enum FollowUpReading: Sendable {
    /// The last request with another value, or an additional one. `replaces`: the previous change is undone first.
    case revised(Reading, replaces: Bool)
    /// The thing that was made is amended by these words.
    case amended(Utterance)
    /// Another answer to the skill's question. The change after the first answer is undone.
    case answeredAgain(Utterance)
    /// The same request again.
    case again
    /// The same request, but with a different result.
    case other
}

extension FollowUpReading {
    /// True if `own` has the same intent and extracts shorter texts: in "we need milk", the item is "milk" and not
    /// "need milk".
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
