// SPDX-License-Identifier: GPL-3.0-or-later
// How likely each intent is by all the words of a request together, where no single example says it.

/// The likelihoods of intents for one request.
package struct IntentEstimate: Sendable {
    /// Intents below this are not compared with the request.
    private static let leastLikelihood: Float = 0.002
    /// This many of the likeliest are compared with it in any case.
    private static let leastCount = 4

    /// That it asks for nothing, 0…1.
    package let talk: Float
    /// Classes with their likelihoods, likeliest first, without the one for talk.
    let ranked: [(name: String, likelihood: Float)]

    init(_ weights: IntentWeights, features: Set<String>) {
        let likelihoods = zip(weights.classes, weights.likelihoods(of: features))
        talk = likelihoods.first { $0.0 == IntentWeights.talk }?.1 ?? 0
        ranked = likelihoods.filter { $0.0 != IntentWeights.talk }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map { (name: $0.0, likelihood: $0.1) }
    }

    /// The intents of the likeliest class, with its likelihood.
    package var best: (intents: Set<String>, likelihood: Float)? {
        ranked.first.map { (intents: Self.members(of: $0.name), likelihood: $0.likelihood) }
    }

    /// How likely it is that this intent, or one that is asked for in the same words, is meant.
    package func likelihood(of intent: String) -> Float {
        let name = Self.classes[intent] ?? intent
        return ranked.first { $0.name == name }?.likelihood ?? 0
    }

    /// The intents that are worth a comparison.
    package var likely: Set<String> {
        let kept = ranked.enumerated().prefix {
            $0.offset < Self.leastCount || $0.element.likelihood >= Self.leastLikelihood
        }
        return kept.reduce(into: []) { $0.formUnion(Self.members(of: $1.element.name)) }
    }

    /// Intents that are asked for in the same words and told apart by their values: the class that has them.
    private static let classes = [
        "timer.ask": "timer.set", "alarm.ask": "alarm.set", "alarm.after": "alarm.set", "note.ask": "note.write",
        "math.combine": "math.calculate", "math.percentage": "math.calculate", "history.ask": "history.search",
        "note.delete-last": "note.delete", "note.delete-all": "note.delete", "date.part": "date.today",
        "emergency.crisis": "emergency",
    ]
    private static let membersByClass = Dictionary(grouping: classes.keys) { classes[$0] ?? $0 }

    private static func members(of name: String) -> Set<String> {
        Set((membersByClass[name] ?? []) + [name])
    }
}
