// SPDX-License-Identifier: GPL-3.0-or-later
// `show [--pane NAME] [--state NAME] [--messages N] [--say KIND:SKILL=TEXT]… [--one-history] [--reminders] [--no-lists] [--size WxH] [--set KEY=VALUE] [--text-scale N]
// [--compact] [--lesson|--failed-lesson] [--png FILE] [--renderer R] [--log] [--survey]`: the window with fakes behind it until it is closed, or
// until its picture is taken; for eyes and for tools outside. `--set` changes a setting, `--one-history` lets what is said
// go on with the sample conversation, `--log` prints the events, `--survey` the widgets with their places.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore
import JarvisAssistant
import JarvisDesktop
import JarvisPlatform
import JarvisTesting
import JarvisVisuals

@MainActor
final class ShowCheck {
    private var pane: PaneName?
    private var state: String?
    private var picture: String?
    /// Length of a numbered conversation in place of the believable one.
    private var messages: Int?
    private var printsLog = false
    private var isOneHistory = false
    private var hasReminders = false
    private let reminders = FakeReminderStore()
    private var lists = FakeListStore(SampleData.lists)
    private var following: Task<Void, Never>?
    /// What the conversation ends with, "KIND=TEXT" or "KIND:SKILL=TEXT".
    private var said: [String] = []
    private var printsSurvey = false
    private var look = LookOptions()
    private var isCompact = false
    private var showsLesson = false
    private var failsLesson = false
    private var renderer = SceneBackendRequest.automatic
    private var timer: LoopTimer?
    private var status: Int32 = 0

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--pane": pane = rest.popFirst().flatMap(PaneName.init)
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
            case "--no-lists": lists = FakeListStore()
            case "--survey": printsSurvey = true
            case "--size", "--set", "--text-scale": look.take(option, rest.popFirst())
            case "--compact": isCompact = true
            case "--lesson": showsLesson = true
            case "--failed-lesson": (showsLesson, failsLesson) = (true, true)
            case "--renderer": renderer = rest.popFirst().flatMap(SceneBackendRequest.init) ?? .automatic
            default: break
            }
        }
    }

    func run() -> Int32 {
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.renderer = renderer
        var conversation = messages.map { SampleData.longConversation(count: $0) } ?? SampleData.conversation()
        conversation += SampleData.messages(said, after: conversation.count)
        let log: any EventLog = printsLog ? PrintingLog() : FakeEventLog()
        var services = sampleServices(
            conversation, log: log, isOneHistory: isOneHistory,
            reminders: reminders, lists: lists)
        services.launcher = RecordingLauncher(log: log)
        look.apply(to: services)
        let desktop = DesktopApplication(services, options: options)
        desktop.onFirstFrame = { [weak self, weak desktop] in
            guard let self, let desktop, let window = desktop.window else { return }
            look.resize(window)
            if state == nil { services.assistant.send(.started) }
            if hasReminders { keepReminders(services) }
            if let state = state.flatMap(SampleState.named) { window.show(state) }
            if let pane { window.openPane(pane) }
            if isCompact { window.toggleCompact() }
            if showsLesson { showLesson(window, services) }
            guard picture != nil || printsSurvey else { return }
            timer = .once(milliseconds: 1500) { [weak self] in
                self?.finish(window)
                desktop.quit()
            }
        }
        let result = desktop.run()
        return status == 0 ? result : status
    }

    /// Sets what the samples have, and follows what becomes of it.
    private func keepReminders(_ services: DesktopServices) {
        following = SampleReminders.follow(reminders, for: services)
        let reminders = reminders
        Task {
            for reminder in SampleReminders.all() { try await reminders.add(reminder) }
        }
    }

    /// The lesson of the wake word as it goes on, or as it ends where the microphone is muted.
    private func showLesson(_ window: MainWindow, _ services: DesktopServices) {
        window.openPane(.settings)
        if failsLesson { services.assistant.send(.setMuted(true)) }
        // A row that comes into being ends a lesson that is not its own.
        timer = LoopTimer(milliseconds: 100) {
            services.wakeLesson.begin()
            return true
        }
    }

    private func finish(_ window: MainWindow) {
        if printsSurvey {
            for seen in WidgetSurvey.widgets(of: window.window) {
                let (place, text) = (seen.place, seen.text.isEmpty ? "" : " “\(seen.text)”")
                let indent = String(repeating: "  ", count: seen.depth)
                print(
                    "\(indent)\(seen.type).\(seen.classes.joined(separator: ".")) \(place.x),\(place.y) "
                        + "\(place.width)x\(place.height)\(text)")
            }
        }
        guard let picture else { return }
        status = WindowCapture.savePNG(window.window, to: picture) ? 0 : 1
    }
}
