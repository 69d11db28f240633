// SPDX-License-Identifier: GPL-3.0-or-later
// `detach [--ends]`: two agents, the second of which asks for consent and then works for ten minutes; a window that is
// closed during that time and reopened, and again in the middle of the spoken reply; more windows opened and closed;
// the end of the reply without a window, and a last window that shows it. `--ends`: the program ends with its window,
// as it does by default.

import CGtk
import GioKit
import GtkKit
import JarvisAgent
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting

@MainActor
final class DetachCheck {
    private static let clauses = ["It is noon.", "The sun stands high."]
    private static let consent = ConsentRequest(id: "read", question: "Read all of it?", subject: "30 pages")
    /// The number of work steps, each reported when done: ten minutes altogether.
    private static let steps = 30
    private static let stepLength = Duration.seconds(20)
    /// The number of windows opened and closed while the reply is spoken.
    private static let cycles = 8
    /// The number of these that fill GTK's caches before counting starts.
    private static let warmUp = 3

    private let endsWithWindow: Bool
    private let player = FakePlayer()
    private let history = FakeConversationStore(clock: SystemWallClock())
    private let services: DesktopServices
    private let desktop: DesktopApplication
    private var course: Task<Void, Never>?
    private let waiting = LoopWaiting()
    /// The clock of the conversation's own timers.
    private let clock = ManualClock()
    /// The agent's clock: a sleeper on it means that the agent is working.
    private let workClock = ManualClock()
    private let leaving = ScriptedAgent()
    private let answering: ScriptedAgent
    /// Presses keys as a user would.
    private var keys: ChildProcess?
    private var failures = 0
    /// The number of stops before the reply: fillers, while the agent took its time.
    private var stopsBefore = 0
    private var hasFrame = false
    private var state: AssistantState { services.assistant.state }

    init(_ arguments: [String]) {
        endsWithWindow = arguments.contains("--ends")
        leaving.play([.update(.notMine)])
        answering = ScriptedAgent(clock: workClock)
        answering.play([
            .consent(Self.consent, granted: Self.work, denied: []), .update(.finished(ReplySummary(skill: "read"))),
        ])
        // A log that stores events would be the only thing to grow.
        services = fakeServices(
            log: NoEventLog(), history: history, agent: AgentChain([leaving, answering]), player: player, clock: clock)
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.outlivesWindow = !endsWithWindow
        desktop = DesktopApplication(services, options: options)
    }

    private static var work: [ScriptedAgent.Step] {
        let pages = (1...steps).flatMap { number -> [ScriptedAgent.Step] in
            let call = ToolCall(id: ToolCallID(rawValue: "\(number)"), title: "Read page \(number)")
            return [.wait(stepLength), .update(.tool(call))]
        }
        return pages + clauses.map { .update(.clause($0)) }
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self else { return }
            hasFrame = true
            if course == nil { expect(state.phase == .idle, "a window begins no conversation, in \(state.phase)") }
            services.session.start()
            guard course == nil else { return }
            course = Task { [weak self] in await self?.follow() }
        }
        let status = desktop.run()
        if endsWithWindow { expectCut() }
        print("detach: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private func follow() async {
        await beginReply()
        if endsWithWindow {
            desktop.window?.window.close()
            return
        }
        var counts: [Int] = []
        for _ in 0..<Self.cycles {
            await closeWindow()
            counts.append(LiveCounts.references + LiveCounts.closures)
            await openWindow()
        }
        expect(Set(counts.dropFirst(Self.warmUp)).count == 1, "windows leave something behind: \(counts)")
        await closeWindow()
        await endReply()
        await openWindow()
        await expectReplyInWindow()
        await closeWindow()
        await expectNoMicrophoneHeldByAClosedWindow()
        desktop.quit()
    }

    /// Asks, and plays the first words of the answer.
    private func beginReply() async {
        services.assistant.send(.textSubmitted("read me all of it", .typed))
        await until("the second agent asks for consent") { state.turn.reply.consents == [Self.consent] }
        expect(leaving.requests.count == 1, "the first agent was asked before")
        services.assistant.send(.consentAnswered(state.turn.id, Self.consent.id, .granted))
        await waitForWork()
        await until("all of the reply is queued") { player.isFinished }
        player.send(.started)
        player.send(.heard(HeardPosition(clause: 0, characters: 5)))
        await until("the reply is spoken") { state.phase == .speaking }
        stopsBefore = player.stopCount
        desktop.window?.openPane(.history)
    }

    /// Lets ten minutes pass on the clock, part of them without a window.
    private func waitForWork() async {
        for step in 1...Self.steps {
            if step == 10, !endsWithWindow { await closeWindow() }
            if step == 20, !endsWithWindow { await openWindow() }
            await until("the agent is at work") { workClock.sleeperCount > 0 }
            workClock.advance(by: Self.stepLength)
            clock.advance(by: Self.stepLength)
            await until("step \(step) is reported") { state.turn.reply.tools.count == step }
            expect(state.banner == nil, "nobody gives up after \(step) steps: \(String(describing: state.banner))")
        }
    }

    /// Closes the window as a window manager does; everything in it must be released.
    private func closeWindow() async {
        let closed = ClosedWindow(desktop.window)
        desktop.window?.window.close()
        expect(desktop.window == nil, "the window is closed")
        await until("the closed window and its \(closed.widgets.count) widgets are freed") { closed.isFreed }
        expect(closed.widgets.count > 50, "there were widgets to free: \(closed.widgets.count)")
    }

    private func openWindow() async {
        hasFrame = false
        desktop.openWindow()
        desktop.window?.openPane(.history)
        await until("another window is shown") { hasFrame }
    }

    private func endReply() async {
        expect(state.phase == .speaking, "the reply goes on without a window, in \(state.phase)")
        expect(player.stopCount == stopsBefore, "the reply was not stopped")
        player.send(.heard(HeardPosition(clause: 1, characters: Self.clauses[1].count)))
        player.send(.finished)
        await until("the reply ends") { state.phase != .speaking }
        await until("the reply is kept") { history.messages.count == 2 }
        let kept = history.messages.last
        expect(kept?.text == Self.clauses.joined(separator: " "), "all of it is kept: \(kept?.text ?? "nothing")")
        expect(kept?.isCut == false, "it is not marked as cut")
    }

    private func expectReplyInWindow() async {
        let reply = Self.clauses.joined(separator: " ")
        await until("the new window shows the reply") {
            guard let window = desktop.window else { return false }
            return WidgetSurvey.widgets(of: window.window).contains { $0.text == reply }
        }
    }

    /// The window in which the microphone was held open is gone, so the key could never be released.
    private func expectNoMicrophoneHeldByAClosedWindow() async {
        await openWindow()
        desktop.window?.closePane()
        type("search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "windowfocus", "--sync")
        await until("the keys go to the window") { desktop.window?.window.isActive ?? false }
        type("keydown", "space")
        await until("the microphone is held") { state.phase == .held }
        await closeWindow()
        type("keyup", "space")
        expect(state.phase != .held, "the hold ends with the window, in \(state.phase)")
    }

    /// As by default: the reply ends with the window, and the part that was heard is kept.
    private func expectCut() {
        expect(player.stopCount == stopsBefore + 1, "the reply is stopped")
        let kept = history.messages.last
        expect(kept?.isCut == true && kept?.kind == .assistant, "the reply is kept as cut: \(history.messages)")
    }

    private func type(_ arguments: String...) {
        keys = try? ChildProcess("xdotool", arguments)
        expect(keys != nil, "xdotool can be started")
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("detach: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
    }
}

/// A window about to be closed and its contents, without strong references.
@MainActor
private struct ClosedWindow {
    private(set) weak var main: MainWindow?
    private(set) var widgets: [WeakObject] = []

    init(_ main: MainWindow?) {
        self.main = main
        if let main { visit(main.window.widget) }
    }

    var isFreed: Bool { main == nil && widgets.allSatisfy { !$0.isAlive } }

    private mutating func visit(_ widget: UnsafeMutablePointer<GtkWidget>) {
        // The display owns one tooltip window and attaches it to the window that needs it.
        guard String(cString: gtk_widget_get_name(widget)) != "GtkTooltipWindow" else { return }
        widgets.append(WeakObject(Widget(widget)))
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            visit(next)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
