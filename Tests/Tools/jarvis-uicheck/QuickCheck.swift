// SPDX-License-Identifier: GPL-3.0-or-later
// `quick`: real keys and a real pointer open the quick settings, change settings in them and close them.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting

@MainActor
final class QuickCheck {
    private let services = fakeServices(log: NoEventLog())
    private let desktop: DesktopApplication
    private let waiting = LoopWaiting()
    private var course: Task<Void, Never>?
    private var input: ChildProcess?
    private var failures = 0

    init() {
        var options = DesktopApplication.Options()
        options.isUnique = false
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self, course == nil else { return }
            services.session.start()
            course = Task { [weak self] in
                await self?.follow()
                self?.desktop.quit()
            }
        }
        let status = desktop.run()
        print("quick: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private var window: MainWindow? { desktop.window }
    private var survey: [SurveyedWidget] { window.map { WidgetSurvey.widgets(of: $0.window) } ?? [] }
    private var sheet: Place? { survey.first { $0.classes.contains("quick-sheet") }?.place }
    private var isOpen: Bool { sheet != nil }
    private var hasSheetFocus: Bool {
        guard let window, let sheet = WidgetSurvey.widget(ofClass: "quick-sheet", in: window.window) else {
            return false
        }
        return window.window.focusWidget?.isInside(sheet) == true
    }
    private var hasMicrophoneFocus: Bool { window?.window.focusWidget?.hasClass("microphone") == true }
    private var settings: Settings { services.settings.current }

    private func follow() async {
        await send(
            ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "windowfocus", "--sync"], "the window has focus"
        )
        await open()
        expect(sheet?.height == 280, "the sheet is 280 high, not \(sheet?.height ?? 0)")
        let rows = survey.filter { $0.classes.contains("quick-row") }
        expect(rows.count == 6 && rows.allSatisfy { $0.place.height == 44 }, "rows are 44 high: \(rows.map(\.place))")
        for _ in 0..<8 {
            await press(["Tab"])
            expect(hasSheetFocus, "Tab stays in the sheet")
        }
        await press(["Escape"])
        await until("Esc closes it") { !isOpen }
        await until("the keyboard is back") { hasMicrophoneFocus }
        await everythingIsChangedByKeys()
        await theWayToAllSettings()
        await thePointerDraws()
        await aPressBesideItClosesIt()
    }

    private func everythingIsChangedByKeys() async {
        await open()
        let before = settings
        // From the mode to the switches and the slider, in order.
        await press(["Tab", "space"])
        await until("replies are no longer spoken") { settings.speaksReplies != before.speaksReplies }
        await press(["Tab", "space"])
        await until("the microphone is muted") { services.assistant.state.microphone.isMuted }
        await press(["Tab", "space"])
        await until("nothing is kept") { settings.history.isSessionOnly }
        await press(["Tab", "Left", "Left"])
        await until("it is softer") { settings.volume < before.volume }
        // Changes made elsewhere show here.
        services.assistant.send(.setMuted(false))
        await press(["shift+Tab", "shift+Tab", "space"])
        await until("the switch has followed, and mutes again") { services.assistant.state.microphone.isMuted }
        await press(["Escape"])
        await until("Esc closes it") { !isOpen }
    }

    private func theWayToAllSettings() async {
        await open()
        await press(["Tab", "Tab", "Tab", "Tab", "Tab", "space"])
        await until("the settings are open, and the sheet is gone") { window?.openPane == .settings && !isOpen }
        await press(["ctrl+period"])
        await until("over a pane the sheet comes in its place") { window?.openPane == nil && isOpen && hasSheetFocus }
        await press(["ctrl+period"])
        await until("its key closes it, too") { !isOpen }
    }

    private func thePointerDraws() async {
        guard let window = window?.window else { return }
        let (middle, low) = (window.width / 2 + 140, window.height - 24)
        await drag(from: (middle, low), to: (middle, low - 160))
        await until("a swipe up beside the microphone opens it") { isOpen && hasSheetFocus }
        await atRest()
        guard let sheet else { return }
        let handle = (x: sheet.x + sheet.width / 2, y: sheet.y + 8)
        await drag(from: handle, to: (handle.x, handle.y + 200))
        await until("drawn down by its handle it closes") { !isOpen }
    }

    private func aPressBesideItClosesIt() async {
        await open()
        await send(
            [
                "search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "mousemove", "--window", "%1", "60", "200",
                "click", "1",
            ],
            "a press beside it")
        await until("a press beside it closes it") { !isOpen }
        expect(services.assistant.state.phase.isRecording == false, "and does nothing else")
    }

    private func open() async {
        await press(["ctrl+period"])
        await until("its key opens it, with the keyboard") { isOpen && hasSheetFocus }
        await atRest()
    }

    /// Waits until the sheet has slid in.
    private func atRest() async {
        var earlier: Place?
        for _ in 0..<100 where sheet == nil || sheet != earlier {
            earlier = sheet
            await waiting.pause(milliseconds: 60)
        }
    }

    private func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) async {
        var arguments = ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$"]
        arguments += ["mousemove", "--window", "%1", "\(start.x)", "\(start.y)", "mousedown", "1"]
        for step in 1...8 {
            let y = start.y + (end.y - start.y) * step / 8
            arguments += ["mousemove", "--window", "%1", "\(start.x)", "\(y)", "sleep", "0.04"]
        }
        await send(arguments + ["mouseup", "1"], "the pointer draws")
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
        print("quick: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
    }
}
