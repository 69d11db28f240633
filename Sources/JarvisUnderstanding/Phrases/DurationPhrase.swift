// SPDX-License-Identifier: GPL-3.0-or-later
// Durations in whole seconds, as timers need them.

/// Reads durations.
package enum DurationPhrase {
    /// The duration in whole seconds, at most 10¹⁰, if all of `words` form one; nil otherwise, and for a duration in
    /// months.
    package static func seconds(of words: some Collection<String>) -> Int64? {
        ValueParser.whole(words)?.seconds(0..<words.count)
    }

    /// True for a word such as "minutes".
    static func isUnit(_ word: String) -> Bool {
        ValueLexicon.english.entries(of: word).contains { [.seconds, .days].contains($0.role) && $0.rest.isEmpty }
    }
}
