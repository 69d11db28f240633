// SPDX-License-Identifier: GPL-3.0-or-later
// The hint in an empty list: that it is empty, and what the user can say.

import GioKit
import GtkKit
import JarvisDesktopKit

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
        let words = "\(title). \(hint)"
        for label in labels { label.setRole(.none) }
        root.isReadable { words }
        root.setAccessibleLabel(words)
        root.connect("map", after: true) { Widget($0)?.announce(words, .results) }
        root.isVisible = false
    }
}
