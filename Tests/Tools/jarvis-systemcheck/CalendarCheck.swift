// SPDX-License-Identifier: GPL-3.0-or-later
// Reads calendars for scripts/calendar-check: a line of the standard input names a file and a period, a line of JSON says
// what is in it.

import JarvisCore
import JarvisKnowledge
import JarvisPlatform

/// Prints the appointments of calendar files.
enum CalendarCheck {
    /// Each line is "FILE START END", separated by tabs, with times in seconds since 1970. Local times are those of TZ.
    static func run() async {
        while let line = readLine() {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let start = Int64(fields[1]), let end = Int64(fields[2]) else {
                print("{}")
                continue
            }
            let places = CalendarPlaces(setting: fields[0], home: "/nowhere", data: "/nowhere")
            let reading = await CalendarFiles(places: { places }, clock: SystemWallClock())
                .appointments(from: Timestamp(secondsSinceEpoch: start), to: Timestamp(secondsSinceEpoch: end))
            let found = reading.appointments.map { one in
                "[\(quoted(one.title)), \(one.start.secondsSinceEpoch), \(one.end.secondsSinceEpoch), "
                    + "\(one.isAllDay), \(one.isBusy)]"
            }
            let faults = reading.faults.map { quoted(String(describing: $0)) }
            print(#"{"found": [\#(found.joined(separator: ", "))], "faults": [\#(faults.joined(separator: ", "))]}"#)
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? " " : String($0) }
        return "\"\(escaped.joined())\""
    }
}
