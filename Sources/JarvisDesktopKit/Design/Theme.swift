// SPDX-License-Identifier: GPL-3.0-or-later
// Installs the style sheet and the icons.

import GtkKit
package import JarvisPlatform

@MainActor
package enum Theme {
    /// The theme's files within the program's resources.
    package nonisolated static let paths = [mainSheet] + furtherSheets + [iconFolder]

    private nonisolated static let mainSheet = "data/style.css"
    private nonisolated static let iconFolder = "data/icons"
    private nonisolated static let furtherSheets = [
        "data/style-controls.css", "data/style-panes.css", "data/style-settings.css", "data/style-history.css",
        "data/style-connections.css", "data/style-calls.css", "data/style-setup.css", "data/style-widgets.css",
        "data/style-plain.css",
    ]

    /// Loads `data/style.css` and `data/icons`. Without them, a minimal dark style keeps the window readable.
    package static func install(_ resources: ResourceLocator) {
        ToolkitSettings {}.prefersDark = true
        if let path = resources.path(mainSheet) {
            Styling.add(cssFile: path)
        } else {
            Styling.add(css: DesignTokens.minimumStyle)
        }
        for sheet in furtherSheets {
            if let path = resources.path(sheet) { Styling.add(cssFile: path) }
        }
        if let path = resources.path(iconFolder) { Styling.add(iconFolder: path) }
    }
}
