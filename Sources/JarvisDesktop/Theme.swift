// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the style sheet and the icons in place.

import GtkKit
import JarvisPlatform
import JarvisVisuals

@MainActor
enum Theme {
    fileprivate nonisolated static let furtherSheets = [
        "data/style-controls.css", "data/style-panes.css", "data/style-settings.css", "data/style-history.css",
        "data/style-connections.css", "data/style-calls.css", "data/style-setup.css", "data/style-widgets.css",
        "data/style-plain.css",
    ]

    /// Loads `data/style.css` and `data/icons`; without them a dark minimum keeps the window readable.
    static func install(_ resources: ResourceLocator) {
        ToolkitSettings {}.prefersDark = true
        if let path = resources.path("data/style.css") {
            Styling.add(cssFile: path)
        } else {
            Styling.add(css: DesignTokens.minimumStyle)
        }
        for sheet in furtherSheets {
            if let path = resources.path(sheet) { Styling.add(cssFile: path) }
        }
        if let path = resources.path("data/icons") { Styling.add(iconFolder: path) }
    }
}

extension DesktopApplication {
    /// Files that the window looks for beside the program; without them it is plainer.
    public nonisolated static var resources: [String] {
        ["data/style.css"] + Theme.furtherSheets + ["data/icons"] + ShaderSource.paths
    }
}
