// SPDX-License-Identifier: GPL-3.0-or-later
// Reminders some time before an appointment: "remind me an hour before the dentist".

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension ReminderSkill {
    private static let daysAhead: Int64 = 366

    /// Reminds before the next appointment of this name, or asks for the time if the calendar has none.
    static func remindBefore(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let length = invocation.duration("length"), let event = invocation.text("event") else { return .notMine }
        let label = invocation.text("label") ?? event
        let now = invocation.services.clock.now()
        guard let found = await appointment(named: event, invocation) else {
            return SkillReply(
                "I can't find \(event) on your calendar. When should I remind you?", values: ["label": label],
                followUp: .dictation)
        }
        let dueAt = found.start.advanced(by: .seconds(-length))
        guard dueAt > now else {
            let when = AppointmentWording(invocation.services).when(found)
            return SkillReply(
                "\(found.title) is already \(when). When should I remind you?", values: ["label": label],
                followUp: .dictation)
        }
        return try await keep(label, dueAt: dueAt, .date, invocation)
    }

    /// The next appointment whose title has these words; "my next meeting" is whatever comes next.
    static func appointment(named name: String, _ invocation: SkillInvocation) async -> Appointment? {
        let now = invocation.services.clock.now()
        let wanted = Utterance(name).words.filter { !fillers.contains($0) }
        let reading = await invocation.services.appointments?.appointments(
            from: now, to: now.advanced(by: .seconds(daysAhead * 86_400)))
        return (reading?.appointments ?? []).first { appointment in
            let title = Set(Utterance(appointment.title).words)
            return appointment.start > now && !appointment.isAllDay && wanted.allSatisfy(title.contains)
        }
    }

    private static let fillers: Set<String> = [
        "the", "my", "our", "next", "appointment", "meeting", "event", "at", "with", "starts", "begins", "is",
    ]
}
