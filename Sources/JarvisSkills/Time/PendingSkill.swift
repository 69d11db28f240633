// SPDX-License-Identifier: GPL-3.0-or-later
// Works on timers, alarms and reminders alike: cancels several kinds at once, or changes a name, text or time.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct PendingSkill: Skill {
    let help = CommandHelp(
        skill: "pending", title: "Everything at once",
        summary: "Cancels and changes timers, alarms and reminders.",
        examples: [
            "cancel all timers and alarms", "cancel everything", "rename the timer to eggs",
            "change the reminder to call mum",
        ], icon: "view-list-symbolic")

    private static let one = "(timer|alarm|reminder)"
    private static let cancels = "(cancel|delete|remove|clear)"
    private static let moves = "(move|push|bring|put|delay|postpone|shift|set|make|change|pull)"
    private static let way = "[back|forward|forwards|ahead|up|off|earlier|later|sooner]"
    private static let dated = "(the|my) [{old:text}] (alarm|reminder)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .removes, ["(cancel|delete|clear) everything", "(cancel|delete|clear) all [my] timers and alarms"],
                typed: [
                    "remove everything",
                    "\(Self.cancels) everything (that is|i have) set",
                    "\(Self.cancels) [all] [the|my] timers and [all] [my] (alarms|reminders)",
                    "\(Self.cancels) [all] [the|my] alarms and [all] [my] (timers|reminders)",
                    "\(Self.cancels) [all] [the|my] reminders and [all] [my] (timers|alarms)",
                    "\(Self.cancels) [all] [the|my] timers [my] alarms and [my] reminders",
                ], answer: Self.cancel),
            SkillIntent(
                .changes, [],
                typed: [
                    "(rename|name|label) (the|my) \(Self.one) [to|as] {new:text}",
                    "(rename|name|label) (the|my) {old:text} \(Self.one) [to|as] {new:text}",
                    // "Call the alarm company" isn't a request for a new name.
                    "call (the timer|my timer|my alarm) {new:text}", "call (the|my) {old:text} timer {new:text}",
                    "(rename|change the (name|text) of) (the|my) \(Self.one) to {new:text}",
                    "(rename|change the (name|text) of) (the|my) {old:text} \(Self.one) to {new:text}",
                    "make (the|my) reminder say {new:text}",
                ], answer: Self.rename),
            SkillIntent(
                .changes, [],
                typed: [
                    "(change|edit|update|move) (the|my) \(Self.one) to {new:text}",
                    "(change|edit|update|move) (the|my) {old:text} \(Self.one) to {new:text}",
                    "(change|edit|update|move) (the|my) (timer|alarm) (for|called|named) {old:text} to {new:text}",
                ], answer: Self.change),
            SkillIntent(
                .changes, [],
                typed: [
                    "(make|change|set) (the|my) timer [to|be|last] {length:duration}",
                    "(make|change|set) (the|my) {label:text} timer [to|be|last] {length:duration}",
                ], answer: Self.retime),
            SkillIntent(
                .changes, [],
                typed: [
                    "\(Self.moves) \(Self.dated) \(Self.way) [by] {length:duration} \(Self.way)",
                    "let \(Self.dated) ring {length:duration} (earlier|later)",
                ], answer: Self.shift),
            SkillIntent(
                .changes, [],
                typed: [
                    "(make|change|set|switch|move) \(Self.dated) [be|to|for|ring|on] [only] "
                        + "{when:schedule} [only|instead]",
                    "let \(Self.dated) ring [only] {when:schedule} [only]",
                ], answer: Self.reschedule),
            SkillIntent(.changes, [], named: "timer.rename", answer: Self.rename),
            SkillIntent(.changes, [], named: "alarm.rename", answer: Self.rename),
            SkillIntent(.changes, [], named: "reminder.rename", answer: Self.rename),
        ]
    }

    private static func kinds(in words: [String]) -> [Reminder.Kind] {
        let named = Reminder.Kind.allCases.filter { words.contains($0.rawValue + "s") }
        return named.isEmpty ? Reminder.Kind.allCases : named
    }

    private static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let kinds = kinds(in: invocation.words)
        var all: [Reminder] = []
        for kind in kinds { all += try await book.pending(kind) }
        guard !all.isEmpty else {
            let names = SpokenFormat.list(kinds.map { $0.rawValue + "s" }, joiner: "or")
            return SkillReply("You have no \(names).", values: ["count": "0"])
        }
        let counts = kinds.map { kind in (kind, all.count { $0.kind == kind }) }.filter { $0.1 > 0 }
        let text = SpokenFormat.list(counts.map { SpokenFormat.count(Int64($0.1), $0.0.rawValue) })
        return SkillReply(
            "Cancel \(text)?", values: ["count": "0"],
            proposal: DeferredAction { [all] invocation in
                let book = ReminderBook(invocation)
                try await book.remove(all)
                return SkillReply(
                    "I've cancelled \(text).", values: ["count": String(all.count)],
                    undo: book.undoRemoving(all))
            })
    }
}
