// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a program that started without one. GTK starts when the user first asks for the window. Lives on the
// main actor.

import JarvisCore
import JarvisPlatform

/// Opens the window of a session, and knows whether one is open.
@MainActor
public final class LateWindow {
    /// Why there is no window.
    public enum Failure: Error {
        case noDisplay
        /// GTK's objects can't be exported on the bus.
        case notOffered
    }

    /// Called when the window has been opened or closed.
    public var onChange: (@MainActor () -> Void)?
    /// Called when the user ends the program.
    public var onQuit: (@MainActor () -> Void)?
    /// Called once, before GTK's application object takes over requests from the desktop.
    public var onTakeOver: (@MainActor () -> Void)?
    private let display: DisplayState
    private let make: @MainActor (DesktopApplication.Options) -> DesktopApplication
    private var desktop: DesktopApplication?

    /// - Parameter make: builds the application once the display is open.
    public init(
        _ display: DisplayState, make: @escaping @MainActor (DesktopApplication.Options) -> DesktopApplication
    ) {
        self.display = display
        self.make = make
    }

    /// True while there is a window.
    public var isOpen: Bool { desktop?.window != nil }
    /// True while a widget is open.
    public var hasWidget: Bool { desktop?.widgets.isEmpty == false }
    /// True while the window is visible.
    public var isInSight: Bool { desktop?.isInSight ?? false }
    public func close() {
        desktop?.closeWidgets()
        desktop?.closeWindow()
    }

    /// Opens the window or brings it to the front.
    /// - Parameter action: one of the desktop entry's actions to perform as well.
    /// - Throws: `Failure`.
    public func open(action: String?) throws(Failure) {
        try prepare()
        desktop?.show(action: action)
    }

    /// Starts GTK without a window, so the program can show speech while a global shortcut is held. Does nothing on
    /// Wayland, where a window can't float above other programs.
    public func prepareToFloat() {
        guard Environment.value("WAYLAND_DISPLAY") == nil else { return }
        try? prepare()
    }

    private func prepare() throws(Failure) {
        guard desktop == nil else { return }
        guard display.open() else { throw .noDisplay }
        onTakeOver?()
        var options = DesktopApplication.Options()
        // The program around this window already owns the name and handles the notifications.
        (options.isUnique, options.notifies, options.outlivesWindow) = (false, false, true)
        let desktop = make(options)
        self.desktop = desktop
        desktop.onQuit = { [weak self] in self?.onQuit?() }
        desktop.onWindowChange = { [weak self] in self?.onChange?() }
        guard desktop.prepare() else { throw .notOffered }
    }
}
