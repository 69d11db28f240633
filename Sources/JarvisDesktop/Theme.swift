// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the style sheet and the icons in place.

import GtkKit
import JarvisPlatform

@MainActor
enum Theme {
    /// Loads `data/style.css` and `data/icons`; without them a dark minimum keeps the window readable.
    static func install(_ resources: ResourceLocator) {
        Styling.prefersDark()
        if let path = resources.path("data/style.css") {
            Styling.add(cssFile: path)
        } else {
            Styling.add(css: minimum)
        }
        if let path = resources.path("data/style-panes.css") { Styling.add(cssFile: path) }
        if let path = resources.path("data/icons") { Styling.add(iconFolder: path) }
    }

    private static let minimum = """
        window { background: #000; color: #f2f2f2; }
        button { background: #14141c; color: #f2f2f2; border: 1px solid #333340; border-radius: 12px; }
        .pane { background: #0a0a0f; }
        """
}
