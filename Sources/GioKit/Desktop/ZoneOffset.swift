// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the UTC offset of a place from the system's time zone database, through GLib. Any thread may use it.

import CGio

/// Looks up the UTC offsets of time zones.
public enum ZoneOffset {
    /// Seconds east of UTC in a zone such as "Asia/Tokyo", at an instant in seconds since 1970; nil for an unknown
    /// zone.
    public static func seconds(of identifier: String, at instant: Int64) -> Int? {
        guard let zone = g_time_zone_new_identifier(identifier) else { return nil }
        defer { g_time_zone_unref(zone) }
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(instant))
        return Int(g_time_zone_get_offset(zone, interval))
    }
}
