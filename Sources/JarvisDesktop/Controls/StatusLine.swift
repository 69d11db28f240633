// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the visualizer: a coloured dot and what JARVIS is doing, and while it records how loud and how long.
// A new text fades in where the old one fades out.

import GioKit
import GtkKit

@MainActor
final class StatusLine {
    let root: Widget
    let meter: RecordingMeter
    /// The dot's colour while JARVIS is at work.
    var accent = DesignTokens.Palette.cyan {
        didSet { if accent != oldValue { showDot() } }
    }

    private let stack = Stack(crossfadeMilliseconds: DesignTokens.Motion.statusFade)
    private let sides = [Side(), Side()]
    private let line: Box
    private var shown = 0
    private var appearance: PhaseAppearance?
    private var announcement = ""
    private var fade: LoopTimer?

    /// - Parameter level: of the microphone, 0…1.
    init(level: @escaping @MainActor () -> Double = { 0 }) {
        meter = RecordingMeter(level: level)
        for side in sides { stack.add(side.root) }
        line = Box(.row, spacing: 16, [stack, meter.root])
        line.align(horizontal: .center)
        line.addClass("status")
        line.setRole(.status)
        root = line
    }

    func show(_ appearance: PhaseAppearance) {
        if appearance.announcement != announcement {
            announcement = appearance.announcement
            line.setAccessibleLabel(announcement)
        }
        self.appearance = appearance
        if sides[shown].label.text != appearance.status {
            shown = 1 - shown
            sides[shown].label.text = appearance.status
            stack.show(sides[shown].root)
            fade = .once(milliseconds: DesignTokens.Motion.statusFade) { [weak self] in self?.forgetOldText() }
        }
        showDot()
    }

    /// Both texts have room while one fades into the other; afterwards only the one that is shown needs it.
    private func forgetOldText() {
        fade = nil
        sides[1 - shown].label.text = ""
    }

    private func showDot() {
        guard let appearance else { return }
        sides[shown].dot.show(appearance.dot(accent: accent), glows: appearance.dotClass != "neutral")
    }

    /// Puts the meter below the text where they do not fit beside each other.
    func fit(width: Int) {
        let wanted = stack.naturalWidth + 16 + meter.root.naturalWidth
        line.isColumn = meter.root.isVisible && wanted > width
    }

    /// Moves the dot's pulse and the meter on.
    func advance(to time: Double, isMotionReduced: Bool = false) {
        if appearance?.isPulsing ?? false { sides[shown].dot.pulse(at: time) }
        meter.advance(to: time, isMotionReduced: isMotionReduced)
    }

    /// A dot and a text; two of them take turns.
    @MainActor
    private final class Side {
        let root: Widget
        let dot = StatusDot()
        let label = Label(classes: ["status-text", "title-3"])

        init() {
            // In a narrow window with large text.
            label.wrapsBetweenWords()
            label.centersLines()
            label.setRole(.none)
            let row = Box(.row, spacing: 4, [dot.root, label])
            row.align(horizontal: .center)
            root = row
        }
    }
}
