// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a program that began without one: GTK is started when the window is asked for. Lives on the main actor.

import JarvisCore
import JarvisPlatform

/// Opens the window of a session, and knows whether there is one.
@MainActor
public final class LateWindow {
    /// Why there is no window.
    public enum Failure: Error {
        case noDisplay
        /// GTK's objects cannot be offered on the bus.
        case notOffered
    }

    /// Called when the window has been opened or closed.
    public var onChange: (@MainActor () -> Void)?
    /// The user ends the program.
    public var onQuit: (@MainActor () -> Void)?
    /// Called once, before the window's own application answers the desktop.
    public var onTakeOver: (@MainActor () -> Void)?
    private let display: DisplayState
    private let make: @MainActor (DesktopApplication.Options) -> DesktopApplication
    private var desktop: DesktopApplication?

    /// - Parameter make: puts the application together, once the display is open.
    public init(
        _ display: DisplayState, make: @escaping @MainActor (DesktopApplication.Options) -> DesktopApplication
    ) {
        self.display = display
        self.make = make
    }

    /// True while there is a window.
    public var isOpen: Bool { desktop?.window != nil }
    /// True while there is a widget.
    public var hasWidget: Bool { desktop?.widgets.isEmpty == false }
    /// True while it can be seen.
    public var isInSight: Bool { desktop?.isInSight ?? false }
    public func close() {
        desktop?.closeWidgets()
        desktop?.closeWindow()
    }

    /// Opens it, or brings it to the front.
    /// - Parameter action: one of the desktop entry's, to be done besides.
    /// - Throws: `Failure`.
    public func open(action: String?) throws(Failure) {
        try prepare()
        desktop?.show(action: action)
    }

    /// Starts the toolkit without a window, so that what is heard while a key of the desktop is held can be shown. Nothing
    /// on a display whose windows cannot float over others.
    public func prepareToFloat() {
        guard Environment.value("WAYLAND_DISPLAY") == nil else { return }
        try? prepare()
    }

    private func prepare() throws(Failure) {
        guard desktop == nil else { return }
        guard display.open() else { throw .noDisplay }
        onTakeOver?()
        var options = DesktopApplication.Options()
        // The name is this program's already, and so are the notifications.
        (options.isUnique, options.notifies, options.outlivesWindow) = (false, false, true)
        let desktop = make(options)
        self.desktop = desktop
        desktop.onQuit = { [weak self] in self?.onQuit?() }
        desktop.onWindowChange = { [weak self] in self?.onChange?() }
        guard desktop.prepare() else { throw .notOffered }
    }
}
