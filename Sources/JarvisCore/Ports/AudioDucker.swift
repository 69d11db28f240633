// SPDX-License-Identifier: GPL-3.0-or-later
// Port to other programs' sound.

/// Ducks other programs: lowers or mutes their sound for a while.
public protocol AudioDucker: AnyObject, Sendable {
    /// Applies the ducking to all other programs, including those that start later; `unchanged` restores every stream.
    /// Returns at once. Idempotent.
    func set(_ wanted: Ducking)
    /// Restores every stream and returns when that is done.
    func restore() async
}
