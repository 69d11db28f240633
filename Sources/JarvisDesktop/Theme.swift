// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the style sheet and the icons in place.

import GtkKit
import JarvisPlatform

@MainActor
enum Theme {
    /// Loads `data/style.css` and `data/icons`; without them a dark minimum keeps the window readable.
    static func install(_ resources: ResourceLocator) {
        ToolkitSettings {}.prefersDark = true
        if let path = resources.path("data/style.css") {
            Styling.add(cssFile: path)
        } else {
            Styling.add(css: DesignTokens.minimumStyle)
        }
        for name in ["style-controls", "style-panes", "style-plain"] {
            if let path = resources.path("data/\(name).css") { Styling.add(cssFile: path) }
        }
        if let path = resources.path("data/icons") { Styling.add(iconFolder: path) }
    }
}
