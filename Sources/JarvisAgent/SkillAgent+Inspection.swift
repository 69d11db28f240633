// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent makes of a request, for measurements: nothing is done.

import JarvisCore
import JarvisUnderstanding

/// What a request comes to, as measurements see it.
public struct RequestReading: Hashable, Sendable {
    /// The name of the intent; nil where nothing came near, or only a pattern without a name fits.
    public var intent: String?
    /// The skill that would answer; nil where none would.
    public var skill: String?
    /// False where the agent would ask whether this was meant.
    public var isCertain: Bool
    /// 1 for the words of a pattern.
    public var score: Float
    /// The values found, as text.
    public var values: [String: String]
}

extension SkillAgent {
    /// Reads a request as the agent would, without doing anything.
    public func reading(of text: String) -> RequestReading {
        switch read(Utterance(text)) {
        case .certain(let reading): Self.reading(reading, isCertain: true)
        case .doubtful(let reading): Self.reading(reading, isCertain: false)
        case .unknown(let nearest):
            RequestReading(
                intent: nearest?.intent, skill: nil,
                isCertain: (nearest?.score ?? 0) >= Understanding.certainScore, score: nearest?.score ?? 0,
                values: nearest?.slots.mapValues { "\($0)" } ?? [:])
        }
    }

    private static func reading(_ reading: Reading, isCertain: Bool) -> RequestReading {
        RequestReading(
            intent: reading.intent, skill: reading.skill.id, isCertain: isCertain, score: reading.score,
            values: reading.slots.mapValues { "\($0)" })
    }
}
