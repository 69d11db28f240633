// SPDX-License-Identifier: GPL-3.0-or-later
// The GTK program: one instance per desktop session, one main window at a time in front of the assistant's session.

import GioKit
public import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
public import JarvisDesktopControl
public import JarvisVisuals

/// The desktop program around one session, to which windows attach and from which they detach.
@MainActor
public final class DesktopApplication {
    /// The name on the session bus, of the desktop entry and of the icon.
    public nonisolated static let identifier = ProgramIdentity.name

    private static let openIdentity = "open"

    /// How the program is run.
    public struct Options: Sendable {
        /// False lets it run beside another instance (tests, the demonstration).
        public var isUnique = true
        /// Who draws the face.
        public var renderer = SceneBackendRequest.automatic
        /// Write figures about the frames into the event log.
        public var measuresFrames = false
        /// Closing the window leaves the session alone: a reply is spoken to its end, and the program runs until `quit`.
        /// False ends both with the window.
        public var outlivesWindow = false
        /// False leaves notifications of what rings to others.
        public var notifies = true
        /// The source of the desktop's state; nil: the desktop itself.
        public var desktop: (any DesktopWatching)?

        public init() {}
    }

    /// The GTK application below.
    public let application: Application
    /// The window, while there is one.
    public private(set) var window: MainWindow?
    /// Called when the first frame of a window has been painted.
    public var onFirstFrame: (@MainActor () -> Void)?
    /// Called when a window has been opened or closed.
    public var onWindowChange: (@MainActor () -> Void)?
    /// Ends the program in the place of the application's own run.
    public var onQuit: (@MainActor () -> Void)?

    let services: DesktopServices
    private let options: Options
    let desktop: DesktopShare
    private let background: BackgroundRinging
    private var hasStarted = false
    private let note: VoiceNoteStart
    private let raiser = WindowRaiser()
    /// The widgets that are open.
    var widgets: [WidgetSize: WidgetWindow] = [:]
    private var holdPill: HoldPill?
    /// The first setup has been shown, and is not opened by itself again.
    private var hasShownSetup = false
    /// What was asked for before the conversation had begun.
    private var waiting: (@MainActor (DesktopApplication) -> Void)?

    public init(_ services: DesktopServices, options: Options = Options()) {
        self.services = services
        self.options = options
        desktop = DesktopShare(options.desktop ?? DesktopMonitor())
        note = VoiceNoteStart(services.assistant)
        application = Application(identifier: Self.identifier, isUnique: options.isUnique)
        background = BackgroundRinging(application, services)
        background.isInSight = { [weak self] in self?.isInSight ?? false }
        background.onAccept = { [weak self] in
            self?.openWindow()
            self?.services.session.calls.request(.accept)
        }
        raiser.onUnseen = { [application] in
            application.notify(
                Self.openIdentity,
                DesktopNotification(
                    title: localized("JARVIS is already open"), body: localized("Click to show its window.")))
        }
        background.onOpen = { [weak self] in self?.openWindow() }
        background.onIdle = { [weak self] in self?.quit() }
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.openWindow() }
        application.guardActions { [weak self] in try await self?.perform($1, for: $0) }
    }

    /// Chooses GTK's own renderer and opens the display; to be called before anything else of GTK and before there are
    /// other threads.
    /// - Parameter renderer: the renderer of the face, as in `Options`.
    /// - Returns: false when no display answers.
    public static func openDisplay(for renderer: SceneBackendRequest = .automatic) -> Bool {
        prepareDisplay(for: renderer)
        return DisplayServer.open()
    }

    /// The part of `openDisplay` that has to come before there are other threads; the display may be opened later.
    public static func prepareDisplay(for renderer: SceneBackendRequest = .automatic) {
        RendererChoice.prepare(renderer)
    }

    /// What shows the words while a key of the desktop is held over another program; nil at any other time.
    public var holdPillWindow: Window? { holdPill?.window }
    /// True while a window can be seen.
    public var isInSight: Bool { window.map { !$0.window.isMinimized } ?? false }

    /// Leaves the application's name on the bus to who has it. Before `run`.
    public func goWithoutName() { application.goWithoutName() }

    /// Starts up within a main loop that runs already, in the place of `run`, and opens no window.
    /// - Returns: false where the application cannot be offered on the bus.
    func prepare() -> Bool { application.register() }

    /// Opens the window, or brings it to the front.
    /// - Parameter action: one of the desktop entry's, to be done besides, or a pane and, after a colon, a place in it.
    public func show(action: String?) {
        guard let action else { return application.activate() }
        let parts = action.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let pane = PaneName(rawValue: String(parts[0])) else {
            return application.activate(action: action)
        }
        openWindow()
        window?.openPane(pane, at: String(parts[1]))
    }

    /// Runs until the window is closed and nothing is left to ring, or where the session outlives it until `quit`; returns the exit status.
    public func run() -> Int32 {
        // The end of a desktop session is not a reason to lose what has been said.
        let signals = TerminationSignals { [weak self] in self?.quit() }
        defer { withExtendedLifetime(signals) {} }
        let status = application.run()
        MainLoop.run { [services, background] in
            await background.end()
            await services.session.stop()
        }
        return status
    }

    /// Writes the window as GTK draws it into a PNG file.
    /// - Returns: false when there is no window or the file cannot be written.
    public func savePicture(to path: String) -> Bool {
        guard let window else { return false }
        return WindowCapture.savePNG(window.window, to: path)
    }

    /// Closes the window and ends `run`.
    public func quit() {
        closeWidgets()
        holdPill?.close()
        close(staying: options.outlivesWindow)
        application.withdrawNotification(Self.openIdentity)
        if let onQuit { onQuit() } else { application.quit() }
    }

    private func startUp() {
        if options.outlivesWindow { application.hold() }
        desktop.prepare()
        bindTranslations(services.resources)
        Theme.install(services.resources)
        addEntryActions()
        if options.notifies { background.start() }
        holdPill = HoldPill(application, services, desktop) { [weak self] in
            self.map { $0.isInSight || !$0.widgets.isEmpty } ?? true
        }
        for (action, keys) in Shortcuts.actions {
            application.addAction(action.rawValue, keys: keys) { [weak self] in self?.perform(action) }
        }
        application.addAction("talk") { [weak self] in self?.talk() }
    }

    /// What another program asks for over the bus: a second start of this one, the desktop's shell, or any other.
    private func perform(_ action: String, for caller: String) async throws {
        if EntryAction.isMuting(action) { return services.assistant.send(.setMuted(true)) }
        if !EntryAction.isShowing(action) { try await services.admit(caller) }
        application.activate(action: action)
    }

    private func perform(_ action: ShortcutAction) {
        switch action {
        case .history, .settings, .keyboard, .commands, .shortcuts, .timers, .lists, .setup:
            if let pane = action.pane { window?.togglePane(pane) }
        case .quickSettings: window?.toggleQuickSettings()
        case .find: window?.find()
        case .back: window?.stepBack()
        case .mute:
            let isMuted = services.assistant.state.microphone.isMuted
            // It may begin to listen again.
            if isMuted, !isInSight { openWindow() }
            services.assistant.send(.setMuted(!isMuted))
        case .call:
            // Any program on the bus can ask for it, and it is seen.
            if isInSight { window?.toggleCall() } else { atStart { $0.window?.toggleCall() } }
        case .retry: services.assistant.send(.retryRequested)
        case .compact: window?.toggleCompact()
        case .fullScreen: window?.toggleFullScreen()
        case .quit: quit()
        }
    }

    /// Talk, stop, interrupt or cancel: what the menu offers. Any program on the bus can ask for it, and it is seen.
    private func talk() {
        if !isInSight { openWindow() }
        guard hasStarted else { return waiting = { $0.listen() } }
        let assistant = services.assistant
        assistant.send(CompactTalk(assistant.state.phase).intent)
    }

    /// The actions for the desktop entry and other programs; each opens the window first.
    private func addEntryActions() {
        for pane in PaneName.allCases {
            application.addAction(pane.rawValue) { [weak self] in
                self?.open(pane)
            }
        }
        application.addAction("listen") { [weak self] in self?.atStart { $0.listen() } }
        application.addAction("record") { [weak self] in self?.atStart { $0.record() } }
        addWidgetActions()
    }

    /// Does what needs the conversation, in a window that is opened where there is none.
    private func atStart(_ work: @escaping @MainActor (DesktopApplication) -> Void) {
        openWindow()
        if hasStarted { work(self) } else { waiting = work }
    }

    /// Shows a pane, in a window that is opened where there is none.
    func open(_ pane: PaneName) {
        openWindow()
        window?.openPane(pane)
    }

    /// Shows what rings without a window in sight there, unless notifications are left to others.
    public func attach(_ notifications: NotificationService) {
        if options.notifies { background.attach(notifications) }
    }

    /// Lets skills open panes, and take back what is changed in them by hand.
    public func attach(_ control: DesktopWindowControl) { control.attach(self, services) }

    /// Begins to record unless that, or work on what was said, is going on already.
    private func listen() {
        window?.closePane()
        let assistant = services.assistant
        // The first tap would only interrupt.
        if assistant.state.phase == .speaking { assistant.send(.microphoneTapped) }
        switch assistant.state.phase {
        case .idle, .listening, .speaking: assistant.send(.microphoneTapped)
        case .recording, .held, .transcribing, .thinking: break
        }
    }

    private func record() {
        window?.closePane()
        note.begin()
    }

    /// Opens a window that shows the session as it is, or brings the open one to the front.
    public func openWindow() {
        if let window { return raiser.raise(window.window) }
        let window = MainWindow(application, services, desktop.follower(), options)
        self.window = window
        window.window.onCloseRequest { [weak self] in
            self?.closeWindow()
            return true
        }
        window.window.onActiveChange { [weak self] in
            guard let self, self.window?.window.isActive == true else { return }
            application.withdrawNotification(Self.openIdentity)
        }
        if services.onboarding.isDue, !hasShownSetup { window.openPane(.setup) }
        hasShownSetup = true
        window.present()
        background.leave()
        onWindowChange?()
        window.onFirstFrame { [weak self] in
            guard let self else { return }
            services.log.record("firstFrame", [:])
            desktop.connect()
            onFirstFrame?()
            hasStarted = true
            waiting?(self)
            waiting = nil
        }
    }

    /// Closes the window. Unless the session outlives it or something is to ring, the program ends with it, and a
    /// conversation that is going on.
    public func closeWindow() {
        guard window != nil else { return }
        if options.outlivesWindow {
            close(staying: true)
        } else if background.isNeeded {
            // Nothing would show that it listens.
            services.session.calls.request(.end)
            background.enter()
            close(staying: true)
        } else {
            // A widget goes on showing the conversation.
            close(staying: !widgets.isEmpty)
        }
    }

    /// The last widget has gone, and there is no window.
    func lastWindowClosed() {
        guard !options.outlivesWindow else { return }
        guard background.isNeeded else { return services.assistant.send(.stopped) }
        services.session.calls.request(.end)
        background.enter()
    }

    private func close(staying: Bool) {
        guard let window else { return }
        if !staying { services.assistant.send(.stopped) }
        window.close()
        window.window.destroy()
        self.window = nil
        onWindowChange?()
    }
}
