// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the visualizer: a coloured dot and JARVIS's state; during a recording, also its level and length. A
// new text moves up in the place of the old one.

import GioKit
package import GtkKit

@MainActor
package final class StatusLine {
    package let root: Widget
    package let meter: RecordingMeter
    /// The dot's colour while JARVIS is active.
    package var accent = DesignTokens.Palette.cyan {
        didSet { if accent != oldValue { showDot() } }
    }

    private let stack = Stack(crossfadeMilliseconds: DesignTokens.Motion.statusFade)
    private let sides = [Side(), Side()]
    private let line: Box
    private var shown = 0
    private var appearance: PhaseAppearance?
    private var announcement = ""
    private var fade: LoopTimer?

    /// - Parameter level: the microphone's level, 0…1.
    package init(level: @escaping @MainActor () -> Double = { 0 }) {
        meter = RecordingMeter(level: level)
        for side in sides { stack.add(side.root, title: localized("Status")) }
        line = Box(.row, spacing: 16, [stack, meter.root])
        line.align(horizontal: .center)
        line.addClass("status")
        line.setRole(.status)
        root = line
    }

    package func show(_ appearance: PhaseAppearance) {
        if appearance.announcement != announcement {
            announcement = appearance.announcement
            line.setAccessibleLabel(announcement)
        }
        self.appearance = appearance
        if sides[shown].label.text != appearance.status {
            shown = 1 - shown
            sides[shown].label.text = appearance.status
            let isStill = stack.windowHasClass("reduced-motion")
            stack.show(
                sides[shown].root, by: isStill ? .fade : .up, milliseconds: DesignTokens.Motion.statusFade)
            fade = .once(milliseconds: DesignTokens.Motion.statusFade) { [weak self] in self?.forgetOldText() }
        }
        showDot()
    }

    /// Removes the old text after the fade, so only the visible one takes up room.
    private func forgetOldText() {
        fade = nil
        sides[1 - shown].label.text = ""
    }

    private func showDot() {
        guard let appearance else { return }
        sides[shown].dot.show(appearance.dot(accent: accent), glows: appearance.dotClass != "neutral")
    }

    /// Moves the meter below the text if they don't fit side by side.
    package func fit(width: Int) {
        let wanted = stack.naturalWidth + 16 + meter.root.naturalWidth
        line.isColumn = meter.root.isVisible && wanted > width
    }

    /// Advances the dot's pulse and the meter; `calm` is how far the pulse has come to rest, 0…1.
    package func advance(to time: Double, calm: Double = 0, isMotionReduced: Bool = false) {
        if appearance?.isPulsing ?? false { sides[shown].dot.pulse(at: time, calm: calm) }
        meter.advance(to: time, isMotionReduced: isMotionReduced)
    }

    /// A dot and a text. Two of them alternate, for the fade.
    @MainActor
    private final class Side {
        let root: Widget
        let dot = StatusDot()
        let label = Label(classes: ["status-text", "title-3"])

        init() {
            // A narrow window with large text needs several lines.
            label.wrapsBetweenWords()
            label.centersLines()
            label.setRole(.none)
            let row = Box(.row, spacing: 4, [dot.root, label])
            row.align(horizontal: .center)
            root = row
        }
    }
}
