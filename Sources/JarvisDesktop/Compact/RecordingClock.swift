// SPDX-License-Identifier: GPL-3.0-or-later
// How long the recording has been running. Pure: callers pass the time.

import JarvisDesktopKit

struct RecordingClock {
    private var begin: Double?

    /// - Parameter time: seconds of a monotonic clock.
    mutating func update(isRecording: Bool, at time: Double) {
        if !isRecording {
            begin = nil
        } else if begin == nil {
            begin = time
        }
    }

    /// "02:05"; from an hour on, "1:02:05". Nil while not recording.
    func text(at time: Double) -> String? {
        begin.map { ElapsedTime(from: $0, to: time).text }
    }

    /// Milliseconds until the text changes.
    func untilNextSecond(at time: Double) -> Int {
        let part = begin.map { max(0, time - $0).truncatingRemainder(dividingBy: 1) } ?? 0
        // One more than the rest, because a timer that fires a fraction early would show the same second twice.
        return Int((1 - part) * 1000) + 1
    }
}
