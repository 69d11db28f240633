// SPDX-License-Identifier: GPL-3.0-or-later
// The names by which systemd-logind and elogind are called (org.freedesktop.login1(5)).

enum Logind {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    /// The session that the caller belongs to, or the one that its user sees.
    static let ownSession = "/org/freedesktop/login1/session/auto"
}
