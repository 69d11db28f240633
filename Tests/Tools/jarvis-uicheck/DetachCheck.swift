// SPDX-License-Identifier: GPL-3.0-or-later
// `detach [--ends]`: closes the window in the middle of a spoken reply, opens others and closes them, lets the reply end
// without any, and looks for it in a last window. `--ends`: the program ends with its window, as it does by default.

import CGtk
import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

@MainActor
final class DetachCheck {
    private static let clauses = ["It is noon.", "The sun stands high."]
    /// Windows that come and go while the reply is spoken.
    private static let cycles = 8
    /// Of these, how many fill GTK's caches before anything is counted.
    private static let warmUp = 3

    private let endsWithWindow: Bool
    private let player = FakePlayer()
    private let history = FakeConversationStore(clock: SystemWallClock())
    private let services: DesktopServices
    private let desktop: DesktopApplication
    private var course: Task<Void, Never>?
    private var timer: LoopTimer?
    /// Presses keys as a person would.
    private var keys: ChildProcess?
    private var failures = 0
    private var hasFrame = false
    private var state: AssistantState { services.assistant.state }

    init(_ arguments: [String]) {
        endsWithWindow = arguments.contains("--ends")
        let agent = FakeAgent()
        agent.answer(Self.clauses)
        // A log that keeps what is recorded would be all that grows.
        services = fakeServices(log: NoEventLog(), history: history, agent: agent, player: player)
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.outlivesWindow = !endsWithWindow
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self else { return }
            hasFrame = true
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

    /// Asks, and hears the first words of the answer.
    private func beginReply() async {
        services.assistant.send(.textSubmitted("what time is it", .typed))
        await until("all of the reply is queued") { player.isFinished }
        player.send(.started)
        player.send(.heard(HeardPosition(clause: 0, characters: 5)))
        await until("the reply is spoken") { state.phase == .speaking }
        desktop.window?.openPane(.history)
    }

    /// Closes the window as a window manager does; everything in it must go.
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
        expect(player.stopCount == 0, "nobody has stopped the reply")
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

    /// The window in which the microphone was being held open has gone: nobody could let go of it.
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

    /// What today's program does: the reply ends with the window, and what was heard of it is kept.
    private func expectCut() {
        expect(player.stopCount == 1, "the reply is stopped")
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

    /// Waits until something is so, 5 s at most.
    private func until(_ what: String, _ isReached: () -> Bool) async {
        for _ in 0..<500 {
            if isReached() { return }
            await withCheckedContinuation { continuation in
                timer = .once(milliseconds: 10) { continuation.resume() }
            }
        }
        expect(false, what)
    }
}

/// A window that is about to be closed, with what is in it, and without holding any of it.
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
        // The display has one, and hangs it on the window that needs it.
        guard String(cString: gtk_widget_get_name(widget)) != "GtkTooltipWindow" else { return }
        widgets.append(WeakObject(Widget(widget)))
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            visit(next)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
