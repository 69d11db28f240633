// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the oldest question that waits for an answer over everything else in the window; others wait behind it. Draws the
// state and sends answers; that time is up is for the conversation to say.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisVisuals

@MainActor
final class ConsentLayer {
    let root: Widget
    /// The user has answered.
    var onAnswer: (@MainActor (TurnID, ConsentID, ConsentAnswer) -> Void)?
    /// The card is about to come, or has gone.
    var onChange: (@MainActor (Bool) -> Void)?
    private(set) var isShown = false
    /// The scene cannot be seen: there is nothing to shine through.
    var isOverPane = false {
        didSet { card.root.setClass("filled", isOverPane) }
    }

    private let card = ConsentCard()
    private let glass: GlassPane
    private let bin: OffsetBin
    private let motion: SpringMover
    private var shown: (turn: TurnID, request: ConsentRequest)?
    private var turn: TurnID?
    /// How often the time to answer has begun.
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
        motion.onStep = { [weak self] in self?.place($0) }
        motion.onRest = { [weak self] _ in self?.card.root.queueDraw() }
    }

    func show(_ state: AssistantState) {
        let waiting = state.turn.reply.consents
        turn = state.turn.id
        guard let request = waiting.first else { return hide() }
        card.show(waiting: waiting.count - 1)
        // A turn that goes on after an interruption has another identity and the same question.
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

    /// The window is about to go.
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

    /// Slid in by this share; springs go a little too far before they rest.
    private func place(_ share: Double) {
        // Without motion it fades in where it stands.
        let isStill = bin.windowHasClass("reduced-motion")
        bin.setOffset(isStill ? 0 : (1 - share) * DesignTokens.Consent.travel)
        bin.opacity = min(max(share, 0), 1)
    }
}
