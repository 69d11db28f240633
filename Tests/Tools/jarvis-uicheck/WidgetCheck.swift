// SPDX-License-Identifier: GPL-3.0-or-later
// `widget`: real keys operate a large widget beside the window and without it, and close it, which ends the program.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisStore
import JarvisPlatform
import JarvisTesting

@MainActor
final class WidgetCheck {
    private let history = FakeConversationStore()
    private var services: DesktopServices
    private let desktop: DesktopApplication
    private let book: PromptBook
    private let folder: TemporaryFolder?
    private let waiting = LoopWaiting()
    private var course: Task<Void, Never>?
    private var input: ChildProcess?
    private var failures = 0

    init() {
        folder = try? TemporaryFolder("jarvis-widget")
        book = PromptBook(
            path: (folder?.path ?? "/tmp") + "/daily-prompt.json",
            table: PromptTable((1...9).map { "What about number \($0)?" }.joined(separator: "\n")), locale: "en",
            clock: SystemWallClock())
        services = fakeServices(log: NoEventLog(), history: history)
        services.prompts = book
        var options = DesktopApplication.Options()
        options.isUnique = false
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self, course == nil else { return }
            services.session.start()
            course = Task { [weak self] in await self?.follow() }
        }
        let status = desktop.run()
        expect(desktop.widget(.large) == nil && desktop.window == nil, "nothing is left of it")
        print("widget: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private var widget: WidgetWindow? { desktop.widget(.large) }
    private var texts: [String] { widget.map { WidgetSurvey.widgets(of: $0.window).map(\.text) } ?? [] }
    private func has(_ text: String) -> Bool { texts.contains { $0.contains(text) } }
    private var phase: ConversationPhase { services.assistant.state.phase }

    private func follow() async {
        for size in [WidgetSize.small, .large] { desktop.openWidget(size) }
        desktop.openWidget(.large)
        await until("both are open") {
            desktop.widget(.small)?.window.isMapped == true && widget?.window.isMapped == true
        }
        let first = (try? await book.today())?.text ?? "?"
        await until("the prompt of the day is there") { has(first) }
        await until("without notes it says so") { has("No notes yet") && has("No timers running") }
        await aNoteIsHidden()
        // Without the window the widgets continue, and so does the conversation.
        desktop.closeWindow()
        expect(desktop.window == nil && widget != nil, "the widget stays without the window")
        await focus()
        await keysUseIt(first)
        await hiddenItRests()
        desktop.widget(.small)?.window.close()
        await until("the small one is closed by its window manager") { desktop.widget(.small) == nil }
        await focus()
        await press(["Escape"])
        await until("Esc closes the last one") { widget == nil }
    }

    private func aNoteIsHidden() async {
        let draft = MessageDraft(
            turn: TurnID(rawValue: 1), kind: .note, text: "I am glad about the garden wall.", source: .voice)
        _ = try? await history.append(draft)
        await until("a note is there, and hidden") { has("Hidden") && !has("garden") }
        _ = try? services.settings.update { $0.showsNoteLine = true }
        await until("the user may have it shown") { has("garden wall") && has("Sounds happy") }
        services.assistant.send(.awayChanged(true))
        await until("never on a locked screen") { has("Hidden") && !has("garden") }
        services.assistant.send(.awayChanged(false))
        await until("it is back") { has("garden wall") }
    }

    private func keysUseIt(_ first: String) async {
        await press(["Tab", "Tab", "Tab", "Tab", "space"])
        let second = (try? await book.today())?.text ?? "?"
        await until("New prompt goes on") { second != first && has(second) }
        await press(["shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab", "space"])
        await until("Talk records") { phase.isRecording }
        await until("it tells for how long") { has("00:0") }
        await press(["space"])
        await until("and stops") { !phase.isRecording }
    }

    /// Hidden widgets are not drawn, so a timer's remaining time stands still.
    private func hiddenItRests() async {
        let now = services.clock.now()
        let timer = Reminder(
            id: "tea", kind: .timer, label: "tea", createdAt: now, dueAt: now.advanced(by: .seconds(600)))
        services.assistant.send(.remindersChanged([timer]))
        await until("a timer is there") { has("Tea") && texts.contains { $0.hasPrefix("9:5") || $0 == "10:00" } }
        guard let window = widget?.window else { return }
        func left() -> String? { texts.first { $0.hasPrefix("9:") || $0 == "10:00" } }
        let shown = left()
        await until("it counts down") { left() != shown }
        window.isVisible = false
        await until("it is hidden") { !window.isMapped }
        // The state at the time it was hidden: labels keep their texts, and the survey covers only visible widgets.
        var labels: [String] { WidgetSurvey.labels(in: window) }
        let before = labels
        expect(!before.isEmpty, "there are labels")
        await waiting.pause(milliseconds: 2500)
        expect(labels == before, "hidden, it changes nothing")
        window.isVisible = true
        await until("seen again, it is up to date") { window.isMapped && labels != before }
        // A pending timer would keep the program running after its last window where notifications can report it.
        services.assistant.send(.remindersChanged([]))
        await until("the timer is over") { has("No timers running") }
    }

    private func focus() async {
        await send(
            ["search", "--sync", "--onlyvisible", "--name", "large widget", "windowfocus", "--sync"],
            "the widget has the keyboard")
    }

    private func press(_ keys: [String]) async {
        await send(["key", "--delay", "60"] + keys, "\(keys) are pressed")
        await waiting.pause(milliseconds: 100)
    }

    private func send(_ arguments: [String], _ what: String) async {
        input = try? ChildProcess("xdotool", arguments)
        await until(what) { input?.isRunning == false }
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("widget: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
        if failures > 0, !isReached() { print("widget: \(texts)") }
    }
}
