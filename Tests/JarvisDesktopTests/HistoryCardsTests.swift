// SPDX-License-Identifier: GPL-3.0-or-later
// History cards with the reminders and links of a reply.

import Testing

struct HistoryCardsTests {
    /// Pause, resume, cancel, undo and follow a link by keyboard.
    @Test func remindersArePausedAndCancelledFromTheirCard() async throws {
        let result = try await WindowHost.run(
            python: "history-cards-walk.py",
            [
                "show", "--log", "--state", "idle", "--reminders",
                "--say", "assistant:encyclopedia=It is 8,849 metres high (https://example.org/everest).",
                "--say", "user=set a pizza timer", "--say", "assistant:timer=Your pizza timer is set.",
            ])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }
}
