// SPDX-License-Identifier: GPL-3.0-or-later
// The round button in the middle, with one look per phase.

import Glibc
import GtkKit
import JarvisCore

@MainActor
final class MicrophoneButton {
    let root: Widget
    /// Turns presses into taps and holds; Space and the main area press it too.
    let press: PressTracker

    private let button: Button
    private let area: DrawingArea
    private var phase = ConversationPhase.idle
    private var isMuted = false
    private var level = 0.0
    private var time = 0.0
    private var pressScale = 1.0
    private var losesFocus = false
    private var isPointerPress = false
    private var pointerTimer: LoopTimer?

    init(_ press: PressTracker) {
        self.press = press
        let side = DesignTokens.Size.microphoneArea
        area = DrawingArea(width: side, height: side)
        area.receivesPointer = false
        area.setRole(.none)
        button = Button(area, accessibleLabel: "")
        button.addClass("microphone")
        button.align(horizontal: .center, vertical: .center)
        root = button
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
        followPresses()
        show(.idle, isMuted: false)
    }

    /// True while the look changes from frame to frame.
    var isMoving: Bool { phase != .idle || pressScale < 1 }

    func show(_ phase: ConversationPhase, isMuted: Bool) {
        self.phase = phase
        self.isMuted = isMuted
        let appearance = PhaseAppearance(phase, isMuted: isMuted)
        button.setAccessibleLabel(appearance.microphone)
        button.setTooltip(phase == .idle ? localized("Tap to talk, hold to keep talking (Space)") : nil)
        setSensitive(!phase.isProcessing)
        area.queueDraw()
    }

    /// GTK takes the keyboard from an insensitive button; it gets it back with its sensitivity.
    private func setSensitive(_ isSensitive: Bool) {
        guard button.isSensitive != isSensitive else { return }
        if !isSensitive { losesFocus = button.containsFocus }
        button.isSensitive = isSensitive
        if isSensitive && losesFocus { button.grabFocus() }
    }

    /// Moves the look on; `level` 0…1.
    func advance(to time: Double, level: Float) {
        guard isMoving else { return }
        self.time = time
        self.level = Double(level)
        area.queueDraw()
    }

    @discardableResult
    func grabFocus() -> Bool { button.grabFocus() }

    var isFocused: Bool { button.containsFocus }

    /// Pointer presses go to the tracker. The button's own "clicked" is for assistive technology: it follows a pointer
    /// press too, claimed or not, and must not count as a second one.
    private func followPresses() {
        let click = ClickGesture()
        click.captures()
        click.onPress { [weak self, weak click] _, _, _ in
            guard let self else { return }
            click?.claim()
            button.grabFocus()
            pointerTimer = nil
            isPointerPress = true
            press.begin()
        }
        click.onRelease { [weak self] in
            self?.press.end()
            self?.forgetPointer()
        }
        click.onCancel { [weak self] in
            self?.press.cancel()
            self?.forgetPointer()
        }
        button.add(click)
        button.onClick { [weak self] in
            guard let self, !isPointerPress else { return }
            press.begin()
            press.end()
        }
    }

    /// Not before the event that ends the press has been dealt with: "clicked" comes last in it.
    private func forgetPointer() {
        pointerTimer = .once(milliseconds: 0) { [weak self] in self?.isPointerPress = false }
    }

    /// The button gives way while it is pressed.
    func showPress() {
        pressScale = press.isPressed ? 0.95 : 1
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let radius = DesignTokens.Size.microphone / 2
        canvas.translate(width / 2, height / 2)
        canvas.scale(pressScale)
        drawGlow(canvas, radius)
        drawDisc(canvas, radius)
        drawRings(canvas, radius)
        canvas.setColor(glyphColor)
        switch phase {
        case .idle, .listening:
            MicrophoneGlyphs.microphone(canvas, height: DesignTokens.Size.microphoneIcon, isMuted: isMuted)
        case .recording: MicrophoneGlyphs.stop(canvas, side: DesignTokens.Size.stopSquare)
        case .held: MicrophoneGlyphs.microphone(canvas, height: DesignTokens.Size.microphoneIcon, isMuted: isMuted)
        case .transcribing, .thinking: MicrophoneGlyphs.spinner(canvas, radius: 16, time: time)
        case .speaking:
            MicrophoneGlyphs.speaker(
                canvas, height: DesignTokens.Size.microphoneIcon, time: time, color: glyphColor)
        }
    }

    private var glyphColor: Color {
        switch phase {
        case .idle, .listening: DesignTokens.Palette.onAccent
        case .held: DesignTokens.Palette.onHeld
        default: DesignTokens.Palette.white
        }
    }

    private var discColor: Color {
        switch phase {
        case .idle, .listening: isMuted ? DesignTokens.Palette.neutral : DesignTokens.Palette.cyan
        case .recording: DesignTokens.Palette.recording
        case .held: DesignTokens.Palette.held
        case .transcribing, .thinking: DesignTokens.Palette.cyan.faded(0.4)
        case .speaking: DesignTokens.Palette.speaking
        }
    }

    private func drawGlow(_ canvas: Canvas, _ radius: Double) {
        let reach = radius + 15 + 2 * level
        let color = discColor.faded(phase.isProcessing ? 0.3 : 0.42)
        canvas.setRadialGradient(0, 0, from: radius - 2, to: reach, [(0, color), (1, color.faded(0))])
        canvas.circle(0, 0, reach)
        canvas.fill()
    }

    private func drawDisc(_ canvas: Canvas, _ radius: Double) {
        if phase == .held {
            canvas.setLinearGradient(
                from: (-radius, -radius), to: (radius, radius),
                [(0, DesignTokens.Palette.held), (1, DesignTokens.Palette.cyan)])
        } else if phase.isProcessing {
            canvas.setColor(DesignTokens.Palette.onAccent)
            canvas.circle(0, 0, radius)
            canvas.fill()
            canvas.setColor(discColor)
        } else {
            let color = discColor
            canvas.setLinearGradient(
                from: (0, -radius), to: (0, radius),
                [
                    (0, color.mixed(with: DesignTokens.Palette.white, 0.16)),
                    (1, color.mixed(with: DesignTokens.Palette.background, 0.14)),
                ])
        }
        canvas.circle(0, 0, radius)
        canvas.fill()
    }

    private func drawRings(_ canvas: Canvas, _ radius: Double) {
        switch phase {
        case .listening:
            let pulse = 1 + 0.025 * (1 - cos(.pi * time))
            canvas.setColor(DesignTokens.Palette.voiceActive)
            canvas.circle(0, 0, (radius + 5) * pulse)
            canvas.stroke(width: 2)
        case .recording:
            canvas.setColor(DesignTokens.Palette.recording.faded(0.85))
            canvas.circle(0, 0, (DesignTokens.Size.microphone + 20 * level) / 2 + 3)
            canvas.stroke(width: 3)
        case .held:
            canvas.setColor(DesignTokens.Palette.held)
            canvas.circle(0, 0, radius + 4)
            canvas.stroke(width: 2)
            canvas.saved {
                canvas.rotate(time / 10 * 2 * .pi)
                canvas.dash([6, 5])
                canvas.circle(0, 0, radius + 10)
                canvas.stroke(width: 2, isRound: false)
            }
        default: break
        }
    }
}
