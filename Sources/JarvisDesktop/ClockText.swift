// SPDX-License-Identifier: GPL-3.0-or-later
// Times of day as the user's region writes them.

import JarvisCore

enum ClockText {
    /// "7:05 AM"; "07:05" where the day has 24 hours.
    static func time(_ local: LocalTime, in region: Region) -> String {
        time(minute: local.hour * 60 + local.minute, in: region)
    }

    /// - Parameter minute: of the day, 0…1439.
    static func time(minute: Int, in region: Region) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        let minutes = rest.padded()
        guard region.usesTwelveHours else { return "\(hour.padded()):\(minutes)" }
        let figures = "\((hour + 11) % 12 + 1):\(minutes)"
        return hour < 12 ? localized("%1 AM", figures) : localized("%1 PM", figures)
    }
}
