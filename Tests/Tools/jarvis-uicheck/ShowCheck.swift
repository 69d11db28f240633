// SPDX-License-Identifier: GPL-3.0-or-later
// `show [--pane NAME] [--place NAME] [--state NAME] [--messages N] [--say KIND:SKILL=TEXT]… [--one-history]
// [--reminders] [--acted] [--no-lists] [--size WxH] [--set KEY=VALUE] [--text-scale N] [--compact] [--locked yes|no]
// [--lesson|--failed-lesson] [--reader] [--voices N] [--voice-offer arrives|waits] [--right-to-left] [--png FILE]
// [--renderer R] [--log] [--survey]`: shows the window with fakes behind it until it is closed or its picture is taken;
// for people and external programs. `--set` changes a setting, `--one-history` lets new messages continue the sample
// conversation, `--acted` ends it with a tool call, `--voice-offer` has a voice to install, `--log` prints the events,
// `--survey` the widgets with their positions.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore
import JarvisAssistant
import JarvisDesktop
import JarvisSettingsUI
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting
import JarvisVisuals

@MainActor
final class ShowCheck {
    private var pane: PaneName?
    /// A page of the settings, or the key of one of them.
    private var place: String?
    private var state: String?
    private var picture: String?
    /// The length of a numbered conversation that replaces the sample one.
    private var messages: Int?
    private var printsLog = false
    private var isOneHistory = false
    private var hasReminders = false
    private var hasActed = false
    private let reminders = FakeReminderStore()
    private var lists = FakeListStore(SampleData.lists)
    private var following: Task<Void, Never>?
    /// The last messages of the conversation, "KIND=TEXT" or "KIND:SKILL=TEXT".
    private var said: [String] = []
    private var printsSurvey = false
    private var look = LookOptions()
    private var isCompact = false
    /// Whether the user of a locked history can authenticate; nil if it is not locked.
    private var lockAnswer: String?
    /// The number of installed voices.
    private var voiceCount: Int?
    /// Offers a voice in the setup.
    private var offer: SampleOffer?
    private var showsLesson = false
    /// True as if a screen reader ran; the state then comes a moment after the window, so that it is announced.
    private var hasReader = false
    private var failsLesson = false
    private var renderer = SceneBackendRequest.automatic
    private var timer: LoopTimer?
    private var status: Int32 = 0

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--pane": pane = rest.popFirst().flatMap(PaneName.init)
            case "--place": place = rest.popFirst()
            case "--messages": messages = rest.popFirst().flatMap { Int($0) }
            case "--state": state = rest.popFirst()
            case "--png": picture = rest.popFirst()
            case "--png-in-desktop":
                // Tests cannot know the folder of their virtual desktop in advance.
                picture = rest.popFirst().map { (Environment.value("VIRTUAL_DESKTOP") ?? ".") + "/" + $0 }
            case "--log": printsLog = true
            case "--one-history": isOneHistory = true
            case "--reminders": hasReminders = true
            case "--say": said += rest.popFirst().map { [$0] } ?? []
            case "--acted": hasActed = true
            case "--no-lists": lists = FakeListStore()
            case "--survey": printsSurvey = true
            case "--size", "--set", "--text-scale": look.take(option, rest.popFirst())
            case "--locked": lockAnswer = rest.popFirst()
            case "--compact": isCompact = true
            case "--voices": voiceCount = rest.popFirst().flatMap { Int($0) }
            case "--voice-offer": offer = SampleOffer(arrives: rest.popFirst() == "arrives")
            case "--right-to-left": look.isRightToLeft = true
            case "--lesson": showsLesson = true
            case "--reader": hasReader = true
            case "--failed-lesson": (showsLesson, failsLesson) = (true, true)
            case "--renderer": renderer = rest.popFirst().flatMap(SceneBackendRequest.init) ?? .automatic
            default: break
            }
        }
    }

    func run() -> Int32 {
        UndoToastTime.milliseconds = 600_000
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.renderer = renderer
        var conversation = messages.map { SampleData.longConversation(count: $0) } ?? SampleData.conversation()
        conversation += SampleData.messages(said, after: conversation.count)
        if hasActed { conversation.append(SampleData.actedMessage(after: conversation.count)) }
        let whole = conversation
        let log: any EventLog = printsLog ? PrintingLog() : FakeEventLog()
        var services = sampleServices(
            conversation, log: log, isOneHistory: isOneHistory,
            reminders: reminders, lists: lists)
        services.launcher = RecordingLauncher(log: log)
        if let voiceCount { services.forSettings.synthesizer = SampleVoices(count: voiceCount) }
        if let offer {
            services.forSettings.synthesizer = SampleVoices(offer: offer)
            services.forSettings.onboarding.voiceOffer = { offer.offer() }
        }
        if let lockAnswer { SampleLock.close(&services, opens: lockAnswer == "yes") }
        look.apply(to: services)
        let desktop = DesktopApplication(services, options: options)
        desktop.onFirstFrame = { [weak self, weak desktop] in
            guard let self, let desktop, let window = desktop.window else { return }
            look.resize(window)
            if state == nil { services.assistant.send(.started) }
            // The conversation knows earlier messages, which the lock must hide.
            if lockAnswer != nil { services.assistant.send(.historyLoaded(whole)) }
            if hasReminders { keepReminders(services) }
            if hasReader {
                services.assistant.send(.screenReaderChanged(true))
                showLater(window)
            } else if let state = state.flatMap(SampleState.named) {
                window.show(state)
            }
            let start = ContinuousClock.now
            if let pane { window.openPane(pane) }
            if let place { window.openSettings(at: place) }
            if printsLog, pane != nil { print("opened", (ContinuousClock.now - start) / .milliseconds(1)) }
            if isCompact { window.toggleCompact() }
            if showsLesson { showLesson(window, services) }
            guard picture != nil || printsSurvey else { return }
            timer = .once(milliseconds: 1500) { [weak self] in self?.finish(window) { desktop.quit() } }
        }
        let result = desktop.run()
        return status == 0 ? result : status
    }

    /// Shows the state once a screen reader has said what has the focus.
    private func showLater(_ window: MainWindow) {
        guard var state = state.flatMap(SampleState.named) else { return }
        _ = AssistantReducer.reduce(&state, .screenReaderChanged(true))
        timer = .once(milliseconds: 3000) { window.show(state) }
    }

    /// Sets the sample reminders and follows their changes.
    private func keepReminders(_ services: DesktopServices) {
        following = SampleReminders.follow(reminders, for: services)
        let reminders = reminders
        Task {
            for reminder in SampleReminders.all() { try await reminders.add(reminder) }
        }
    }

    /// Shows the wake-word lesson in progress, or its end with a muted microphone.
    private func showLesson(_ window: MainWindow, _ services: DesktopServices) {
        window.openSettings(at: SettingsPage.listening.rawValue)
        if failsLesson { services.assistant.send(.setMuted(true)) }
        // A new row ends a lesson that it does not own.
        timer = LoopTimer(milliseconds: 100) {
            services.forSettings.wakeLesson.begin()
            return true
        }
    }

    private func finish(_ window: MainWindow, _ end: @escaping @MainActor () -> Void) {
        if printsSurvey {
            for seen in WidgetSurvey.widgets(of: window.window) {
                let (place, text) = (seen.place, seen.text.isEmpty ? "" : " “\(seen.text)”")
                let indent = String(repeating: "  ", count: seen.depth)
                print(
                    "\(indent)\(seen.type).\(seen.classes.joined(separator: ".")) \(place.x),\(place.y) "
                        + "\(place.width)x\(place.height) least \(seen.minimumWidth)\(text)")
            }
        }
        guard let picture else { return end() }
        save(window, to: picture, tries: 20, end)
    }

    /// On a busy machine a window may not have a picture yet.
    private func save(_ window: MainWindow, to path: String, tries: Int, _ end: @escaping @MainActor () -> Void) {
        status = WindowCapture.savePNG(window.window, to: path) ? 0 : 1
        guard status != 0, tries > 1 else { return end() }
        timer = .once(milliseconds: 250) { [weak self] in self?.save(window, to: path, tries: tries - 1, end) }
    }
}
