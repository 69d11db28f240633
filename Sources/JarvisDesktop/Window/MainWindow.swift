// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: the voice screen, panes over it, keys, and how often it is drawn.

public import GtkKit
import JarvisAssistant
public import JarvisCore
import JarvisVisuals

/// The window of the voice screen.
@MainActor
public final class MainWindow {
    /// The GTK window.
    public let window: Window

    private let services: DesktopServices
    private let screen: VoiceScreen
    private let panes: PaneHost
    private let pacer: FramePacer
    private var keys: WindowKeys?
    private var demand = FrameDemand()
    private var state: AssistantState
    private var observation: Assistant.Observation?
    private var freshTimer: LoopTimer?
    private var animationsConnection: SignalConnection?
    private var settingsTask: Task<Void, Never>?
    private var focusBeforePane: Widget?

    init(_ application: Application, _ services: DesktopServices, renderer: SceneBackendRequest) {
        self.services = services
        state = services.assistant.state
        window = Window(
            application: application, title: "JARVIS", width: DesignTokens.Size.windowWidth,
            height: DesignTokens.Size.windowHeight)
        window.addClass("jarvis")
        window.hidesTitlebar()
        window.setIcon(DesktopApplication.identifier)
        screen = VoiceScreen(services, renderer)
        panes = PaneHost(services)
        pacer = FramePacer(screen.root)
        let layers = Overlay(StillBin(screen.root))
        layers.addLayer(panes.root)
        layers.setSizeRequest(
            width: DesignTokens.Size.minimumWindowWidth - 2 * DesignTokens.Size.windowFrame,
            height: DesignTokens.Size.minimumWindowHeight - 2 * DesignTokens.Size.windowFrame)
        window.setChild(layers)
        connect()
    }

    private func connect() {
        screen.onOpen = { [weak self] in self?.openPane($0) }
        panes.onWillOpen = { [weak self] in self?.focusBeforePane = self?.window.focusWidget }
        panes.onChange = { [weak self] in self?.paneChanged($0) }
        keys = WindowKeys(window, screen.press) { [weak self] in
            self?.escape()
        } isBlocked: { [weak self] in
            self?.panes.openPane != nil
        }
        pacer.onFrame = { [weak self] time in
            guard let self else { return }
            screen.present(at: time, isMotionReduced: !demand.isMotionAllowed)
        }
        window.onActiveChange { [weak self] in self?.updateDemand() }
        for signal in ["map", "unmap"] { window.connect(signal, after: true) { [weak self] _ in self?.updateDemand() } }
        window.connect("realize", after: true) { [weak self] _ in
            self?.window.onStateChange { [weak self] in self?.updateDemand() }
        }
        animationsConnection = Styling.onAnimationsChange { [weak self] in self?.updateDemand() }
        observation = services.assistant.observe { [weak self] in self?.show($0) }
        let changes = services.settings.changes()
        settingsTask = Task { [weak self] in
            for await settings in changes { self?.apply(settings) }
        }
        screen.scene.onResize = { [weak self] in self?.redrawStill() }
        _ = screen.controls.microphone.grabFocus()
    }

    /// Ends observations and animation; the window is about to go.
    func close() {
        pacer.apply(FrameDemand())
        panes.close()
        observation?.cancel()
        settingsTask?.cancel()
        animationsConnection?.disconnect()
        animationsConnection = nil
        freshTimer = nil
    }

    /// Brings the window to the front.
    public func present() { window.present() }

    /// Calls `handler` once, when the next frame has been painted.
    public func onFirstFrame(_ handler: @escaping @MainActor () -> Void) { window.onFirstFrame(handler) }

    /// Draws a state; the window does so by itself for every state of the assistant.
    public func show(_ state: AssistantState) {
        let hasMoved = state.phase != self.state.phase || state.banner != self.state.banner
        self.state = state
        screen.show(state)
        if hasMoved { refresh() } else { updateDemand() }
    }

    /// Full rate for a while after a change, for the morphs; then the phase decides.
    private func refresh() {
        demand.isFresh = true
        freshTimer = .once(milliseconds: DesignTokens.Motion.fresh) { [weak self] in
            self?.demand.isFresh = false
            self?.updateDemand()
        }
        updateDemand()
    }

    private func apply(_ settings: Settings) {
        screen.scene.apply(settings)
        redrawStill()
    }

    /// Draws once where nothing else would: without animation a picture stands until the next change.
    private func redrawStill() {
        guard demand.isVisible, !demand.isMotionAllowed else { return }
        screen.present(at: FramePacer.now, isMotionReduced: true)
    }

    private func updateDemand() {
        demand.isVisible = screen.root.isMapped && !window.isMinimized
        demand.isFocused = window.isActive
        demand.isResting = state.phase.isResting
        demand.isMotionAllowed = Styling.areAnimationsEnabled
        redrawStill()
        pacer.apply(demand)
    }
}

// Panes
extension MainWindow {
    /// Opens a pane over the screen.
    public func openPane(_ name: PaneName) { panes.open(name) }

    /// Closes the open pane, if there is one.
    public func closePane() { panes.close() }

    /// The pane that is open.
    public var openPane: PaneName? { panes.openPane }

    /// Opens a pane, or closes it when it is the one that is open.
    func togglePane(_ name: PaneName) {
        if panes.openPane == name { panes.close() } else { panes.open(name) }
    }

    /// Opens the history with its search field ready.
    func find() {
        panes.open(.history)
        panes.find()
    }

    /// The screen below a pane is taken away: it cannot be reached by Tab and costs no frames.
    private func paneChanged(_ name: PaneName?) {
        services.log.record("pane", ["name": .text(name?.rawValue ?? "none")])
        if name != nil {
            screen.root.isVisible = false
        } else {
            screen.root.isVisible = true
            if !(focusBeforePane?.grabFocus() ?? false) { screen.controls.microphone.grabFocus() }
            focusBeforePane = nil
        }
        updateDemand()
    }

    private func escape() {
        if panes.openPane != nil { return panes.close() }
        if let banner = state.banner { return services.assistant.send(.bannerDismissed(banner.id)) }
        services.assistant.send(.cancelRequested)
    }
}
