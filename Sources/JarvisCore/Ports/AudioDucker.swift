// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the sound of other programs.

/// Makes other programs' sound softer for a while.
public protocol OtherPlayersControl: AnyObject, Sendable {
    /// From now on other programs sound like this, those that begin later included; `unchanged` gives every stream its
    /// own loudness back. Returns at once; asking for what is already so changes nothing.
    func set(_ wanted: OtherPlayers)
    /// Gives every stream its own loudness back and returns once that is done.
    func restore() async
}
