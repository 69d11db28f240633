// SPDX-License-Identifier: GPL-3.0-or-later
// Questions for a length of time, "how long until", "how many minutes until", and the answer in the unit that was asked for. Pure.

import JarvisUnderstanding

/// A question how much time there is until something.
package struct LengthQuestion {
    /// Between "how" and "until" there is nothing else: "how do I survive until noon" is another question.
    private static let known: Set<String> = [
        "long", "much", "many", "more", "longer", "time", "hours", "minutes", "seconds", "days", "is", "it", "there",
        "are", "left",
        "do", "does", "i", "we", "have", "got", "will", "be", "take", "still", "exactly", "about",
    ]

    /// The unit that was asked for: "hours"; nil where any will do.
    let unit: String?

    /// - Parameters:
    ///   - fluff: What stands between "how" and "until".
    /// - Returns: nil where that does not ask for a length of time.
    package init?(_ fluff: String?) {
        let words = Utterance.allWords(of: fluff ?? "")
        guard let first = words.first, words.allSatisfy(Self.known.contains) else { return nil }
        let unit = words.first { ["hours", "minutes", "seconds", "days"].contains($0) }
        guard
            first == "long" || words.starts(with: ["much", "time"])
                || first == "much" && words.dropFirst().first == "longer"
                || first == "many" && unit != nil
        else { return nil }
        self.unit = unit
    }

    /// The unit in words such as "minutes until noon"; nil where any will do.
    package init(unitIn words: [String]) {
        unit = words.first { ["hours", "minutes", "seconds"].contains($0) }
    }

    /// "2 hours and 30 minutes"; "150 minutes" where minutes were asked for.
    package func text(seconds: Int64) -> String {
        // To the minute, as clocks show it; the last two by the second.
        let seconds = seconds < 120 || unit == "seconds" ? max(0, seconds) : (seconds + 30) / 60 * 60
        switch unit {
        case "seconds": return SpokenFormat.count(seconds, "second")
        case "minutes" where seconds >= 120: return SpokenFormat.count(seconds / 60, "minute")
        case "hours" where seconds >= 3600:
            let minutes = seconds / 60 % 60
            let hours = SpokenFormat.count(seconds / 3600, "hour")
            return minutes == 0 ? hours : "\(hours) and \(SpokenFormat.count(minutes, "minute"))"
        default: return SpokenFormat.duration(seconds: seconds)
        }
    }
}
