// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the sound of other programs.

/// Ducks other programs' sound: makes it softer, or mutes it, for a while.
public protocol AudioDucker: AnyObject, Sendable {
    /// From now on other programs sound like this, those that begin later included; `unchanged` restores every
    /// stream. Returns at once; asking for what is already so changes nothing.
    func set(_ wanted: Ducking)
    /// Restores every stream and returns once that is done.
    func restore() async
}
