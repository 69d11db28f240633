// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: layers of scene, controls and panes.

public import GtkKit
import JarvisCore

/// The window of the voice screen.
@MainActor
public final class MainWindow {
    /// The GTK window.
    public let window: Window
    let panes: PaneHost

    init(_ application: Application, _ services: DesktopServices) {
        window = Window(
            application: application, title: "JARVIS", width: DesignTokens.Size.windowWidth,
            height: DesignTokens.Size.windowHeight)
        window.addClass("jarvis")
        window.hidesTitlebar()
        window.setSizeRequest(
            width: DesignTokens.Size.minimumWindowWidth, height: DesignTokens.Size.minimumWindowHeight)
        panes = PaneHost(services)
        let layers = Overlay(Box(.column))
        layers.addLayer(panes.root)
        window.setChild(layers)
    }

    /// Brings the window to the front.
    public func present() { window.present() }

    /// Calls `handler` once, when the next frame has been painted.
    public func onFirstFrame(_ handler: @escaping @MainActor () -> Void) { window.onFirstFrame(handler) }

    /// Opens a pane over the screen.
    public func openPane(_ name: PaneName) { panes.open(name) }

    /// Closes the open pane, if there is one.
    public func closePane() { panes.close() }

    /// The pane that is open.
    public var openPane: PaneName? { panes.openPane }
}
