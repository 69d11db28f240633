// SPDX-License-Identifier: GPL-3.0-or-later
// The timers pane by keyboard, as assistive technology sees it.

import Testing

@Suite(.serialized)
struct TimersPaneTests {
    private func tree(_ keys: [String], _ arguments: [String] = ["--reminders"]) async throws -> [SeenObject] {
        try await SeenObject.all(after: keys, arguments)
    }

    @Test func rowsHaveNamedButtons() async throws {
        let tree = try await tree(["ctrl+t"])
        let buttons = tree.buttons
        let timers = [
            "Pause timer pizza", "Change the time of timer pizza", "Cancel timer pizza", "Resume timer",
            "Change the time of timer", "Cancel timer",
        ]
        #expect(buttons.filter(timers.contains) == timers, "\(buttons)")
        #expect(buttons.count { $0.hasPrefix("Cancel ") } == 6)
        #expect(buttons.contains("Cancel reminder drink water"))
        #expect(!buttons.contains("Pause reminder drink water"), "only a timer stands still")
        #expect(tree.contains { $0.name.wholeMatch(of: /Pizza, 12:\d\d, Ends at \d+:\d\d [AP]M/) != nil }, "\(tree)")
        #expect(tree.contains { $0.name == "Timer, 4:00, Paused" })
        #expect(tree.contains { $0.name.hasSuffix(" · Every weekday") })
        #expect(tree.contains { $0.name.hasSuffix(" · Every 2 hours") })
        for group in ["Timers", "Alarms", "Reminders"] { #expect(tree.contains { $0.name == group }) }
        #expect(tree.focused == "Back", "no key that is pressed by mistake changes anything")
    }

    @Test func anEmptyPaneExplainsHowToSetATimer() async throws {
        let tree = try await tree(["ctrl+t"], [])
        #expect(tree.contains { $0.name.hasPrefix("Nothing set. Say “Set a timer for 10 minutes”") }, "\(tree)")
        #expect(!tree.buttons.contains { $0.hasPrefix("Cancel") })
    }

    @Test func oneButtonPausesAndResumesATimer() async throws {
        let paused = try await tree(["ctrl+t", "Tab", "space"])
        #expect(paused.buttons.contains("Resume timer pizza"))
        #expect(paused.focused == "Resume timer pizza", "the keyboard stays where it was")
        let running = try await tree(["ctrl+t", "Tab", "space", "space"])
        #expect(running.buttons.contains("Pause timer pizza"), "\(running.buttons)")
    }

    @Test func undoRestoresACancelledTimer() async throws {
        let canceled = try await tree(["ctrl+t", "Tab*3", "space"])
        #expect(!canceled.buttons.contains("Cancel timer pizza"))
        #expect(canceled.contains { $0.name == "Cancelled timer pizza" } && canceled.buttons.contains("Undo"))
        #expect(canceled.focused == "Cancel timer", "the next row has the keyboard")
        let restored = try await tree(["ctrl+t", "Tab*3", "space", "ctrl+z"])
        #expect(restored.buttons.contains("Cancel timer pizza"), "\(restored.buttons)")
        #expect(restored.contains { $0.name == "Restored timer pizza" })
    }

    @Test func cancellingTheLastTimerFocusesUndo() async throws {
        let tree = try await tree(["ctrl+t", "Tab*3"] + Array(repeating: "space", count: 6))
        #expect(tree.contains { $0.name.hasPrefix("Nothing set") }, "\(tree.buttons)")
        #expect(tree.focused == "Undo")
        let undone = try await self.tree(["ctrl+t", "Tab*3"] + Array(repeating: "space", count: 7))
        #expect(undone.buttons.count { $0.hasPrefix("Cancel ") } == 1)
    }

    @Test func typedTimesAreAppliedAndUndone() async throws {
        let field = try await tree(["ctrl+t", "Tab*2", "space"])
        let entry = field.first { $0.name == "New time of timer pizza" }
        #expect(entry?.states.contains("focused") == true, "\(field)")
        #expect(entry?.states.contains("text=12:") == true)
        let wrong = try await tree(["ctrl+t", "Tab*2", "space", "x"])
        #expect(wrong.contains { $0.name.hasPrefix("That's not a time.") }, "\(wrong)")
        #expect(wrong.contains { $0.name == "Save" && !$0.states.contains("sensitive") })
        let changed = try await tree(["ctrl+t", "Tab*2", "space", "5 5 Return"])
        #expect(changed.contains { $0.name.wholeMatch(of: /Pizza, 5[45]:\d\d, Ends at .+/) != nil }, "\(changed)")
        #expect(changed.contains { $0.name == "Changed the time of timer pizza" })
        #expect(!changed.contains { $0.name == "New time of timer pizza" })
        let back = try await tree(["ctrl+t", "Tab*2", "space", "5 5 Return", "ctrl+z"])
        #expect(back.contains { $0.name.wholeMatch(of: /Pizza, 12:\d\d, Ends at .+/) != nil })
    }

    @Test func theMainScreenShowsTheNextTimerAndOpensTheList() async throws {
        let screen = try await tree(["shift"], ["--state", "timer"])
        let name = screen.buttons.first { $0.hasPrefix("Show timers: ") }
        #expect(name?.wholeMatch(of: /Show timers: timer pizza ends at \d+:\d\d [AP]M/) != nil, "\(screen.buttons)")
        #expect(!screen.contains { $0.name.wholeMatch(of: /\d+:\d\d/) != nil }, "no count-down is read out")
        let several = try await tree(["shift"], ["--state", "timers"])
        #expect(
            several.buttons.contains { $0.hasPrefix("Show timers: timer ends at ") && $0.hasSuffix(", and 1 more") })
        let none = try await tree(["shift"], ["--state", "idle"])
        #expect(!none.buttons.contains { $0.hasPrefix("Show timers") })
        // It is before the buttons below the face; the microphone has the keyboard.
        let list = try await tree(["shift+Tab*3", "space"])
        #expect(list.buttons.contains("Cancel timer pizza"), "\(list.buttons)")
    }

    @Test func escapeClosesTheFieldThenThePane() async throws {
        let field = try await tree(["ctrl+t", "Tab*2", "space", "Escape"])
        #expect(!field.contains { $0.name == "New time of timer pizza" })
        #expect(field.focused == "Change the time of timer pizza")
        let closed = try await tree(["ctrl+t", "Tab*2", "space", "Escape", "Escape"])
        #expect(!closed.buttons.contains("Cancel timer pizza"))
    }
}
