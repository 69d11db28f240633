// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the session: locking and ending it, the power of the computer, notifications, pictures of the screen.

/// What can be done to the session or the computer.
public enum SessionAction: String, Hashable, Sendable, CaseIterable {
    case lock, suspend, logOut, restart, powerOff

    /// True when unsaved work may be lost: ask first.
    public var endsWork: Bool { self == .logOut || self == .restart || self == .powerOff }
}

/// Acts on the session. Nothing asks the user here: the caller has asked.
public protocol SessionControl: Sendable {
    /// Whether an action would be tried, by what the system says now.
    /// - Throws: why it would not: `notPossible`, `notPermitted`.
    func check(_ action: SessionAction) async throws(SessionFailure)
    /// Does it. The system may ask for a password, and programs may hold it up.
    /// - Throws: `lockUnconfirmed` when locking was asked for and nothing says that the screen is locked.
    func perform(_ action: SessionAction) async throws(SessionFailure)

    /// Whether notifications are held back.
    func isDoNotDisturbOn() async throws(SessionFailure) -> Bool
    /// Holds notifications back, or shows them again.
    /// - Returns: how it is now; still true where another program holds them back too.
    func setDoNotDisturb(_ isOn: Bool) async throws(SessionFailure) -> Bool

    /// Takes a picture of the screen; the desktop may ask first.
    /// - Returns: the path of the file, which belongs to the user.
    /// - Throws: `cancelled` when the user does not want it.
    func takeScreenshot() async throws(SessionFailure) -> String
}
