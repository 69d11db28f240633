// SPDX-License-Identifier: GPL-3.0-or-later
// The GTK program: one instance per desktop session, and at most one main window at a time.

import GioKit
public import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
public import JarvisDesktopControl
public import JarvisDesktopKit
import JarvisSettingsUI
public import JarvisVisuals

/// The desktop program around one session; windows attach to it and detach again.
@MainActor
public final class DesktopApplication {
    /// The program's name on the session bus, which the desktop entry and the icon share.
    public nonisolated static let identifier = ProgramIdentity.name

    /// Files that the window loads from beside the program; without them it looks plainer.
    public nonisolated static var resources: [String] { Theme.paths + ShaderSource.paths }

    private static let openIdentity = "open"

    /// Startup options.
    public struct Options: Sendable {
        /// False lets the program run beside another instance, for tests and the demonstration.
        public var isUnique = true
        /// The renderer to draw the face with.
        public var renderer = SceneBackendRequest.automatic
        /// An action of the desktop entry to perform in the first window; nil for none.
        public var action: String?
        /// Writes frame statistics to the event log.
        public var measuresFrames = false
        /// Closing the window leaves the session running: JARVIS finishes its reply, and the program runs until `quit`.
        /// If false, closing the window ends both.
        public var outlivesWindow = false
        /// Shows notifications of reminders; false leaves them to other code.
        public var notifies = true
        /// The source of the desktop's state; nil uses the real desktop.
        public var desktop: (any DesktopWatching)?

        public init() {}
    }

    /// The underlying GTK application.
    public let application: Application
    /// The window, while there is one.
    public private(set) var window: MainWindow?
    /// Called when a window's first frame has been painted.
    public var onFirstFrame: (@MainActor () -> Void)?
    /// Called when a window has been opened or closed.
    public var onWindowChange: (@MainActor () -> Void)?
    /// If set, ends the program in place of the application's own run loop.
    public var onQuit: (@MainActor () -> Void)?

    let services: DesktopServices
    private var options: Options
    let desktop: DesktopShare
    private let background: BackgroundRinging
    private var hasStarted = false
    private let note: VoiceNoteStart
    private let raiser = WindowRaiser()
    /// The open widgets.
    var widgets: [WidgetSize: WidgetWindow] = [:]
    private var holdPill: HoldPill?
    /// True once the first setup was shown; it won't open by itself again.
    private var hasShownSetup = false
    /// Work that waits until the conversation has started.
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
                    title: localized("JARVIS is already open"), body: localized("Click to show it.")))
        }
        background.onOpen = { [weak self] in self?.openWindow() }
        background.onIdle = { [weak self] in self?.quit() }
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.openAsStarted() }
        application.guardActions { [weak self] in try await self?.perform($1, for: $0) }
    }

    /// Chooses GTK's own renderer and opens the display. Call it before any other use of GTK and before other threads
    /// exist.
    /// - Parameter renderer: the renderer of the face, as in `Options`.
    /// - Returns: false when no display answers.
    public static func openDisplay(for renderer: SceneBackendRequest = .automatic) -> Bool {
        prepareDisplay(for: renderer)
        return DisplayServer.open()
    }

    /// The part of `openDisplay` that must run before other threads exist. The display itself can be opened later.
    public static func prepareDisplay(for renderer: SceneBackendRequest = .automatic) {
        RendererChoice.prepare(renderer)
    }

    /// The window with the words spoken while a global shortcut is held over another program; nil while hidden.
    public var holdPillWindow: Window? { holdPill?.window }
    /// True while a window is visible.
    public var isInSight: Bool { window.map { !$0.window.isMinimized } ?? false }

    /// Makes no claim to the application's bus name, so its current owner keeps it. Call it before `run`.
    public func goWithoutName() { application.goWithoutName() }

    /// Starts up within a main loop that is already running, in place of `run`. Opens no window.
    /// - Returns: false if the application can't be exported on the bus.
    func prepare() -> Bool { application.register() }

    /// Opens the window, or brings it to the front.
    /// - Parameter action: one of the desktop entry's actions, to perform as well; or the name of a pane, a colon and a
    ///   place in that pane.
    public func show(action: String?) {
        guard let action else { return application.activate() }
        let parts = action.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let pane = PaneName(rawValue: String(parts[0])) else {
            return application.activate(action: action)
        }
        openWindow()
        window?.openPane(pane, at: String(parts[1]))
    }

    /// Runs until the window is closed and nothing is left to ring, or until `quit` if the session outlives the window;
    /// returns the exit status.
    public func run() -> Int32 {
        // The end of a desktop session must not lose what the user has said.
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

    /// Performs an action for another program on the bus: a second instance, the desktop's shell, or any other.
    private func perform(_ action: String, for caller: String) async throws {
        if EntryAction.isMuting(action) { return services.assistant.send(.setMuted(true)) }
        if !EntryAction.isShowing(action) { try await services.admit(caller) }
        application.activate(action: action)
    }

    private func perform(_ action: ShortcutAction) {
        switch action {
        case .history, .settings, .keyboard, .commands, .shortcuts, .timers, .lists, .notes, .setup:
            if let pane = action.pane { window?.togglePane(pane) }
        case .quickSettings: window?.toggleQuickSettings()
        case .find: window?.find()
        case .back: window?.stepBack()
        case .mute:
            let isMuted = services.assistant.state.microphone.isMuted
            // Unmuting may start listening, and a visible window must show that.
            if isMuted, !isInSight { openWindow() }
            services.assistant.send(.setMuted(!isMuted))
        case .call:
            // Any program on the bus can ask for a call, so make sure that a window shows it.
            if isInSight { window?.toggleCall() } else { atStart { $0.window?.toggleCall() } }
        case .retry: services.assistant.send(.retryRequested)
        case .compact: window?.toggleCompact()
        case .fullScreen: window?.toggleFullScreen()
        case .quit: quit()
        }
    }

    /// Talks, stops, interrupts or cancels, as in the menu. Any program on the bus can ask for this, so a window shows
    /// it.
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

    /// Runs work that needs the conversation, opening a window if there is none.
    private func atStart(_ work: @escaping @MainActor (DesktopApplication) -> Void) {
        openWindow()
        if hasStarted { work(self) } else { waiting = work }
    }

    /// Shows a pane, opening a window if there is none.
    func open(_ pane: PaneName) {
        openWindow()
        window?.openPane(pane)
    }

    /// Shows ringing reminders as notifications while no window is visible, if the options say so.
    public func attach(_ notifications: NotificationService) {
        if options.notifies { background.attach(notifications) }
    }

    /// Lets skills open panes, and undo changes that the user made in them.
    public func attach(_ control: DesktopWindowControl) { control.attach(self, services) }

    /// Starts recording, unless JARVIS is already recording or processing a recording.
    private func listen() {
        window?.closePane()
        let assistant = services.assistant
        // While JARVIS speaks, the first tap only interrupts.
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

    /// Opens the window, the first time with the action that the program was started for.
    private func openAsStarted() {
        openWindow()
        guard let action = options.action else { return }
        options.action = nil
        application.activate(action: action)
    }

    /// Opens a window that shows the current session, or brings the open one to the front.
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

    /// Closes the window. The program and a running conversation end with it, unless the session outlives the window or
    /// a reminder is still pending.
    public func closeWindow() {
        guard window != nil else { return }
        if options.outlivesWindow {
            close(staying: true)
        } else if background.isNeeded {
            // Without a window, nothing would show that the call is still listening.
            services.session.calls.request(.end)
            background.enter()
            close(staying: true)
        } else {
            // A widget may still show the conversation.
            close(staying: !widgets.isEmpty)
        }
    }

    /// Ends the program or keeps it in the background, once the last window of any kind has closed.
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
