// SPDX-License-Identifier: GPL-3.0-or-later
// What a slot of a pattern was filled with.

/// The value of a slot.
package enum SlotValue: Hashable, Sendable {
    case number(Double)
    /// Whole seconds.
    case duration(Int64)
    case time(ClockTime)
    case unit(Unit)
    case expression(Calculation)
    /// The name as said; it may be no installed application's.
    case application(String)
    case website(Website)
    /// A word of `VoicePhrase`.
    case voice(VoiceWish)
    case day(DayReference)
    case moment(WhenPhrase.Moment)
    case schedule(Schedule)
    /// The words as they were written.
    case text(String)
}
