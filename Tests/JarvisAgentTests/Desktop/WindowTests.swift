// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's own window: requests open its panes, and changes made there by hand can be undone.

@testable import JarvisAgent
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WindowTests {
    private let window = FakeWindowControl()

    private func rig() -> AgentRig {
        var desktop = FakeDesktop.example
        desktop.window = window
        return AgentRig(desktop: desktop)
    }

    @Test(
        arguments: [
            ("show the settings", .settings), ("open the history", .history), ("show me the commands", .commands),
            ("show my timers", .timers), ("show me my alarms", .timers), ("show my reminders", .timers),
            ("open the timers", .timers), ("show my lists", .lists), ("open the shopping list", .lists),
            ("show my shopping list", .lists), ("go to your settings", .settings), ("open my notes", .notes),
        ] as [(String, WindowPane)])
    func requestsOpenAndClosePanes(text: String, pane: WindowPane) async throws {
        let rig = rig()
        try await rig.ask("add milk to my shopping list")
        let answer = try await rig.ask(text)
        #expect(window.shown == [pane], "\(answer.text)")
        #expect(!answer.text.isEmpty)
        #expect(rig.launcher.all.isEmpty)
        #expect(
            try await rig.ask("close the \([.lists, .timers, .notes].contains(pane) ? "pane" : pane.rawValue)").text
                == "Closed.")
    }

    /// An answer prepared while the speaker may continue opens nothing.
    @Test func nothingIsOpenedBeforeTheRequestIsSettled() async throws {
        let rig = rig()
        try await rig.ask("help")
        let settlement = Settlement(isSettled: false)
        let request = AgentRequest(
            turn: TurnID(rawValue: 50), text: "show my timers", source: .voice, settlement: settlement)
        async let answer = AgentRig.collect(rig.agent.respond(to: request))
        try await Task.sleep(for: .milliseconds(50))
        #expect(window.shown.isEmpty)
        settlement.settle()
        #expect(!(try await answer.clauses.isEmpty))
        #expect(window.shown == [.timers])
    }

    @Test func questionsOpenNoPane() async throws {
        let rig = rig()
        for text in ["what timers do i have", "when is my next alarm", "what are my reminders", "what lists do i have"]
        {
            try await rig.ask(text)
        }
        #expect(window.shown.isEmpty)
    }

    @Test func withoutAWindowTheReplyAnswersInstead() async throws {
        let rig = AgentRig()
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("open the timers").text == "You have 1 timer. Ask for one kind to hear more.")
        #expect(try await rig.ask("show the settings").text.contains("isn't open"))
        #expect(try await rig.ask("show the commands").text.contains("timers"))
        #expect(try await rig.ask("close the settings").text == "Nothing is open in my window.")
        #expect(rig.launcher.all.isEmpty)
    }

    @Test func changesMadeByHandCanBeUndone() async throws {
        let rig = rig()
        try await rig.ask("set a tea timer for ten minutes")
        rig.clock.advance(by: .seconds(5))
        window.change(.itemIsBack("milk", list: "shopping"), at: rig.clock.now())
        #expect(try await rig.ask("undo that").text == "I've added milk back to your shopping list.")
        #expect(rig.reminders.all.count == 1, "what was asked for before stays")
        #expect(try await rig.ask("undo").text == "Your tea timer is cancelled.")
        window.change(.listIsBack("packing"), at: rig.clock.now())
        try await rig.ask("set a timer for ten minutes")
        rig.clock.advance(by: .seconds(700))
        #expect(try await rig.ask("undo").text == "There's nothing to undo.", "long ago")
    }

    /// Undo refers to the newer of the two.
    @Test func theLaterRequestIsUndoneFirst() async throws {
        let rig = rig()
        window.change(.itemIsGone("milk", list: "shopping"), at: rig.clock.now())
        rig.clock.advance(by: .seconds(5))
        try await rig.ask("set a tea timer for ten minutes")
        #expect(try await rig.ask("undo").text == "Your tea timer is cancelled.")
    }
}
