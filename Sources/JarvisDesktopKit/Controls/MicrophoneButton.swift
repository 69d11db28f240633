// SPDX-License-Identifier: GPL-3.0-or-later
// The round microphone button of the main screen, with a look for each phase.

import GioKit
import Glibc
package import GtkKit
package import JarvisConversation
import JarvisCore

@MainActor
package final class MicrophoneButton {
    package let root: Widget
    /// Interprets presses as taps and holds. Space and the main area use it too.
    let press: PressTracker
    /// The first accent of the theme.
    package var accent = DesignTokens.Palette.cyan {
        didSet { if accent != oldValue { area.queueDraw() } }
    }

    /// The button's size as a multiple of the usual one.
    package var factor = 1.0 {
        didSet {
            let side = Int(Double(DesignTokens.Size.microphoneArea) * factor / 2) * 2
            area.setSizeRequest(width: side, height: side)
        }
    }

    private let button: Button
    private let area: DrawingArea
    private let face = MicrophoneFace()
    private var phase = ConversationPhase.idle
    /// The previous phase, whose look is fading out.
    private var previous: ConversationPhase?
    /// When the current phase was first drawn; nil if it hasn't been.
    private var phaseStart: Double?
    private var isMuted = false
    private var isMotionReduced = false
    private var level = 0.0
    private var calm = 0.0
    private var time = 0.0
    /// True while the button is disabled but should get the focus afterwards.
    private var wantsFocus = false
    private var isPointerPress = false
    private var pointerTimer: LoopTimer?

    package init(_ press: PressTracker) {
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
        show(.idle, muting: .none)
    }

    /// True while the look changes from frame to frame.
    var isMoving: Bool {
        if phaseAge < Double(DesignTokens.Motion.stateChange) / 1000 { return true }
        return phase.isListening ? calm < 1 : phase != .idle
    }

    /// Seconds since the current phase was first drawn.
    private var phaseAge: Double { phaseStart.map { time - $0 } ?? 0 }

    package func show(_ phase: ConversationPhase, muting: Muting, wakePhrase: String? = nil) {
        if phase != self.phase {
            previous = self.phase
            phaseStart = nil
        }
        self.phase = phase
        isMuted = muting != .none
        let appearance = PhaseAppearance(phase, muting: muting, wakePhrase: wakePhrase)
        name(appearance)
        button.setTooltip(phase == .idle ? localized("Click to talk, hold to keep talking (Space)") : nil)
        // A screen reader would say that the focus has gone, and where to, and that it is back, over the reply.
        setSensitive(!phase.isProcessing || button.windowHasClass("screen-reader"))
        area.queueDraw()
    }

    /// Names the button after the phase. With a screen reader, which says each new name of the focused control, the
    /// names are short, and the reply isn't talked over.
    private func name(_ appearance: PhaseAppearance) {
        guard button.windowHasClass("screen-reader"), button.containsFocus else {
            return button.setAccessibleLabel(appearance.microphone)
        }
        if phase == .speaking { return }
        button.setAccessibleLabel(phase.isRecording ? appearance.announcement : appearance.microphone)
    }

    /// Enables or disables the button. GTK takes the focus from a disabled one, so enabling it restores the focus.
    private func setSensitive(_ isSensitive: Bool) {
        guard button.isSensitive != isSensitive else { return }
        if !isSensitive { wantsFocus = button.containsFocus }
        button.isSensitive = isSensitive
        if isSensitive && wantsFocus { button.grabFocus() }
    }

    /// Advances the animation; `level` is 0…1, `calm` is how far the ring of the listening phase has come to rest, 0…1.
    package func advance(to time: Double, level: Float, calm: Double = 0, isMotionReduced: Bool) {
        let changes = isMoving || calm != self.calm || isMotionReduced != self.isMotionReduced
        let step = min(max(0, time - self.time), 1)
        self.time = time
        self.calm = calm
        self.isMotionReduced = isMotionReduced
        if phaseStart == nil { phaseStart = time }
        guard changes else { return }
        self.level += (Double(level) - self.level) * (1 - exp(-step / DesignTokens.Motion.levelResponse))
        area.queueDraw()
    }

    /// Takes the keyboard focus, or once it is enabled, if it is disabled now.
    /// - Returns: true if it has the focus already.
    @discardableResult
    package func grabFocus() -> Bool {
        wantsFocus = !button.isSensitive
        return button.grabFocus()
    }

    /// Doesn't take the focus when it is enabled: something else is given it meanwhile.
    package func leaveFocus() { wantsFocus = false }

    package var isFocused: Bool { button.containsFocus }

    /// Sends pointer presses to the tracker. The button's own "clicked" serves assistive technology. It also follows
    /// every pointer press, claimed or not, which must not count twice.
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

    /// Ends the pointer press. Deferred, because "clicked" comes last in the event that ends it.
    private func forgetPointer() {
        pointerTimer = .once(milliseconds: 0) { [weak self] in self?.isPointerPress = false }
    }

    /// Redraws the button, which is smaller while pressed.
    package func showPress() { area.queueDraw() }

    private func moment(_ phase: ConversationPhase, age: Double) -> MicrophoneMoment {
        MicrophoneMoment(
            phase: phase, isMuted: isMuted, level: level, calm: calm, time: time, phaseAge: age,
            isPressed: press.isPressed,
            isMotionReduced: isMotionReduced, accent: accent, isLight: area.isLight)
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let look = MicrophoneLook(moment(phase, age: phaseAge))
        canvas.translate(width / 2, height / 2)
        canvas.scale(look.scale)
        let scale = area.scaleFactor
        let share = isMotionReduced ? 1 : min(1, phaseAge / (Double(DesignTokens.Motion.stateChange) / 1000))
        if share < 1, let previous {
            face.draw(
                MicrophoneLook(moment(previous, age: 1)), canvas, scale: scale, factor: factor, opacity: 1 - share)
        }
        face.draw(look, canvas, scale: scale, factor: factor, opacity: previous == nil ? 1 : share)
    }
}
