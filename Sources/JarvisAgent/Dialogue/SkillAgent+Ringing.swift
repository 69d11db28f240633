// SPDX-License-Identifier: GPL-3.0-or-later
// Stops or snoozes ringing reminders when the request comes from outside the conversation, from a command or another
// program. The conversation notices the change in the store.

import JarvisCore
import JarvisUnderstanding

extension SkillAgent {
    /// Stops or snoozes all that is ringing; nil if nothing rings or the request is about something else.
    func settleRinging(_ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard let command = RingPhrases.command(turn.request.text),
            let ringing = try? await services.reminders.pending().filter(\.isRinging), let first = ringing.first
        else { return nil }
        try await turn.request.settlement.wait()
        let skill = StopSkill()
        let reply = try await run(skill) { [services] in
            let (now, clock) = (services.clock.now(), services.clock)
            try await services.reminders.update(ringing.map(\.id)) { reminder in
                switch command {
                case .stop: reminder.next(after: now, clock: clock)
                case .snooze(let delay): reminder.snoozed(for: delay ?? Reminder.usualSnooze, at: now)
                }
            }
            return SkillReply(Self.text(command, first, count: ringing.count))
        }
        return remember(reply, of: skill, turn, last: nil)
    }

    private static func text(_ command: RingCommand, _ first: Reminder, count: Int) -> String {
        let isNamed = !first.label.isEmpty && first.kind != .reminder
        let one = isNamed ? "the \(first.label) \(first.kind.rawValue)" : "the \(first.kind.rawValue)"
        switch command {
        case .stop: return count == 1 ? "I've stopped \(one)." : "I've stopped all \(count)."
        case .snooze(let delay):
            let length = SpokenFormat.duration(seconds: (delay ?? Reminder.usualSnooze).components.seconds)
            return "OK, again in \(length)."
        }
    }
}
