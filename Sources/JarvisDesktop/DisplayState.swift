// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the display is open, for a program that may need none. GTK can be started once in a process, and whatever asks
// the display before that would end the program.

import JarvisPlatform

/// The display of a program that opens it late.
@MainActor
public final class DisplayState {
    private var hasTried = false
    /// True once the display has been opened.
    public private(set) var isOpen = false

    public init() {}

    /// Opens it with the first call; false where none answers.
    public func open() -> Bool {
        guard !hasTried else { return isOpen }
        let names = ["DISPLAY", "WAYLAND_DISPLAY"]
        guard names.contains(where: { Environment.value($0)?.isEmpty == false }) else { return false }
        hasTried = true
        isOpen = DesktopApplication.openDisplay()
        return isOpen
    }
}
