// SPDX-License-Identifier: GPL-3.0-or-later
// Times of day: "half past six", "seven thirty p m", "quarter to nine", "19:30", "noon".

/// Reads times of day.
package enum TimePhrase {
    /// The time of day if all of `words` form one; otherwise nil.
    package static func time(of words: some Collection<String>) -> ClockTime? {
        ValueParser.whole(words)?.clockTime(0..<words.count)
    }
}
