// SPDX-License-Identifier: GPL-3.0-or-later
// The values that fill the slots of patterns and examples.

/// The value of a slot.
package enum SlotValue: Hashable, Sendable {
    case number(Double)
    /// Whole seconds.
    case duration(Int64)
    case time(ClockTime)
    case unit(Unit)
    case expression(Calculation)
    /// The name as said, installed or not.
    case application(String)
    case website(Website)
    /// A wish that `VoicePhrase` reads.
    case voice(VoiceWish)
    case day(DayReference)
    case moment(WhenPhrase.Moment)
    case schedule(Schedule)
    case setting(SettingMention)
    /// The words as written.
    case text(String)
}
