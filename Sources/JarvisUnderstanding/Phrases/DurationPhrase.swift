// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of time: "ten minutes", "an hour and a half", "1h 30m", "three quarters of an hour".

/// Reads durations.
package enum DurationPhrase {
    /// Whole seconds that `words` last, all of them; nil when they are not a duration. At most 10¹⁰.
    package static func seconds(of words: some Collection<String>) -> Int64? {
        var cursor = WordCursor(Array(words)[...])
        var total = 0.0
        var limit = Double.infinity
        while !cursor.rest.isEmpty {
            if total > 0 { _ = cursor.accept("and") }
            guard let (amount, unit) = term(&cursor), unit < limit else { return nil }
            total += amount * unit
            limit = unit
        }
        guard total >= 0, limit.isFinite else { return nil }
        return Int64(min(total, 1e10).rounded())
    }

    /// True for a word such as "minutes".
    static func isUnit(_ word: String) -> Bool { units[word] != nil }

    /// One amount with its unit in seconds.
    private static func term(_ cursor: inout WordCursor) -> (Double, Double)? {
        for (phrase, amount) in fractions where cursor.rest.starts(with: phrase) {
            if let unit = cursor.rest.dropFirst(phrase.count).first.flatMap({ units[$0] }) {
                cursor.advance(phrase.count + 1)
                return (amount, unit)
            }
        }
        var amount: Double
        if let reading = NumberWords.readMagnitude(cursor.rest) {
            amount = reading.value
            cursor.advance(reading.count)
        } else if cursor.accept("a") || cursor.accept("an") {
            amount = 1
        } else {
            return nil
        }
        guard let unit = cursor.peek().flatMap({ units[$0] }) else { return nil }
        cursor.advance()
        if cursor.accept("and", "a", "half") { amount += 0.5 }
        if cursor.accept("and", "a", "quarter") { amount += 0.25 }
        return (amount, unit)
    }

    private static let fractions: [([String], Double)] = [
        (["half", "an"], 0.5), (["half", "a"], 0.5), (["a", "half"], 0.5),
        (["three", "quarters", "of", "an"], 0.75), (["three", "quarters", "of", "a"], 0.75),
        (["a", "quarter", "of", "an"], 0.25), (["a", "quarter", "of", "a"], 0.25), (["quarter", "of", "an"], 0.25),
    ]

    private static let units: [String: Double] = {
        var units: [String: Double] = [:]
        let names: [(Double, [String])] = [
            (1, ["second", "seconds", "sec", "secs", "s"]), (60, ["minute", "minutes", "min", "mins", "m"]),
            (3600, ["hour", "hours", "hr", "hrs", "h"]), (86_400, ["day", "days", "d"]),
            (604_800, ["week", "weeks"]),
        ]
        for (seconds, words) in names {
            for word in words { units[word] = seconds }
        }
        return units
    }()
}
