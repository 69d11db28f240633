// SPDX-License-Identifier: GPL-3.0-or-later
// What a list shows that has nothing to show: that, and what to say.

import GtkKit

@MainActor
final class OrganizerHint {
    let root: Widget

    init(_ title: String, _ hint: String) {
        let labels = [Label(title, classes: ["empty-title"]), Label(hint, classes: ["hint"])]
        for label in labels {
            label.wraps()
            label.centersLines()
        }
        root = Box(.column, spacing: DesignTokens.Panes.headingSpacing, labels)
        root.addClass("empty")
        root.align(horizontal: .center, vertical: .center)
        root.setRole(.status)
        root.setAccessibleLabel("\(title). \(hint)")
        root.isVisible = false
    }
}
