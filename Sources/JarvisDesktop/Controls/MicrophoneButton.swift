// SPDX-License-Identifier: GPL-3.0-or-later
// The round button in the middle, with one look per phase.

import GioKit
import Glibc
import GtkKit
import JarvisConversation
import JarvisCore

@MainActor
final class MicrophoneButton {
    let root: Widget
    /// Turns presses into taps and holds; Space and the main area press it too.
    let press: PressTracker
    /// The theme's accent.
    var accent = DesignTokens.Palette.cyan {
        didSet { if accent != oldValue { area.queueDraw() } }
    }

    /// Its size, as a share of the usual one.
    var factor = 1.0 {
        didSet {
            let side = Int(Double(DesignTokens.Size.microphoneArea) * factor / 2) * 2
            area.setSizeRequest(width: side, height: side)
        }
    }

    private let button: Button
    private let area: DrawingArea
    private let face = MicrophoneFace()
    private var phase = ConversationPhase.idle
    /// The phase before, whose look fades out.
    private var previous: ConversationPhase?
    /// When the phase was first drawn; nil before that.
    private var phaseStart: Double?
    private var isMuted = false
    private var isMotionReduced = false
    private var level = 0.0
    private var time = 0.0
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
        show(.idle, muting: .none)
    }

    /// True while the look changes from frame to frame.
    var isMoving: Bool { phase != .idle || phaseAge < Double(DesignTokens.Motion.stateChange) / 1000 }

    /// Seconds since the phase was first drawn.
    private var phaseAge: Double { phaseStart.map { time - $0 } ?? 0 }

    func show(_ phase: ConversationPhase, muting: Muting, wakePhrase: String? = nil) {
        if phase != self.phase {
            previous = self.phase
            phaseStart = nil
        }
        self.phase = phase
        isMuted = muting != .none
        let appearance = PhaseAppearance(phase, muting: muting, wakePhrase: wakePhrase)
        button.setAccessibleLabel(appearance.microphone)
        button.setTooltip(phase == .idle ? localized("Click to talk, hold to keep talking (Space)") : nil)
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
    func advance(to time: Double, level: Float, isMotionReduced: Bool) {
        let changes = isMoving || isMotionReduced != self.isMotionReduced
        let step = min(max(0, time - self.time), 1)
        self.time = time
        self.isMotionReduced = isMotionReduced
        if phaseStart == nil { phaseStart = time }
        guard changes else { return }
        self.level += (Double(level) - self.level) * (1 - exp(-step / DesignTokens.Motion.levelResponse))
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
    func showPress() { area.queueDraw() }

    private func moment(_ phase: ConversationPhase, age: Double) -> MicrophoneMoment {
        MicrophoneMoment(
            phase: phase, isMuted: isMuted, level: level, time: time, phaseAge: age, isPressed: press.isPressed,
            isMotionReduced: isMotionReduced, accent: accent)
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
