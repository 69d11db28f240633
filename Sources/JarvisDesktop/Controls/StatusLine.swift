// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the visualizer: a coloured dot and what JARVIS is doing.

import Glibc
import GtkKit

@MainActor
final class StatusLine {
    let root: Widget
    private let dot = Box(.row)
    private let label = Label(classes: ["status-text"])
    private var dotClass = ""
    private var isPulsing = false

    init() {
        dot.addClass("status-dot")
        dot.setRole(.none)
        dot.align(horizontal: .center, vertical: .center)
        label.setRole(.status)
        let row = Box(.row, spacing: 10, [dot, label])
        row.align(horizontal: .center)
        row.addClass("status")
        root = row
    }

    func show(_ appearance: PhaseAppearance) {
        label.text = appearance.status
        label.setAccessibleLabel(appearance.announcement)
        isPulsing = appearance.isPulsing
        if !isPulsing { dot.opacity = 1 }
        guard dotClass != appearance.dotClass else { return }
        if !dotClass.isEmpty { dot.removeClass(dotClass) }
        dotClass = appearance.dotClass
        dot.addClass(dotClass)
    }

    /// Moves the dot's pulse on: once in 1.6 s while the microphone is open.
    func advance(to time: Double) {
        guard isPulsing else { return }
        dot.opacity = 0.7 + 0.3 * cos(2 * .pi * time / 1.6)
    }
}
