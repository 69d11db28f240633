// SPDX-License-Identifier: GPL-3.0-or-later
// The main screen: the scene in the background; header, conversation card, controls and banner over it. Draws the state
// and sends intents; decides nothing.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisStore
import JarvisVisuals

@MainActor
final class VoiceScreen {
    let root: Widget
    let press = PressTracker()
    /// Called when a press was recognized: tap, hold, double tap or swipe.
    var onPress: (@MainActor (PressTracker.Outcome) -> Void)?
    let controls: ControlBar
    let scene: SceneView
    /// Called when the user wants the quick settings.
    var onQuickSettings: (@MainActor () -> Void)?
    /// Called when the user wants a pane.
    var onOpen: (@MainActor (PaneName) -> Void)?

    /// Called when the user presses the button for calls.
    var onCall: (@MainActor () -> Void)?
    let call: CallScreen
    let callPill: CallPill
    private let callGlass: GlassPane
    private let strip: Box
    private let header = HeaderBar()
    private let conversation = ConversationLinesView(.exchange)
    private let card: Revealer
    private let banner: ErrorBanner
    private let ring: RingCard
    /// The blurred scene behind all glass surfaces.
    let backdrop: GlassBackdrop
    private let cardBox: PaintedBox
    private let timer = TimerPill()
    private let timerGlass: GlassPane
    private let thinking = PatientLoader(side: DesignTokens.Size.cardLoader)
    private let entry: EntryMotion
    private let cardGlass: GlassPane
    private let services: DesktopServices
    private var state: AssistantState
    private var cardPlace = Place(x: 0, y: 0, width: 0, height: 0)
    private var cardWidth = 0
    /// The turn that the card is about, and how wide it has been in that turn.
    private var widestIn: TurnID?
    private var widest = 0
    private var frameTime = 0.0
    private var ripples: RippleHost?
    private var step = ScreenStep.usual
    private var stepTimer: LoopTimer?
    private var readings: FaceReadings
    private var spectrum = [Float](repeating: 0, count: 64)

    init(_ services: DesktopServices, _ renderer: SceneBackendRequest) {
        self.services = services
        state = services.assistant.state
        readings = FaceReadings(clock: services.clock)
        let meters = services.meters
        call = CallScreen(services)
        callPill = CallPill(now: { [calls = services.session.calls] in calls.now })
        strip = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [callPill.root, timer.root])
        strip.align(horizontal: .center)
        controls = ControlBar(
            press, suggestion: services.commands.lazy.compactMap(\.examples.first).first, callRow: call.row
        ) {
            Double(meters.inputLevel)
        }
        scene = SceneView(renderer, resources: services.resources)
        thinking.root.align(horizontal: .center)
        cardBox = PaintedBox(.column, [conversation.root, thinking.root])
        cardBox.addClass("card")
        cardBox.addClass("exchange")
        backdrop = GlassBackdrop { [scene] in scene.field }
        cardGlass = GlassPane(cardBox, DesignTokens.Glass.card, backdrop)
        callGlass = GlassPane(call.head, DesignTokens.Glass.consent, backdrop)
        timerGlass = GlassPane(timer.root, DesignTokens.Glass.timer, backdrop)
        banner = ErrorBanner(backdrop)
        ring = RingCard(services.assistant, clock: services.clock)
        controls.addGlass(backdrop)
        card = Revealer(cardBox, transition: .fade, milliseconds: DesignTokens.Motion.stateChange)
        card.addClass("card-place")
        let stage = ArrangedBox([scene.root, card, strip, controls.root, banner.root, ring.root, call.head])
        let layers = Overlay(stage)
        root = layers
        layers.addLayer(header.root)
        entry = EntryMotion(
            [(1, header.root), (2, card)] + controls.entryParts.map { ($0.order, $0.part) }, clock: layers)
        stage.arrange { [weak self] in self?.places($0, $1) ?? [] }
        report(scene.choice)
        scene.onFrame = { [weak self] in
            guard let self else { return }
            backdrop.take($0, at: frameTime, isCalm: scene.calm == 1)
        }
        scene.onChoice = { [weak self] in self?.report($0) }
        let log = services.log
        scene.onShaders = { log.record("shaders", ["outcome": .text($0 ?? "reloaded")]) }
        connect()
    }

    private func connect() {
        press.onOutcome = { [weak self] in self?.onPress?($0) }
        press.onChange = { [weak self] in self?.controls.microphone.showPress() }
        controls.onOpen = { [weak self] in self?.onOpen?($0) }
        header.onCall = { [weak self] in self?.onCall?() }
        header.onQuickSettings = { [weak self] in self?.onQuickSettings?() }
        controls.onDrawUp = { [weak self] in self?.onQuickSettings?() }
        timer.onOpen = { [weak self] in self?.onOpen?(.timers) }
        banner.serve(services.assistant) { [weak self] in self?.onOpen?($0) }
    }

    func apply(_ appearance: Appearance) {
        scene.apply(appearance)
        header.avatar.accent = appearance.accent
        controls.accent = appearance.accent
    }

    /// Battery charge, 0…1; nil without a battery.
    var charge: Double? {
        get { readings.charge }
        set { readings.charge = newValue }
    }

    /// Milliseconds until a still picture of the face would be out of date.
    var untilStale: Int { readings.untilStale() }

    /// Shows which hosts receive the user's speech or the replies.
    func show(remoteHosts: [String]) { header.show(remoteHosts: remoteHosts) }

    /// False while a pane covers this screen and shows the banner itself.
    var showsBanner = true {
        didSet { banner.show(showsBanner ? state.banner : nil) }
    }

    /// Focuses the microphone, or the call that replaces it.
    @discardableResult
    func grabFocus() -> Bool { call.isShown ? call.grabFocus() : controls.microphone.grabFocus() }

    /// Shows a call on the screen, or the pill that leads back to one.
    func show(call shown: Call?, pill: Call?) {
        call.show(shown)
        showHead()
        callPill.show(pill)
        controls.showsCall(shown != nil)
        strip.isVisible = shown == nil && !ring.root.isVisible
        header.showCall(isOnScreen: shown != nil, isOpen: (shown ?? pill)?.isOpen == true)
    }

    func show(_ state: AssistantState) {
        self.state = state
        call.show(state)
        controls.show(state)
        header.show(state)
        if state.phase == .thinking { thinking.begin() } else { thinking.end() }
        banner.show(showsBanner ? state.banner : nil)
        ring.show(isCalling(state.ringing) ? Ringing() : state.ringing)
        showHead()
        timer.show(state.reminders)
        readings.take(state.reminders)
        header.avatar.isPulsing = state.phase == .speaking
        // The last exchange; the keyboard pane and the history have the others.
        let lines = ConversationLine.lines(state).filter { $0.age == 0 }
        // While the card fades out it keeps its text, unless the text must be hidden.
        if !lines.isEmpty || services.historyLock?.isLocked == true {
            conversation.show(lines)
            conversation.show(ActionEntry.newest(state))
        }
        // What rings is alone over the face.
        let isRinging = ring.root.isVisible
        strip.isVisible = !call.isShown && !isRinging
        card.isRevealed = !lines.isEmpty && !call.isShown && !isRinging
        card.receivesPointer = card.isRevealed
    }

    /// The card for what rings says what the head of a call would say.
    private func showHead() { call.head.isVisible = call.isShown && !ring.root.isVisible }

    /// True if the call's own buttons can answer everything that rings.
    private func isCalling(_ ringing: Ringing) -> Bool {
        call.isShown && ringing.reminders.allSatisfy { $0.reminder.kind != .timer }
    }

    /// Draws one frame of everything that moves.
    func present(at time: Double, isStill: Bool, isAtRest: Bool, showsSeconds: Bool) {
        let level = self.level
        frameTime = time
        if state.phase == .speaking { services.meters.readSpectrum(into: &spectrum) }
        scene.present(
            SceneMoment(
                time: time, phase: state.phase, hasError: state.banner?.severity == .error, level: level,
                spectrum: spectrum, readings: readings.now(showsSeconds: showsSeconds), isStill: isStill,
                isAtRest: isAtRest))
        controls.advance(
            to: time, level: level, calm: scene.calm,
            isMotionReduced: isStill || root.windowHasClass("reduced-motion"))
        header.avatar.advance(to: time)
    }

    /// The layout in a window of this size.
    private func places(_ width: Int, _ height: Int) -> [Place] {
        var needs = VoiceScreenLayout.Needs(
            width: width, height: height,
            frame: root.windowHasClass("solid-csd") ? DesignTokens.Size.windowFrame : 0)
        take(ScreenStep(width: width, height: height))
        needs.factor = step.factor
        controls.addNeeds(to: &needs)
        if card.isRevealed {
            cardWidth = widthOfCard(within: width + 2 * needs.frame - 2 * DesignTokens.Size.cardMargin)
            let limit = Double(DesignTokens.Size.cardMaximumHeight) * max(1, TextScale.current) * step.factor
            needs.cardHeight = min(card.naturalHeight(forWidth: cardWidth), Int(limit))
        }
        let headWidth = min(
            call.head.naturalWidth, DesignTokens.Calls.headWidth, width - 2 * DesignTokens.Size.cardMargin)
        if call.isShown { needs.cardHeight = call.head.naturalHeight(forWidth: headWidth) }
        let stripWidth = min(strip.naturalWidth, width - 2 * DesignTokens.Size.cardMargin)
        if strip.isVisible, timer.isShown || callPill.root.isVisible {
            needs.timerHeight = strip.naturalHeight(forWidth: stripWidth)
        }
        let layout = VoiceScreenLayout(needs)
        scene.fit(diameter: layout.diameter, lift: Double(height) / 2 - layout.centerY)
        // While the card fades out it keeps its place.
        if card.isRevealed {
            cardPlace = layout.card
            cardPlace.x += (layout.card.width - cardWidth) / 2
            cardPlace.width = cardWidth
        } else {
            cardPlace.width = min(cardPlace.width, layout.card.width)
        }
        let bannerHeight = banner.root.naturalHeight(forWidth: width)
        return [
            Place(x: 0, y: 0, width: width, height: height), cardPlace,
            Place(x: (width - stripWidth) / 2, y: layout.timerTop, width: stripWidth, height: needs.timerHeight),
            controls.place(layout, width: width, height: height),
            Place(x: 0, y: layout.bannerBottom - bannerHeight, width: width, height: bannerHeight),
            ringPlace(layout, width: width),
            Place(
                x: (width - headWidth) / 2, y: layout.card.y, width: headWidth,
                height: call.isShown ? call.head.naturalHeight(forWidth: headWidth) : 0),
        ]
    }

    /// The card is as wide as its text, and doesn't get narrower while an answer is added to its question.
    private func widthOfCard(within room: Int) -> Int {
        let metrics = DesignTokens.Layout.self
        let most = Int(Double(metrics.conversationWidth) * step.factor * max(1, TextScale.current))
        let question = state.turn.askedIn
        if question != widestIn { (widestIn, widest) = (question, metrics.leastConversationWidth) }
        widest = max(widest, card.naturalWidth)
        return min(widest, most, room)
    }

    /// The place of the ring card: over the face, in the middle of the window.
    private func ringPlace(_ layout: VoiceScreenLayout, width: Int) -> Place {
        guard ring.root.isVisible else { return Place(x: 0, y: 0, width: width, height: 0) }
        let margin = DesignTokens.Size.cardMargin
        let most = Int(Double(DesignTokens.Ringing.width) * step.factor * max(1, TextScale.current))
        let wide = min(most, width - 2 * margin)
        let high = ring.root.naturalHeight(forWidth: wide)
        // Above the status line if there is room, and always above the microphone.
        let above = layout.statusTop - DesignTokens.Ringing.spacing
        let bottom = above - high >= layout.card.y ? above : layout.bannerBottom
        let top = min(Int(layout.centerY) - high / 2, bottom - high)
        return Place(x: (width - wide) / 2, y: max(layout.card.y, top), width: wide, height: high)
    }

    /// Applies a new step. Deferred, because sizes must not change during an allocation.
    private func take(_ next: ScreenStep) {
        guard next != step else { return stepTimer = nil }
        stepTimer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            step = next
            for other in ScreenStep.allCases { root.setClass(other.name, other == next) }
            controls.factor = next.factor
        }
    }

    /// Shows a ripple of light in any widget that is activated in the window.
    func addRipples(_ window: Window) {
        let host = RippleHost(window, screen: scene.root, microphone: controls.microphone.root)
        scene.addLayer(host.layer)
        ripples = host
    }

    /// Captures the screen, for a pane to show blurred behind its glass.
    /// Only the scene: blurred texts and buttons would be smudges.
    func freezeBackdrop() { backdrop.freeze(root, layers: []) }

    private func report(_ choice: SceneBackendChoice) {
        services.log.record(
            "renderer", ["backend": .text(choice.backend.rawValue), "reason": .text(choice.reason)])
    }

    /// The level of the current speaker, whether the user or JARVIS.
    var level: Float {
        switch state.phase {
        case .listening, .recording, .held: services.meters.inputLevel
        case .speaking: services.meters.outputLevel
        default: 0
        }
    }
}
