// SPDX-License-Identifier: GPL-3.0-or-later
// A reply shows the reminders it has set while they are pending.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

struct HistoryRemindersTests {
    private let clock = FakeWallClock()

    private func message(
        _ number: Int, _ kind: MessageKind, at seconds: Int64, skill: String? = nil, turn: Int? = nil
    ) -> Message {
        let digits = String(number)
        return Message(
            id: MessageID(rawValue: String(repeating: "0", count: 26 - digits.count) + digits),
            createdAt: clock.now().advanced(by: .seconds(seconds)),
            draft: MessageDraft(
                turn: TurnID(rawValue: UInt64(turn ?? number)), kind: kind, text: "message \(number)", source: .voice,
                skill: skill))
    }

    private func timer(at seconds: Int64, _ number: Int = 1) -> Reminder {
        let now = clock.now().advanced(by: .seconds(seconds))
        return Reminder(
            id: "timer-\(now.millisecondsSinceEpoch)" + (number > 1 ? "-\(number)" : ""), kind: .timer, label: "",
            createdAt: now, dueAt: now.advanced(by: .seconds(600)))
    }

    private func rows(_ messages: [Message]) -> HistoryRows {
        var rows = HistoryRows(TimeCaption(clock: clock))
        _ = rows.reset(messages, words: [], TimeCaption(clock: clock))
        return rows
    }

    /// Two timers in a row, with an unrelated reply in between.
    private var conversation: [Message] {
        [
            message(1, .user, at: 0), message(2, .assistant, at: 3, skill: "timer"),
            message(3, .user, at: 5), message(4, .assistant, at: 8, skill: "time"),
            message(5, .user, at: 9), message(6, .assistant, at: 12, skill: "timer"),
        ]
    }

    @Test func repliesShowTheRemindersTheySet() {
        var rows = rows(conversation)
        let (first, second, third) = (timer(at: 1), timer(at: 10), timer(at: 10, 2))
        let edits = rows.show([first, second, third])
        #expect(rows[1].reminders == [first])
        #expect(rows[5].reminders == [second, third])
        #expect(edits == [.update(at: 1, rows[1]), .update(at: 5, rows[5])])
        #expect(rows.show([first, second, third]).isEmpty, "nothing has changed")
    }

    @Test func remindersStayWithTheReplyWhenPausedAndResumed() {
        var rows = rows(conversation)
        let first = timer(at: 1)
        _ = rows.show([first])
        let paused = first.paused(at: clock.now().advanced(by: .seconds(60)))
        #expect(rows.show([paused]).count == 1 && rows[1].reminders == [paused])
        let resumed = paused.resumed(at: clock.now().advanced(by: .seconds(4000)))
        _ = rows.show([resumed])
        #expect(rows[1].reminders == [resumed])
        #expect(rows.show([]).count == 1 && rows[1].reminders.isEmpty)
    }

    @Test func remindersAppearOnceTheirReplyIsInserted() {
        var rows = rows(Array(conversation.prefix(1)))
        let first = timer(at: 1)
        #expect(rows.show([first]).isEmpty)
        _ = rows.insert([conversation[1]])
        #expect(rows.show([first]) == [.update(at: 1, rows[1])])
        _ = rows.remove([conversation[0].id])
        #expect(rows[0].reminders == [first], "another row before it changes nothing")
    }

    /// Replies of language models, or to several requests at once, don't carry the skill of the reminder.
    @Test func remindersSetDuringATurnBelongToItsReply() {
        var rows = rows([
            message(1, .user, at: 0, turn: 1), message(2, .assistant, at: 8, skill: "model", turn: 1),
            message(3, .user, at: 20, turn: 2), message(4, .assistant, at: 24, skill: "list", turn: 2),
            message(5, .user, at: 30, turn: 3), message(6, .assistant, at: 33, skill: "time", turn: 3),
        ])
        let (first, second, other) = (timer(at: 4), timer(at: 20), timer(at: 26))
        _ = rows.show([first, second, other])
        #expect((0..<6).map { rows[$0].reminders } == [[], [first], [], [second], [], []])
    }

    @Test func remindersWithoutAReplyAreNotShown() {
        var rows = rows(conversation)
        var alarm = timer(at: 1)
        alarm.kind = .alarm
        #expect(rows.show([alarm]).isEmpty, "of another kind")
        #expect(rows.show([timer(at: -120), timer(at: 600)]).isEmpty, "set long before, and after all of it")
    }

    @Test func foreignIDsFallBackToTheCreationTime() {
        var own = timer(at: 1)
        own.createdAt = clock.now()
        #expect(own.setAt == clock.now().advanced(by: .seconds(1)))
        own.id = "pizza"
        #expect(own.setAt == clock.now())
    }
}
