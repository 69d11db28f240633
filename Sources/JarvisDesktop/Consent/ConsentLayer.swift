// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the oldest open question over everything else in the window; later ones wait behind it. Draws the state and
// sends answers; the conversation decides when the time is up.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisVisuals

@MainActor
final class ConsentLayer {
    let root: Widget
    /// Called when the user has answered.
    var onAnswer: (@MainActor (TurnID, ConsentID, ConsentAnswer) -> Void)?
    /// Called once answers are accepted, soon after the card has appeared.
    var onReady: (@MainActor () -> Void)?
    /// Called before the card appears (true) and after it has gone (false).
    var onChange: (@MainActor (Bool) -> Void)?
    private(set) var isShown = false
    /// True if a pane hides the scene, so the card has nothing to shine through.
    var isOverPane = false {
        didSet { card.root.setClass("filled", isOverPane) }
    }

    private let card = ConsentCard()
    private let glass: GlassPane
    private let bin: OffsetBin
    private let motion: SpringMover
    private var shown: (turn: TurnID, request: ConsentRequest)?
    private var turn: TurnID?
    /// How many times the time to answer has started; changes when it starts again.
    private var round: Int?

    init(_ backdrop: GlassBackdrop) {
        glass = GlassPane(card.root, DesignTokens.Glass.consent, backdrop)
        bin = OffsetBin(card.root)
        motion = SpringMover(bin, .errorSlide(0))
        let layer = ArrangedBox([bin])
        root = layer
        layer.arrange { [card] width, height in
            let margin = DesignTokens.Consent.margin
            let wide = min(DesignTokens.Consent.width, width - 2 * margin)
            let high = min(card.height(forWidth: wide), height - 2 * margin)
            return [Place(x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high)]
        }
        root.addClass("consent-layer")
        root.isVisible = false
        card.onAnswer = { [weak self] in self?.answer($0) }
        card.onReady = { [weak self] in self?.onReady?() }
        motion.onStep = { [weak self] in self?.place($0) }
        motion.onRest = { [weak self] _ in self?.card.root.queueDraw() }
    }

    func show(_ state: AssistantState) {
        let waiting = state.turn.reply.consents
        turn = state.turn.id
        guard let request = waiting.first else { return hide() }
        card.show(waiting: waiting.count - 1)
        // A turn that continues after an interruption has a new identity, but the question is the same.
        let round = state.turn.reply.consentDialogue?.round
        defer { self.round = round }
        guard shown.map({ $0.turn != state.turn.askedIn || $0.request != request }) ?? true else {
            if round != self.round { card.restart() }
            return
        }
        shown = (state.turn.askedIn, request)
        card.ask(request)
        if !isShown {
            isShown = true
            onChange?(true)
            place(0)
            root.isVisible = true
            motion.move(to: 1)
        }
        card.begin()
    }

    /// Answers no, as Esc does.
    func deny() { answer(.denied) }

    /// Call before the window closes.
    func close() { card.end() }

    private func hide() {
        guard isShown else { return }
        shown = nil
        isShown = false
        card.end()
        root.isVisible = false
        motion.move(to: 0)
        motion.finish()
        onChange?(false)
    }

    private func answer(_ answer: ConsentAnswer) {
        if let shown, let turn { onAnswer?(turn, shown.request.id, answer) }
    }

    /// Places the card; `share` is how far it has slid in. A spring overshoots 1 a little before it rests.
    private func place(_ share: Double) {
        // Without motion, the card fades in at its final place.
        let isStill = bin.windowHasClass("reduced-motion")
        bin.setOffset(isStill ? 0 : (1 - share) * DesignTokens.Consent.travel)
        bin.opacity = min(max(share, 0), 1)
    }
}
