// SPDX-License-Identifier: GPL-3.0-or-later
// Parses questions such as "how long until" or "how many minutes until", and words the answer in that unit. Pure.

import JarvisUnderstanding

/// A question about the length of time until something.
package struct LengthQuestion {
    /// The only words allowed between "how" and "until": "how do I survive until noon" is another question.
    private static let known: Set<String> = [
        "long", "much", "many", "more", "longer", "time", "hours", "minutes", "seconds", "days", "is", "it", "there",
        "are", "left",
        "do", "does", "i", "we", "have", "got", "will", "be", "take", "still", "exactly", "about",
    ]

    /// The unit the question asks for, such as "hours"; `nil` if any will do.
    let unit: String?

    /// Parses the words between "how" and "until".
    /// - Parameter fluff: Those words, such as "long is it".
    /// - Returns: `nil` if they don't ask for a length of time.
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

    /// Finds the unit in words such as "minutes until noon"; `unit` is `nil` if they name none.
    package init(unitIn words: [String]) {
        unit = words.first { ["hours", "minutes", "seconds"].contains($0) }
    }

    /// The length in words: "2 hours and 30 minutes", or "150 minutes" if the question asks for minutes.
    /// - Parameter seconds: The length in seconds. From two minutes on, it is rounded to minutes.
    package func text(seconds: Int64) -> String {
        // Round to minutes as clocks do, but give the last two minutes in seconds.
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
