// SPDX-License-Identifier: GPL-3.0-or-later
// `look [--pages | --against FOLDER] [--size WxH] [--set KEY=VALUE] [--text-scale N] [--right-to-left] [--out FOLDER]
// [--name NAME] [--only STATE]`: shows every state and every pane in turn, writes a picture of each, and prints the
// contrast of all readable text and every violation of the rules. With `--pages`, only the pages of the settings and of
// the setup, without motion and transparency; with `--against`, also every difference from the pictures in that folder.
// Exits with status 1 if anything differs or breaks a rule.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisSettingsUI
import JarvisTesting

@MainActor
final class LookCheck {
    private enum Scene {
        case state(String)
        case pane(PaneName)
        case settings(SettingsPage)
        case quickSettings
        case setup(OnboardingPage)
        case call(SampleCall)
        case widget(WidgetSize)

        var name: String {
            switch self {
            case .state(let name): name
            case .pane(let pane): "pane-\(pane.rawValue)"
            case .settings(let page): "settings-\(page.rawValue)"
            case .quickSettings: "quick-settings"
            case .setup(let page): "setup-\(page.rawValue)"
            case .call(let call): "call-\(call.rawValue)"
            case .widget(let size): size.action
            }
        }

        /// True if it is captured from its beginning to its end.
        var isLong: Bool {
            switch self {
            case .settings, .setup: true
            default: false
            }
        }

        /// The time until morphs have finished and late elements have appeared: the hints at rest and while it speaks.
        var milliseconds: Int {
            switch self {
            case .state("empty"): 2300
            case .state("speaking"): 1700
            // The rows have appeared, and the servers have been checked.
            case .settings, .setup, .call: 1400
            // The logo assembles itself.
            case .pane(.setup): 2800
            default: 700
            }
        }
    }

    private var options = LookOptions()
    private var folder: String?
    private var showsPages = false
    private var against: String?
    private var name = "look"
    private var only: String?
    private var scenes: [Scene] = []
    private var timer: LoopTimer?
    private var services: DesktopServices?
    private var problemCount = 0
    /// The current view of a page that is longer than the window.
    private var part = 1
    private var opening: Task<Void, Never>?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--out": folder = rest.popFirst()
            case "--pages": showsPages = true
            case "--against": (showsPages, against) = (true, rest.popFirst())
            case "--name": name = rest.popFirst() ?? name
            case "--right-to-left": options.isRightToLeft = true
            case "--only": only = rest.popFirst()
            default: options.take(option, rest.popFirst())
            }
        }
        scenes = SampleState.names.map(Scene.state) + PaneName.allCases.map(Scene.pane)
        scenes += SettingsPage.allCases.map(Scene.settings) + [.quickSettings]
        scenes += OnboardingPage.allCases.dropFirst().map(Scene.setup)
        scenes += WidgetSize.allCases.map(Scene.widget) + SampleCall.allCases.map(Scene.call)
        if showsPages {
            for change in ["appearance.reduced-motion=on", "appearance.reduced-transparency=on"] {
                options.take("--set", change)
            }
            scenes = scenes.filter(\.isLong)
        }
        if let only { scenes = scenes.filter { $0.name == only } }
    }

    func run() -> Int32 {
        var settings = DesktopApplication.Options()
        settings.isUnique = false
        var services = sampleServices(SampleData.conversation())
        let meters = FakeMeters()
        meters.set(input: 0.62, output: 0.5, bands: (0..<64).map { 0.25 + 0.7 * Float(($0 * 7) % 11) / 11 })
        services.meters = meters
        if showsPages {
            // Reference pictures must not depend on the time of day.
            services.forSettings.clock = FakeWallClock()
            services.forSettings.privacy = SamplePrivacy.services(services.clock)
        }
        options.apply(to: services)
        self.services = services
        let desktop = DesktopApplication(services, options: settings)
        desktop.onFirstFrame = { [weak self, weak desktop] in
            guard let self, let desktop, let window = desktop.window else { return }
            options.resize(window)
            timer = .once(milliseconds: 500) { [weak self, weak desktop] in
                guard let desktop else { return }
                self?.next(window, desktop)
            }
        }
        let result = desktop.run()
        return result != 0 ? result : problemCount == 0 ? 0 : 1
    }

    private func next(_ window: MainWindow, _ desktop: DesktopApplication) {
        guard !scenes.isEmpty else { return desktop.quit() }
        let scene = scenes.removeFirst()
        switch scene {
        case .state(let name):
            window.closePane()
            if let state = SampleState.named(name) { window.show(state) }
        case .pane(let pane):
            // Without a banner, since the panes follow the assistant, which has none and would not make room for it.
            if pane == PaneName.allCases.first, let state = SampleState.named("idle") { window.show(state) }
            if pane == .timers { services?.assistant.send(.remindersChanged(SampleReminders.all())) }
            window.openPane(pane)
        case .settings(let page): window.openSettings(at: page.rawValue)
        case .quickSettings: window.toggleQuickSettings()
        case .setup(let page): open(page, window)
        case .call(let call): if let services { call.begin(window, services) }
        case .widget(let size):
            services?.assistant.send(.remindersChanged(SampleReminders.all()))
            _ = try? services?.settings.update { $0.showsNoteLine = true }
            desktop.openWidget(size)
        }
        part = 1
        settle(scene, window, desktop)
    }

    /// Waits for the scene, and then for its animations.
    private func settle(_ scene: Scene, _ window: MainWindow, _ desktop: DesktopApplication, attempts: Int = 60) {
        var isReached = true
        if case .call(let call) = scene, let services { isReached = call.isReached(services) || attempts == 0 }
        timer = .once(milliseconds: isReached ? scene.milliseconds : 100) { [weak self, weak desktop] in
            guard let self, let desktop else { return }
            guard isReached else { return settle(scene, window, desktop, attempts: attempts - 1) }
            capture(scene, window, desktop, attempts: 60)
        }
    }

    /// Opens the setup at this page.
    private func open(_ page: OnboardingPage, _ window: MainWindow) {
        var progress = OnboardingProgress()
        for _ in 0..<page.index { progress.take(.next) }
        opening = Task { [keeper = services?.forSettings.onboarding.keeper] in
            window.closePane()
            do { try await keeper?.keep(progress) } catch { print("jarvis-uicheck: \(error)") }
            window.openPane(.setup)
        }
    }

    /// Captures once the layout is stable, right after a frame: a loaded machine takes longer, and between two frames a
    /// window has no picture.
    private func capture(
        _ scene: Scene, _ window: MainWindow, _ desktop: DesktopApplication, attempts: Int, earlier: [Place] = []
    ) {
        var shown = window.window
        if case .widget(let size) = scene, let widget = desktop.widget(size) { shown = widget.window }
        shown.queueDraw()
        shown.onFirstFrame { [weak self, weak desktop] in
            guard let self, let desktop else { return }
            let widgets = WidgetSurvey.widgets(of: shown)
            let places = widgets.map(\.place)
            let picture = WindowCapture.pixels(of: shown)
            let isAtRest = places == earlier && LookRules.isAtRest(widgets)
            let isReady = picture != nil && isAtRest || attempts == 0
            if isReady { look(at: scene, shown, picture) }
            timer = .once(milliseconds: isReady ? 0 : 80) { [weak self, weak desktop] in
                guard let self, let desktop else { return }
                guard isReady else {
                    return capture(scene, window, desktop, attempts: attempts - 1, earlier: places)
                }
                guard scene.isLong, WidgetSurvey.scrollOn(window.window) else { return next(window, desktop) }
                part += 1
                capture(scene, window, desktop, attempts: 60)
            }
        }
    }

    private func look(at scene: Scene, _ window: Window, _ picture: CapturedPixels?) {
        let widgets = WidgetSurvey.widgets(of: window)
        var found = LookRules.problems(widgets)
        if case .state = scene { found += LookRules.overlaps(widgets) }
        let title = scene.name + (part > 1 ? "-\(part)" : "")
        if let folder {
            let file = showsPages ? title : "\(name)-\(title)"
            if !WindowCapture.savePNG(window, to: "\(folder)/\(file).png") {
                found.append("the picture could not be kept")
            }
        }
        if let against, let picture { found += differences(of: picture, from: "\(against)/\(title).png", title) }
        if let picture, let frame = widgets.first?.place {
            let meter = ContrastMeter(picture, originX: frame.x, originY: frame.y)
            for seen in LookRules.uncovered(widgets) { found += contrast(seen, meter, frame, scene.name) }
        } else {
            found.append("there is no picture")
        }
        for problem in found.map(Self.oneLine) { print("problem\t\(name)\t\(scene.name)\t\(problem)") }
        problemCount += found.count
    }

    private func differences(of picture: CapturedPixels, from path: String, _ title: String) -> [String] {
        guard let kept = KeptPicture(path: path) else { return ["there is no picture of \(title)"] }
        guard let difference = kept.difference(from: picture.bytes, width: picture.width, height: picture.height) else {
            return ["\(title) is \(picture.width)×\(picture.height), and was \(kept.width)×\(kept.height)"]
        }
        print("compared\t\(title)\t\((difference * 100).rounded() / 100)")
        return difference > KeptPicture.tolerance ? ["\(title) looks otherwise, by \(difference) in one place"] : []
    }

    private func contrast(
        _ seen: SurveyedWidget, _ meter: ContrastMeter, _ frame: Place, _ scene: String
    ) -> [String] {
        guard let needed = LookRules.neededContrast(seen) else { return [] }
        let visible = LookRules.glyphPlace(seen).intersection(frame)
        // The visible half of a line that is scrolled out says nothing about it.
        guard visible == LookRules.glyphPlace(seen), !seen.isScrolled || isInView(seen),
            let ratio = meter.ratio(of: visible)
        else {
            return []
        }
        let text = Self.oneLine(
            seen.text.isEmpty ? seen.type + seen.classes.map { "." + $0 }.joined() : String(seen.text.prefix(40)))
        let rounded = (ratio * 10).rounded() / 10
        print("contrast\t\(name)\t\(scene)\t\(rounded)\t\(needed)\t\(text)")
        return rounded < needed ? ["“\(text)” has a contrast of \(rounded), needs \(needed)"] : []
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0 == "\n" ? " " : $0 })
    }

    private func isInView(_ seen: SurveyedWidget) -> Bool {
        seen.view.map { $0.intersection(seen.place) == seen.place } ?? true
    }
}
