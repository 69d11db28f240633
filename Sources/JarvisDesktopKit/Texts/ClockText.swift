// SPDX-License-Identifier: GPL-3.0-or-later
// Formats times of day for the user's region.

package import JarvisCore

package enum ClockText {
    /// "7:05 AM", or "07:05" in regions with a 24-hour clock.
    package static func time(_ local: LocalTime, in region: Region) -> String {
        time(minute: local.hour * 60 + local.minute, in: region)
    }

    /// - Parameter minute: the minute of the day, 0…1439.
    package static func time(minute: Int, in region: Region) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        let minutes = rest.padded()
        guard region.usesTwelveHours else { return "\(hour.padded()):\(minutes)" }
        let figures = "\((hour + 11) % 12 + 1):\(minutes)"
        return hour < 12 ? localized("%1 AM", figures) : localized("%1 PM", figures)
    }
}
