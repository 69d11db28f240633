// SPDX-License-Identifier: GPL-3.0-or-later
// `pill`: a global shortcut is held while another program has the keyboard; the words are shown above that program,
// which keeps the keyboard.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

@MainActor
final class HoldPillCheck {
    private let recognizer = FakeRecognizer()
    private let services: DesktopServices
    private let desktop: DesktopApplication
    private let waiting = LoopWaiting()
    private var course: Task<Void, Never>?
    private var failures = 0

    init() {
        services = fakeServices(log: NoEventLog(), recognizer: recognizer)
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.outlivesWindow = true
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
        print("pill: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private var pill: Window? { desktop.holdPillWindow }
    private var words: [String] { pill.map { WidgetSurvey.widgets(of: $0).map(\.text) } ?? [] }

    private func follow() async {
        services.assistant.send(.holdBegan)
        await until("it is held") { services.assistant.state.phase == .held }
        expect(pill == nil, "the window shows what is heard")
        services.assistant.send(.holdEnded)
        await until("it is over") { services.assistant.state.phase != .held }
        desktop.closeWindow()
        guard let other = try? ChildProcess("xev", ["-name", "another program"]) else { return expect(false, "xev") }
        defer { other.send(signal: 15) }
        await expectKeyboard("before")
        await until("JARVIS rests") { [.idle, .listening(for: .speech)].contains(services.assistant.state.phase) }
        services.assistant.send(.holdBegan)
        await until("the pill is there") { pill?.isMapped == true && words.contains("Listening…") }
        recognizer.send(.partial(PartialTranscript(text: "remind me to water")))
        await until("its words are live") { words.contains("remind me to water") }
        await expectKeyboard("while it is shown")
        expect(await isAbove(), "it stands over the other window")
        // A picture of the screen for people to look at.
        if let folder = Environment.value("JARVIS_LOOK_FOLDER"), let pill {
            _ = WindowCapture.savePNG(pill, to: folder + "/hold-pill.png")
        }
        services.assistant.send(.holdEnded)
        await until("it goes when the words are known") { pill == nil }
        services.assistant.send(.cancelRequested)
        services.assistant.send(.awayChanged(true))
        services.assistant.send(.holdBegan)
        await waiting.pause(milliseconds: 100)
        expect(pill == nil, "a locked screen shows none")
    }

    /// Checks that the other program has the keyboard.
    private func expectKeyboard(_ when: String) async {
        var name = ""
        for _ in 0..<50 {
            name = await output("xdotool", ["getwindowfocus", "getwindowname"])
            if name.contains("another program") { return }
            await waiting.pause(milliseconds: 100)
        }
        expect(false, "another program has the keyboard \(when), not “\(name)”")
    }

    /// True if the window manager keeps the pill above other windows.
    private func isAbove() async -> Bool {
        let properties = await output(
            "bash",
            [
                "-c",
                "xprop -id $(xdotool search --onlyvisible --name 'What JARVIS hears' | head -n 1) _NET_WM_WINDOW_TYPE",
            ])
        return properties.contains("_NET_WM_WINDOW_TYPE_NOTIFICATION")
    }

    private func output(_ program: String, _ arguments: [String]) async -> String {
        ((try? await ChildProcess.run(program, arguments))?.output ?? "").trimmed
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("pill: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
    }
}
