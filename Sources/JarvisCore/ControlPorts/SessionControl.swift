// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the session: locking, logging out, power, notifications, screenshots.

/// An action on the session or the whole computer.
public enum SessionAction: String, Hashable, Sendable, CaseIterable {
    case lock, suspend, logOut, restart, powerOff

    /// True if unsaved work may be lost, so ask first.
    public var endsWork: Bool { self == .logOut || self == .restart || self == .powerOff }
}

/// Acts on the session. It does not ask the user for confirmation; callers do that first.
public protocol SessionControl: Sendable {
    /// Checks whether the system would currently allow an action.
    /// - Throws: `notPossible` or `notPermitted` if not.
    func check(_ action: SessionAction) async throws(SessionFailure)
    /// Performs the action. The system may ask for a password, and other programs may block it.
    /// - Throws: `lockUnconfirmed` after a lock request if nothing confirms that the screen is locked.
    func perform(_ action: SessionAction) async throws(SessionFailure)

    /// True if do-not-disturb is on.
    func isDoNotDisturbOn() async throws(SessionFailure) -> Bool
    /// Turns do-not-disturb on or off.
    /// - Returns: The state afterwards; still true if another program also holds notifications back.
    func setDoNotDisturb(_ isOn: Bool) async throws(SessionFailure) -> Bool

    /// Takes a screenshot; the desktop may ask first.
    /// - Returns: The path of the file, which belongs to the user.
    /// - Throws: `cancelled` if the user declines.
    func takeScreenshot() async throws(SessionFailure) -> String
}
