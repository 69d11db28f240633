// SPDX-License-Identifier: GPL-3.0-or-later
// Which timer is meant, and what it is called.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension TimerSkill {
    /// What is to be done with the timer that is asked for.
    enum Verb: String {
        case cancel, pause, resume
    }

    /// "tea timer"
    static func name(_ timer: Reminder) -> String {
        timer.label.isEmpty ? "timer" : "\(timer.label) timer"
    }

    /// "tea timer", "timer for 10 minutes"
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
        // "The rice got", of "how long has the rice got"
        let said = label.split(separator: " ").map { plain(String($0)) }
        return timers.filter { timer in
            let own = timer.label.split(separator: " ").map { plain(String($0)) }
            return !own.isEmpty && said.first == own.first && own.allSatisfy(said.contains)
        }
    }

    /// "The eggs" are the egg timer's.
    private static func plain(_ label: String) -> String {
        let word = withoutArticle(label).lowercased()
        return word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// "Eggs for", where the length follows.
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

    /// A typed label, or the word before "timer" when it is one of the names that can be spoken.
    static func label(in invocation: SkillInvocation) -> String {
        if let label = invocation.text("label") { return withoutArticle(withoutPreposition(label)) }
        guard let index = invocation.words.firstIndex(of: "timer"), index > 0 else { return "" }
        let word = invocation.words[index - 1]
        let names = labels.dropFirst().dropLast().split(separator: "|").map(String.init)
        return names.contains(word) ? word : ""
    }

    /// Asks which timer is meant, by the names that there are.
    /// - Parameter verb: What to do with the one that is named; nil when the answer is a request of its own.
    static func which(_ timers: [Reminder], _ label: String, asksFor verb: Verb? = nil) -> SkillReply {
        let names = SpokenFormat.list(timers.prefix(6).map { "the \(fullName($0))" }, joiner: "or")
        if !label.isEmpty || timers.count == 1 {
            return SkillReply("There's no such timer. You have \(names).", values: ["count": "0"])
        }
        let question = "You have \(timers.count) timers: \(names). Which one?"
        guard let verb else { return SkillReply(question, values: ["count": "0"]) }
        return SkillReply(
            question, values: ["count": "0", "verb": verb.rawValue],
            choices: timers.map { timer in
                SkillChoice(["the \(fullName(timer))"]) { try await apply(verb, to: timer, ReminderBook($0)) }
            })
    }

    /// The answer to "Which one?": a name or a length.
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
