// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the timer, alarm or reminder that was just set: "make that eleven", "forty minutes for the potatoes".

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension PendingSkill {
    /// An action that moves this reminder, or the current subject, to the time in the next request.
    static func amendment(of identity: String) -> DeferredAction {
        DeferredAction { invocation in
            let all = try await invocation.services.reminders.pending()
            let wanted = invocation.subject ?? identity
            guard let old = all.first(where: { $0.id == wanted }) else { return .notMine }
            let words = invocation.words
            let shift = ShiftPhrase.shift(of: words).map { shifted(old, by: $0, invocation) }
            switch shift ?? moved(old, to: words, invocation) {
            case .moved(let changed): return try await keep(changed, insteadOf: old, invocation)
            case .isOver: return SkillReply("That time has already passed. Try a later one.").about(old)
            case nil: return .notMine
            }
        }
    }

    /// The reminder moved relative to its old time; `nil` if the shift makes no sense for it.
    static func shifted(
        _ old: Reminder, by shift: ShiftPhrase.Shift, _ invocation: SkillInvocation
    ) -> Move? {
        let clock = invocation.services.clock
        let now = clock.now()
        let due = clock.local(old.dueAt)
        switch shift {
        case .later(let seconds) where old.recurrence == nil || seconds % 86_400 != 0:
            // For a reminder that rings, count from now.
            let base = old.ringingSince == nil ? old.dueAt : max(now, old.dueAt)
            let dueAt = base.advanced(by: .seconds(seconds))
            if old.recurrence != nil {
                let local = clock.local(dueAt)
                return at(ClockTime(hour: local.hour, minute: local.minute), old, invocation)
            }
            var new = old
            (new.dueAt, new.ringingSince) = (dueAt, nil)
            new.remaining = old.remaining.map { $0 + .seconds(seconds) }
            let left = new.remaining ?? dueAt.since(now)
            let most = old.kind == .timer ? TimerSkill.longestSeconds : ReminderSkill.longestSeconds
            guard left <= .seconds(most) else { return nil }
            return left <= .zero ? .isOver : .moved(new)
        case .later: return nil
        case .scaled(let factor):
            guard old.kind == .timer, old.remaining == nil else { return nil }
            let length = Int64(Double(old.dueAt.since(old.createdAt).components.seconds) * factor)
            var new = old
            (new.dueAt, new.ringingSince) = (old.createdAt.advanced(by: .seconds(length)), nil)
            return new.dueAt <= now || length > TimerSkill.longestSeconds ? .isOver : .moved(new)
        case .restarted:
            guard old.kind == .timer else { return nil }
            let length = old.dueAt.since(old.createdAt).components.seconds
            return moved(old, to: ["\(length)", "seconds"], invocation)
        case .minutes(let minutes):
            guard old.kind != .timer else { return nil }
            let minute = due.hour * 60 + minutes
            return at(ClockTime(hour: (minute + 1440) % 1440 / 60, minute: (minute + 1440) % 60), old, invocation)
        case .partOfDay(let part):
            guard old.kind != .timer else { return nil }
            let hour = due.hour % 12 + (part == .morning ? 0 : 12)
            let fits: ClosedRange<Int> =
                switch part {
                case .morning: 0...11
                case .noon: 12...13
                case .afternoon: 12...17
                case .evening: 12...23
                case .night: 18...23
                }
            let time = fits.contains(hour) ? ClockTime(hour: hour, minute: due.minute) : part.time
            return at(time, old, invocation)
        }
    }

    private static func at(_ time: ClockTime, _ old: Reminder, _ invocation: SkillInvocation) -> Move? {
        let today = moved(old, to: ["at", time.canonical], invocation)
        // Past seven in the morning, "seven in the morning" means tomorrow.
        if case .isOver? = today { return moved(old, to: ["tomorrow", "at", time.canonical], invocation) }
        return today
    }

    /// Gives a timer another length, or sets a new one if none has this name.
    static func retime(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let all = try await book.meant(.timer)
        let label = TimerSkill.label(in: invocation)
        let wanted = label.isEmpty ? all : TimerSkill.matching(all, label)
        guard let first = wanted.first else { return try await TimerSkill.set(invocation) }
        let words = ["\(invocation.duration("length") ?? 0)", "seconds"]
        @Sendable func retimed(_ timer: Reminder, _ invocation: SkillInvocation) async throws -> SkillReply {
            guard case .moved(let changed) = moved(timer, to: words, invocation) else {
                return SkillReply("Timers can run from 1 second to 24 hours.")
            }
            return try await keep(changed, insteadOf: timer, invocation)
        }
        guard wanted.count > 1 else { return try await retimed(first, invocation) }
        let names = SpokenFormat.list(wanted.prefix(4).map { "the \(TimerSkill.fullName($0))" }, joiner: "or")
        return SkillReply(
            "You have \(wanted.count) timers: \(names). Which one?", values: ["count": "0"],
            choices: wanted.map { one in
                SkillChoice(["the \(TimerSkill.fullName(one))"]) { try await retimed(one, $0) }
            })
    }
}

extension SkillReply {
    /// The reply with this reminder as the subject: "it" refers to it, and the next request can amend it.
    func about(_ reminder: Reminder) -> SkillReply {
        var reply = self
        reply.subject = reminder.id
        reply.kind = reminder.kind.rawValue
        reply.amendment = PendingSkill.amendment(of: reminder.id)
        return reply
    }

    /// The reply with these reminders as its subjects. The next request can amend the first.
    func telling(_ reminders: [Reminder]) -> SkillReply {
        guard let first = reminders.first else { return self }
        var reply = reminders.count == 1 ? about(first) : self
        reply.subjects = reminders.map(\.id)
        reply.kind = first.kind.rawValue
        reply.amendment = PendingSkill.amendment(of: first.id)
        return reply
    }
}
