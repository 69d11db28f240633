// SPDX-License-Identifier: GPL-3.0-or-later
// Pauses and resumes timers.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension TimerSkill {
    static func pause(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let running = try await book.meant(.timer).filter { !$0.isPaused && !$0.isRinging }
        guard !running.isEmpty else { return SkillReply("There's no timer running.", values: ["count": "0"]) }
        let label = label(in: invocation)
        let wanted = wantsAll(invocation) || label.isEmpty && running.count == 1 ? running : matching(running, label)
        guard !wanted.isEmpty else { return which(running, label, asksFor: .pause) }
        return try await pause(wanted, book)
    }

    static func pause(_ timers: [Reminder], _ book: ReminderBook) async throws -> SkillReply {
        let now = book.services.clock.now()
        let undo = try await book.change(timers, undone: "\(subject(timers)) running again.") { $0.paused(at: now) }
        let text =
            if timers.count == 1, let timer = timers.first {
                "Your \(name(timer)) is paused, \(SpokenFormat.duration(seconds: book.secondsLeft(timer))) left."
            } else {
                "I've paused \(SpokenFormat.all(timers.count, "timer"))."
            }
        return SkillReply(text, values: ["count": String(timers.count)], undo: undo)
    }

    static func resume(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let timers = try await book.meant(.timer)
        let paused = timers.filter(\.isPaused)
        guard !paused.isEmpty else {
            let text = timers.isEmpty ? "There's no timer to resume." : "No timer is paused."
            return SkillReply(text, values: ["count": "0"])
        }
        let label = label(in: invocation)
        let wanted = wantsAll(invocation) || label.isEmpty && paused.count == 1 ? paused : matching(paused, label)
        guard !wanted.isEmpty else { return which(paused, label, asksFor: .resume) }
        return try await resume(wanted, book)
    }

    static func resume(_ timers: [Reminder], _ book: ReminderBook) async throws -> SkillReply {
        let now = book.services.clock.now()
        let undo = try await book.change(timers, undone: "\(subject(timers)) paused again.") { $0.resumed(at: now) }
        let text =
            if timers.count == 1, let timer = timers.first {
                "Your \(name(timer)) is running again, \(SpokenFormat.duration(seconds: book.secondsLeft(timer))) left."
            } else {
                "Your timers are running again."
            }
        return SkillReply(text, values: ["count": String(timers.count)], undo: undo)
    }

    private static func subject(_ timers: [Reminder]) -> String {
        timers.count == 1 ? "Your \(name(timers[0])) is" : "Your timers are"
    }
}
