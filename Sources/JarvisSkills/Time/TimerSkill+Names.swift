// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the timer that a request means, and words its name.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension TimerSkill {
    /// The action for the answer to "Which one?".
    enum Verb: String {
        case cancel, pause, resume
    }

    /// The short name: "tea timer".
    static func name(_ timer: Reminder) -> String {
        timer.label.isEmpty ? "timer" : "\(timer.label) timer"
    }

    /// The name that sets it apart: "tea timer", "timer for 10 minutes".
    static func fullName(_ timer: Reminder) -> String {
        guard timer.label.isEmpty else { return name(timer) }
        let length = timer.dueAt.since(timer.createdAt).components.seconds
        return "timer for \(SpokenFormat.duration(seconds: length))"
    }

    static func wantsAll(_ invocation: SkillInvocation) -> Bool {
        !Set(invocation.words).isDisjoint(with: ["all", "every", "timers", "them", "both", "those"])
    }

    static func matching(_ timers: [Reminder], _ label: String) -> [Reminder] {
        guard !label.isEmpty else { return [] }
        let same = timers.filter { plain($0.label) == plain(label) }
        guard same.isEmpty else { return same }
        let long = ofLength(label, timers)
        guard long.isEmpty else { return long }
        // "How long has the rice got" yields the label "the rice got".
        let said = label.split(separator: " ").map { plain(String($0)) }
        return timers.filter { timer in
            let own = timer.label.split(separator: " ").map { plain(String($0)) }
            return !own.isEmpty && said.first == own.first && own.allSatisfy(said.contains)
        }
    }

    /// The timers that were set for the length in a name: "one hour", "sixty minute", "half hour".
    private static func ofLength(_ label: String, _ timers: [Reminder]) -> [Reminder] {
        let words = Utterance(label).words
        guard let seconds = DurationPhrase.seconds(of: words) ?? DurationPhrase.seconds(of: ["a"] + words) else {
            return []
        }
        return timers.filter { $0.dueAt.since($0.createdAt) == .seconds(seconds) }
    }

    /// The singular without an article, so "the eggs" matches the egg timer.
    private static func plain(_ label: String) -> String {
        let word = withoutArticle(label).lowercased()
        return word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// The label without a trailing preposition: "eggs for" precedes a length.
    private static func withoutPreposition(_ label: String) -> String {
        let words = label.split(separator: " ")
        guard words.count > 1, let last = words.last, ["for", "of", "at", "to", "is"].contains(last.lowercased()) else {
            return label
        }
        return words.dropLast().joined(separator: " ")
    }

    private static func withoutArticle(_ label: String) -> String {
        let words = label.split(separator: " ")
        guard words.count > 1, let first = words.first, ["the", "my", "a", "an", "some"].contains(first.lowercased())
        else { return label }
        return words.dropFirst().joined(separator: " ")
    }

    /// A typed label, or the word before "timer" if it is a name for spoken requests; otherwise an empty string.
    static func label(in invocation: SkillInvocation) -> String {
        if let label = invocation.text("label") { return withoutArticle(withoutPreposition(label)) }
        guard let index = invocation.words.firstIndex(of: "timer"), index > 0 else { return "" }
        let word = invocation.words[index - 1]
        let names = labels.dropFirst().dropLast().split(separator: "|").map(String.init)
        return names.contains(word) ? word : ""
    }

    /// The same, or the name after "timer" if it fits one of these: "the timer for the eggs".
    static func label(in invocation: SkillInvocation, among timers: [Reminder]) -> String {
        let label = label(in: invocation)
        guard label.isEmpty, let (name, isSurely) = ReminderBook.name(behind: "timer", in: invocation.utterance) else {
            return label
        }
        return isSurely || !matching(timers, withoutArticle(name)).isEmpty ? withoutArticle(name) : label
    }

    /// Asks which timer the user means, by name.
    /// - Parameter verb: The action on the chosen timer. If `nil`, the answer counts as a request of its own.
    static func which(_ timers: [Reminder], _ label: String, asksFor verb: Verb? = nil) -> SkillReply {
        let names = SpokenFormat.list(timers.prefix(6).map { "the \(fullName($0))" }, joiner: "or")
        if !label.isEmpty || timers.count == 1 {
            return SkillReply("I can't find that timer. You have \(names).", values: ["count": "0"])
        }
        let question = "You have \(timers.count) timers: \(names). Which one?"
        guard let verb else { return SkillReply(question, values: ["count": "0"]) }
        return SkillReply(
            question, values: ["count": "0", "verb": verb.rawValue],
            choices: timers.map { timer in
                SkillChoice(["the \(fullName(timer))"]) { try await apply(verb, to: timer, ReminderBook($0)) }
            })
    }

    /// Handles the answer to "Which one?": a name or a length; `nil` unless exactly one timer fits.
    static func answerWhich(_ verb: Verb, _ invocation: SkillInvocation) async throws -> SkillReply? {
        let book = ReminderBook(invocation)
        let fillers: Set = ["the", "my", "timer", "one", "please", "for", "with"]
        let words = invocation.words.filter { !fillers.contains($0) }
        let timers = try await book.pending(.timer)
        let found =
            if let length = DurationPhrase.seconds(of: words) {
                timers.filter { $0.dueAt.since($0.createdAt) == .seconds(length) }
            } else {
                matching(timers, words.joined(separator: " "))
            }
        guard found.count == 1, let timer = found.first else { return nil }
        return try await apply(verb, to: timer, book)
    }

    private static func apply(_ verb: Verb, to timer: Reminder, _ book: ReminderBook) async throws -> SkillReply {
        switch verb {
        case .cancel: try await cancel(timer, book)
        case .pause: try await pause([timer], book)
        case .resume: try await resume([timer], book)
        }
    }
}
