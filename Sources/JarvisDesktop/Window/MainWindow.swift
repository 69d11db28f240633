// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: joins the voice screen, panes, keys and pacing, and attaches them to the session.

import GioKit
public import GtkKit
import JarvisAssistant
public import JarvisConversation
import JarvisCore
public import JarvisDesktopKit
import JarvisPlatform
import JarvisSettingsUI
import JarvisStore
import JarvisVisuals

/// The window of the voice screen.
@MainActor
public final class MainWindow {
    /// The GTK window.
    public let window: Window

    let services: DesktopServices
    let screen: VoiceScreen
    let panes: PaneHost
    let layers: Overlay
    let compact: CompactMode
    let consent: ConsentLayer
    let quick: QuickSettingsSheet
    private(set) lazy var numbers = NumberBadges { [weak self] in self?.pressableControls() ?? [] }
    let pill: CompactView
    let menu = ContextMenu()
    let tuner: VisualizerTuner
    private let gestures: MainAreaGestures
    var menuClicks: [ClickGesture] = []
    var doubleTap = DoubleTap()
    let pacing: WindowPacing
    let look: WindowLook
    private let fade: ThemeFade
    private var keys: WindowKeys?
    private(set) var state: AssistantState
    private let announcer: Announcer
    private var introducing: LoopTimer?
    private var notes: StateNotes
    private var observation: PacedStates?
    private var settingsTask: Task<Void, Never>?
    private var modelTask: Task<Void, Never>?
    private var lockTask: Task<Void, Never>?
    private var voiceTask: Task<Void, Never>?
    var presentation = CallPresentation()
    var callObservation: Observation?
    /// Remote hosts that receive questions to a language model.
    private var modelHosts: [String] = []
    private let settingsChanges: AsyncStream<Settings>
    var focusBeforePane: Widget?
    var focusBeforeConsent: Widget?
    var focusBeforeQuick: Widget?
    var focusBeforeMenu: Widget?
    /// True if the window was the pill before a consent question enlarged it.
    var returnsToCompact = false

    init(
        _ application: Application, _ services: DesktopServices, _ desktop: any DesktopWatching,
        _ options: DesktopApplication.Options
    ) {
        self.services = services
        state = services.assistant.state
        let room = WindowRoom(screens: Screens.areas, areInDoubt: Screens.areInDoubt)
        window = Window(application: application, title: ProgramIdentity.title, width: room.width, height: room.height)
        window.addClass("jarvis")
        // Our header replaces the title bar, unless the compositor always draws one: two would be too many.
        if !Window.hasTitleBars { window.hidesTitlebar() }
        window.permitsClipboard()
        window.prepareTextInput()
        window.setIcon(DesktopApplication.identifier)
        announcer = Announcer(window, title: ProgramIdentity.title)
        notes = StateNotes(firstTurn: services.firstTurn)
        // Before anything is read from them.
        settingsChanges = services.settings.changes()
        look = WindowLook(window, services.settings.current, desktop, services.log)
        screen = VoiceScreen(services, options.renderer)
        panes = PaneHost(services, screen.backdrop)
        pacing = WindowPacing(window, content: screen.root, log: services.log, measures: options.measuresFrames)
        pill = CompactView(services)
        tuner = VisualizerTuner(services)
        gestures = MainAreaGestures(on: screen.scene.gestureArea, screen.press, tuner)
        layers = Overlay(StillBin(screen.root))
        fade = ThemeFade(layers)
        layers.addLayer(panes.root)
        layers.addLayer(pill.root, isMeasured: true)
        quick = QuickSettingsSheet(services.forSettings, screen.backdrop)
        layers.addLayer(quick.root)
        consent = ConsentLayer(screen.backdrop)
        layers.addLayer(consent.root)
        compact = CompactMode(window, layers: layers, room)
        layers.addLayer(numbers.root)
        layers.addLayer(fade.layer)
        window.setChild(layers)
        connect()
    }

    private func connect() {
        screen.addRipples(window)
        screen.onOpen = { [weak self] in self?.openPane($0) }
        panes.onWillOpen = { [weak self] in
            self?.compact.leave()
            self?.quick.dismiss()
            self?.focusBeforePane = self?.focusOutsideMenu
            // What is being typed there must not end up in the microphone when the turn is over.
            self?.screen.controls.microphone.leaveFocus()
            self?.screen.freezeBackdrop()
        }
        panes.onChange = { [weak self] in self?.paneChanged($0) }
        keys = WindowKeys(window, screen.press) { [weak self] in
            guard let self else { return false }
            return panes.openPane != nil || menu.isOpen || consent.isShown || quick.isShown
        } isRinging: { [weak self] in
            self?.state.ringing.isEmpty == false
        } onTab: { [weak self] in
            self?.screen.controls.microphone.leaveFocus()
        } handle: { [weak self] in
            self?.handle($0)
        }
        connect(gestures)
        connectConsent()
        connectQuickSettings()
        pacing.onFrame = { [weak self] time, isStill, isAtRest in
            guard let self else { return }
            screen.present(at: time, isStill: isStill, isAtRest: isAtRest, showsSeconds: pacing.showsSeconds)
        }
        let voices = services.meters.voices()
        voiceTask = Task { [weak self] in
            for await _ in voices { self?.pacing.hearVoice() }
        }
        pacing.untilStale = { [weak self] in self?.screen.untilStale }
        pacing.onQuality = { [weak self] in self?.screen.scene.quality = $0.scene }
        lookChanged()
        look.onWillTurn = { [weak self] in self?.fade.begin() }
        look.onChange = { [weak self] in self?.lookChanged() }
        look.onCharge = { [weak self] in
            guard let self else { return }
            screen.charge = look.desktopState.charge
            pacing.redraw()
        }
        for signal in ["map", "unmap"] { window.connect(signal, after: true) { [weak self] _ in self?.updatePill() } }
        window.connect("realize", after: true) { [weak self] _ in
            self?.updateBackground()
            self?.window.onLayout { [weak self] in
                self?.updateBackground()
                self?.updateReserve()
            }
            self?.window.onStateChange { [weak self] in
                self?.compact.windowStateChanged()
                self?.updatePill()
            }
        }
        showRemoteHosts(services.settings.current)
        modelTask = Task { [weak self, hosts = services.modelHosts()] in
            for await hosts in hosts {
                guard let self else { return }
                modelHosts = hosts
                showRemoteHosts(services.settings.current)
            }
        }
        connectCalls()
        observation = PacedStates(services.assistant) { [weak self] in self?.show($0) }
        settingsTask = Task { [weak self, settingsChanges] in
            for await settings in settingsChanges { self?.apply(settings) }
        }
        followLock()
        followPointer()
        window.onActiveChange { [weak self] in if self?.window.isActive == true { self?.introduce() } }
        screen.scene.onResize = { [weak self] in self?.pacing.redraw() }
        _ = screen.grabFocus()
    }

    /// Detaches from the session: ends observations and animation, and everything that only this window could end.
    func close() {
        numbers.hide()
        // The window won't see the key or button being released, so end a hold now.
        screen.press.cancel()
        // Likewise, stop keeping a banner open that the user is reading.
        screen.showsBanner = false
        panes.show(nil)
        tuner.keep()
        menu.detach()
        pacing.close()
        ProcessMemory.reuseBlocks(upTo: 0)
        pill.setShown(false, isMotionAllowed: false)
        quick.dismiss()
        consent.close()
        panes.close()
        observation?.cancel()
        callObservation?.cancel()
        settingsTask?.cancel()
        modelTask?.cancel()
        lockTask?.cancel()
        announcer.close()
        introducing = nil
        voiceTask?.cancel()
        look.close()
    }

    /// Brings the window to the front.
    public func present() { window.present() }

    /// Calls `handler` once, when the next frame has been painted.
    public func onFirstFrame(_ handler: @escaping @MainActor () -> Void) { window.onFirstFrame(handler) }

    /// The middle of the face in the window, in logical pixels; nil before the window has a size.
    public var faceCenter: (x: Double, y: Double)? {
        screen.scene.field.bounds(in: window).map {
            ($0.x + $0.width / 2, $0.y + $0.height / 2 - screen.scene.visualizerLift)
        }
    }

    /// Draws a state. The window calls this itself for every state of the assistant.
    public func show(_ state: AssistantState) {
        let state = state.asShown
        let hasMoved =
            state.phase != self.state.phase || state.banner != self.state.banner
            || state.ringing != self.state.ringing || state.reminders != self.state.reminders
        self.state = state
        window.setClass("screen-reader", state.hasScreenReader)
        let shown = services.shown(state)
        // Before the controls change, since a reader names the focused one by itself.
        announce(shown)
        screen.show(shown)
        panes.show(state.banner)
        panes.show(state.ringing)
        pill.show(shown)
        consent.show(state)
        quick.show(state)
        pacing.show(state.phase)
        pacing.countUpdate()
        if hasMoved { pacing.change() }
    }

    /// Has a screen reader say what has changed.
    private func announce(_ state: AssistantState) {
        if state.hasScreenReader != announcer.isOn {
            announcer.isOn = state.hasScreenReader
            introduce()
        }
        announcer.isSpeaking = state.phase == .speaking
        let focusTells = screen.controls.microphone.isFocused && screen.root.isMapped
        for note in notes.take(state, focusTells: focusTells) { announcer.take(note.note, patience: note.patience) }
    }

    /// Has a screen reader say what has the focus: readers don't yet follow a window that has just opened.
    private func introduce() {
        guard announcer.isOn else { return introducing = nil }
        introducing = .once(milliseconds: DesignTokens.Announcements.introductionMilliseconds) { [weak self] in
            guard let self, window.isActive, !menu.isOpen, !window.isTextFocused else { return }
            window.refocus()
        }
    }

    /// Applies the settings, including values that the user is changing right now.
    func apply(_ settings: Settings) {
        look.apply(tuner.completing(settings))
        showRemoteHosts(settings)
    }

    /// Shows or hides the history when its lock opens or closes.
    private func followLock() {
        guard let changes = services.historyLock?.changes() else { return }
        lockTask = Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                show(state)
                for pane in [PaneName.history, .notes, .keyboard] { panes.renew(pane) }
            }
        }
    }

    /// Shows every host that receives user data.
    private func showRemoteHosts(_ settings: Settings) {
        let hosts = settings.speech.remoteHosts
        screen.show(remoteHosts: hosts + modelHosts.filter { !hosts.contains($0) })
    }

    private func lookChanged() {
        screen.apply(look.appearance)
        screen.charge = look.desktopState.charge
        pill.accent = look.appearance.accent
        pacing.apply(look.appearance.motion, look.desktopState)
        pacing.change()
        updatePill()
    }

    /// Leaves out the window's background where the scene covers it, which makes drawing cheaper.
    func updateBackground() {
        let isCovered = window.isDrawnByCairo && !window.isBlended && screen.root.isVisible
        window.setClass("bare", isCovered)
    }

    /// Keeps the memory that GTK needs for each frame of a window of this size.
    private func updateReserve() {
        guard window.isDrawnByCairo else { return }
        let scale = max(window.scaleFactor, 1)
        ProcessMemory.reuseBlocks(upTo: (window.width * scale + 64) * (window.height * scale + 64) * 4)
    }

    /// Updates the pill, which animates itself while visible.
    func updatePill() {
        pill.setShown(
            pill.root.isMapped && !window.isMinimized && !look.desktopState.isLocked,
            isMotionAllowed: look.appearance.motion == .full && !look.desktopState.isPowerSaving)
    }
}

// Panes
extension MainWindow {
    /// Opens a pane over the screen.
    public func openPane(_ name: PaneName) { panes.open(name) }

    /// Opens the settings at one of their pages, or at the setting with this key.
    public func openSettings(at place: String) { openPane(.settings, at: place) }

    /// Opens a pane at a place within it.
    public func openPane(_ name: PaneName, at place: String) {
        panes.open(name)
        panes.show(place: place)
    }

    /// Closes the open pane, if any.
    public func closePane() { panes.close() }

    /// The open pane.
    public var openPane: PaneName? { panes.openPane }

    /// Opens a pane, or closes it if it is open.
    func togglePane(_ name: PaneName) {
        if panes.openPane == name { panes.close() } else { panes.open(name) }
    }

    /// Goes back within the open pane, or else to the main screen.
    func stepBack() { panes.stepBack() }

    /// Focuses the search field of the open pane, or else that of the history.
    func find() {
        if !panes.hasOwnSearch { panes.open(.history) }
        panes.find()
    }

    /// Hides the screen below a pane, so Tab can't reach it and it draws no frames.
    func paneChanged(_ name: PaneName?) {
        services.log.record("pane", ["name": .text(name?.rawValue ?? "none")])
        defer { updateBackground() }
        consent.isOverPane = name != nil
        screen.showsBanner = name == nil
        panes.show(state.banner)
        panes.show(state.ringing)
        showPanePill()
        if name != nil {
            screen.root.isVisible = false
        } else {
            screen.root.isVisible = true
            // What had the focus may be gone, as an answered question is.
            if focusBeforePane?.isMapped != true || focusBeforePane?.grabFocus() != true { screen.grabFocus() }
            focusBeforePane = nil
        }
        pacing.touch()
    }
}
