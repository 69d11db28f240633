// SPDX-License-Identifier: GPL-3.0-or-later
// One recording on disk. Its name gives the time it was made.

public import JarvisCore
import JarvisPlatform

/// A stored utterance: `<day>/<time>.wav`, with `<day>/<time>.json` next to it.
public struct Recording: Hashable, Sendable {
    /// Local day and time: "2026-11-21/14-03-22-123". A second recording of the same moment ends in "-2".
    public var id: String
    public var recordedAt: Timestamp
    public var durationSeconds: Double
    /// The transcript; empty if no words were recognized.
    public var text: String

    public init(id: String, recordedAt: Timestamp, durationSeconds: Double, text: String) {
        self.id = id
        self.recordedAt = recordedAt
        self.durationSeconds = durationSeconds
        self.text = text
    }
}

/// Converts between times and the names of recordings.
enum RecordingName {
    static func id(_ instant: Timestamp, _ clock: any WallClock) -> String {
        let local = clock.local(instant)
        let milliseconds = Int(instant.millisecondsSinceEpoch - instant.secondsSinceEpoch * 1000)
        let day = [local.year.padded(to: 4), local.month.padded(), local.day.padded()]
        let time = [
            local.hour.padded(), local.minute.padded(), local.second.padded(), milliseconds.padded(to: 3),
        ]
        return day.joined(separator: "-") + "/" + time.joined(separator: "-")
    }

    /// The time of a recording with this name; nil for any other name, which must never be touched.
    static func instant(_ id: String, _ clock: any WallClock) -> Timestamp? {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = numbers(parts[0], widths: [4, 2, 2]),
            let time = numbers(parts[1], widths: [2, 2, 2, 3]),
            (1...12).contains(day[1]), (1...31).contains(day[2]), time[0] < 24, time[1] < 60, time[2] < 61
        else { return nil }
        let local = LocalTime(
            year: day[0], month: day[1], day: day[2], hour: time[0], minute: time[1], second: time[2], weekday: 1)
        return clock.instant(of: local).advanced(by: .milliseconds(time[3]))
    }

    /// The numbers of a name whose parts have these widths. A short counter may follow them.
    private static func numbers(_ text: Substring, widths: [Int]) -> [Int]? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= widths.count, parts.count <= widths.count + 1,
            zip(parts, widths).allSatisfy({ $0.count == $1 }), (parts.dropFirst(widths.count).last?.count ?? 1) < 4
        else { return nil }
        let numbers = parts.compactMap { part in
            part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }
}
