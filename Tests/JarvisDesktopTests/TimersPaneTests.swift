// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders in the window by keyboard, as assistive technology sees them.

import Testing

@Suite(.serialized)
struct TimersPaneTests {
    /// One object of the accessibility tree.
    private struct Seen {
        var role: String
        var name: String
        var states: String
    }

    private func tree(_ keys: [String], _ arguments: [String] = ["--reminders"]) async throws -> [Seen] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys.joined(separator: ",")],
            ["show", "--state", "idle"] + arguments)
        try #require(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            return Seen(role: String(fields[1]), name: String(fields[2]), states: String(fields[3]))
        }
    }

    private func buttons(_ tree: [Seen]) -> [String] { tree.filter { $0.role == "push button" }.map(\.name) }

    private func focused(_ tree: [Seen]) -> String? { tree.last { $0.states.hasPrefix("focused") }?.name }

    @Test func everyRowHasItsButtonsByName() async throws {
        let tree = try await tree(["ctrl+t"])
        let buttons = buttons(tree)
        let timers = [
            "Pause timer pizza", "Change the time of timer pizza", "Cancel timer pizza", "Resume timer",
            "Change the time of timer", "Cancel timer",
        ]
        #expect(buttons.filter(timers.contains) == timers, "\(buttons)")
        #expect(buttons.count { $0.hasPrefix("Cancel ") } == 6)
        #expect(buttons.contains("Cancel reminder drink water"))
        #expect(!buttons.contains("Pause reminder drink water"), "only a timer stands still")
        #expect(tree.contains { $0.name.wholeMatch(of: /12:\d\d/) != nil }, "the count-down of the pizza")
        #expect(tree.contains { $0.name == "Paused" } && tree.contains { $0.name == "4:00" })
        #expect(tree.contains { $0.name.hasSuffix(" · Every weekday") })
        #expect(tree.contains { $0.name.hasSuffix(" · Every 2 hours") })
        for group in ["Timers", "Alarms", "Reminders"] { #expect(tree.contains { $0.name == group }) }
        #expect(focused(tree) == "Back", "no key that is pressed by mistake changes anything")
    }

    @Test func withoutAnyItSaysHowToSetOne() async throws {
        let tree = try await tree(["ctrl+t"], [])
        #expect(tree.contains { $0.name.hasPrefix("Nothing is set. Say “set a timer for ten minutes”") }, "\(tree)")
        #expect(!buttons(tree).contains { $0.hasPrefix("Cancel") })
    }

    @Test func oneButtonLetsATimerStandStillAndGoOn() async throws {
        let paused = try await tree(["ctrl+t", "Tab", "space"])
        #expect(buttons(paused).contains("Resume timer pizza"))
        #expect(focused(paused) == "Resume timer pizza", "the keyboard stays where it was")
        let running = try await tree(["ctrl+t", "Tab", "space", "space"])
        #expect(buttons(running).contains("Pause timer pizza"), "\(buttons(running))")
    }

    @Test func whatIsCanceledByItsButtonComesBackByUndo() async throws {
        let canceled = try await tree(["ctrl+t", "Tab*3", "space"])
        #expect(!buttons(canceled).contains("Cancel timer pizza"))
        #expect(canceled.contains { $0.name == "Canceled timer pizza" } && buttons(canceled).contains("Undo"))
        #expect(focused(canceled) == "Cancel timer", "the next row has the keyboard")
        let restored = try await tree(["ctrl+t", "Tab*3", "space", "ctrl+z"])
        #expect(buttons(restored).contains("Cancel timer pizza"), "\(buttons(restored))")
        #expect(restored.contains { $0.name == "Restored timer pizza" })
    }

    @Test func theLastOneLeavesTheKeyboardWithUndo() async throws {
        let tree = try await tree(["ctrl+t", "Tab*3"] + Array(repeating: "space", count: 6))
        #expect(tree.contains { $0.name.hasPrefix("Nothing is set") }, "\(buttons(tree))")
        #expect(focused(tree) == "Undo")
        let undone = try await self.tree(["ctrl+t", "Tab*3"] + Array(repeating: "space", count: 7))
        #expect(buttons(undone).count { $0.hasPrefix("Cancel ") } == 1)
    }

    @Test func anotherTimeIsTypedAndTakenBack() async throws {
        let field = try await tree(["ctrl+t", "Tab*2", "space"])
        let entry = field.first { $0.name == "New time of timer pizza" }
        #expect(entry?.states.contains("focused") == true, "\(field)")
        #expect(entry?.states.contains("text=12:") == true)
        let wrong = try await tree(["ctrl+t", "Tab*2", "space", "x"])
        #expect(wrong.contains { $0.name.hasPrefix("That is no time.") }, "\(wrong)")
        #expect(wrong.contains { $0.name == "Save" && !$0.states.contains("sensitive") })
        let changed = try await tree(["ctrl+t", "Tab*2", "space", "5 5 Return"])
        #expect(changed.contains { $0.name.wholeMatch(of: /5[45]:\d\d/) != nil }, "\(changed)")
        #expect(changed.contains { $0.name == "Changed the time of timer pizza" })
        #expect(!changed.contains { $0.name == "New time of timer pizza" })
        let back = try await tree(["ctrl+t", "Tab*2", "space", "5 5 Return", "ctrl+z"])
        #expect(back.contains { $0.name.wholeMatch(of: /12:\d\d/) != nil })
    }

    @Test func theNextTimerIsOnTheMainScreenAndLeadsToTheList() async throws {
        let screen = try await tree(["shift"], ["--state", "timer"])
        let name = buttons(screen).first { $0.hasPrefix("Show timers: ") }
        #expect(name?.wholeMatch(of: /Show timers: timer pizza ends at \d+:\d\d [AP]M/) != nil, "\(buttons(screen))")
        #expect(!screen.contains { $0.name.wholeMatch(of: /\d+:\d\d/) != nil }, "no count-down is read out")
        let several = try await tree(["shift"], ["--state", "timers"])
        #expect(
            buttons(several).contains { $0.hasPrefix("Show timers: timer ends at ") && $0.hasSuffix(", and 1 more") })
        let none = try await tree(["shift"], ["--state", "idle"])
        #expect(!buttons(none).contains { $0.hasPrefix("Show timers") })
        // It is before the buttons below the face; the microphone has the keyboard.
        let list = try await tree(["shift+Tab*3", "space"])
        #expect(buttons(list).contains("Cancel timer pizza"), "\(buttons(list))")
    }

    @Test func escapeClosesTheFieldAndThenThePane() async throws {
        let field = try await tree(["ctrl+t", "Tab*2", "space", "Escape"])
        #expect(!field.contains { $0.name == "New time of timer pizza" })
        #expect(focused(field) == "Change the time of timer pizza")
        let closed = try await tree(["ctrl+t", "Tab*2", "space", "Escape", "Escape"])
        #expect(!buttons(closed).contains("Cancel timer pizza"))
    }
}
