// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that refer to a thing by its name: "pause the roast" is about the roast timer if there is one. Pure.

import JarvisUnderstanding

/// Finds requests about things with a name.
struct NamedThings {
    /// Nouns for kinds of things. A request that contains one needs no help.
    private static let nouns: Set<String> = [
        "timer", "timers", "alarm", "alarms", "reminder", "reminders", "remind", "list", "lists", "note", "notes",
    ]
    /// The minimum score of the completed request. Below it, the words may be about something else of that name.
    private static let leastScore: Float = 0.9

    /// The names of things, with the `id` of their skill.
    let names: [(skill: String, name: String)]
    let understanding: Understanding
    let applications: ApplicationIndex

    /// Interprets the request with the noun added after the name; nil if it contains none of the names or creates a new
    /// thing.
    func reading(of utterance: Utterance) -> Reading? {
        guard utterance.words.count <= 14, Self.nouns.isDisjoint(with: utterance.words) else { return nil }
        for (skill, name) in names {
            let wanted = Utterance(name).words.map(Self.stem)
            guard let place = utterance.words.map(Self.stem).place(of: wanted) else { continue }
            let parts = [
                utterance.spelled(0..<place.upperBound), skill,
                utterance.spelled(place.upperBound..<utterance.words.count),
            ]
            guard
                case .certain(let reading) = understanding.read(
                    Utterance(parts.joined(separator: " ")), applications: applications),
                reading.score >= Self.leastScore, isAboutIt(reading, skill, wanted)
            else { continue }
            return reading
        }
        return nil
    }

    private func isAboutIt(_ reading: Reading, _ skill: String, _ wanted: [String]) -> Bool {
        guard let intent = reading.intent else {
            return reading.texts.contains { Utterance($0).words.map(Self.stem).place(of: wanted) != nil }
        }
        return LastTurn.topic(of: intent) == skill && ![skill + ".set", skill + ".ask"].contains(intent)
    }

    private static func stem(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
}
