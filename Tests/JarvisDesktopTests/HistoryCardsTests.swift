// SPDX-License-Identifier: GPL-3.0-or-later
// Cards of the history: what a reply has set, and its links.

import Testing

struct HistoryCardsTests {
    /// Pause, resume, cancel, undo and a link, without a pointer.
    @Test func whatAReplyHasSetCanBePausedAndCanceledThere() async throws {
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
