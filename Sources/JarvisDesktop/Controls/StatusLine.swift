// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the visualizer: a coloured dot and what JARVIS is doing (SPEC V8, X2).

import GtkKit

@MainActor
final class StatusLine {
    let root: Widget
    private let dot = Box(.row)
    private let label = Label(classes: ["status-text"])
    private var dotClass = ""

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
        guard dotClass != appearance.dotClass else { return }
        if !dotClass.isEmpty { dot.removeClass(dotClass) }
        dotClass = appearance.dotClass
        dot.addClass(dotClass)
    }
}
