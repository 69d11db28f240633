// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the display at most once, for a program that may not need one. GTK can be started only once in a process, and
// using it without a display would end the program.

import JarvisPlatform

/// The display of a program that opens it only when it needs one.
@MainActor
public final class DisplayState {
    private var hasTried = false
    /// True once the display has been opened.
    public private(set) var isOpen = false

    public init() {}

    /// Opens the display on the first call; false if none is available.
    public func open() -> Bool {
        guard !hasTried else { return isOpen }
        let names = ["DISPLAY", "WAYLAND_DISPLAY"]
        guard names.contains(where: { Environment.value($0)?.isEmpty == false }) else { return false }
        hasTried = true
        isOpen = DesktopApplication.openDisplay()
        return isOpen
    }
}
