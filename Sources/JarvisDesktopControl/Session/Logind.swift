// SPDX-License-Identifier: GPL-3.0-or-later
// The D-Bus names of systemd-logind and elogind (org.freedesktop.login1(5)).

enum Logind {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    /// The caller's session, or else the one that its user sees.
    static let ownSession = "/org/freedesktop/login1/session/auto"
}
