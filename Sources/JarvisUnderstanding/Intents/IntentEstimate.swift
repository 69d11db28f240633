// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates each intent's likelihood from all words of a request, for requests that resemble no single example.

/// The intents' likelihoods for one request.
package struct IntentEstimate: Sendable {
    /// Less likely intents are not compared with the request.
    private static let leastLikelihood: Float = 0.002
    /// At least this many of the likeliest intents are compared.
    private static let leastCount = 4

    /// The likelihood, 0…1, that the words ask for nothing.
    package let talk: Float
    /// The likelihood, 0…1, that the words ask for something that JARVIS can't do.
    package let other: Float
    /// Classes with their likelihoods, likeliest first, without those of talk and of other requests.
    let ranked: [(name: String, likelihood: Float)]

    init(_ weights: IntentWeights, features: Set<String>) {
        let likelihoods = zip(weights.classes, weights.likelihoods(of: features))
        talk = likelihoods.first { $0.0 == IntentWeights.talk }?.1 ?? 0
        other = likelihoods.first { $0.0 == IntentWeights.other }?.1 ?? 0
        ranked = likelihoods.filter { ![IntentWeights.talk, IntentWeights.other].contains($0.0) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { (name: $0.0, likelihood: $0.1) }
    }

    /// The likelihood, 0…1, that the words ask JARVIS for nothing that it can do.
    package var nothing: Float { talk + other }

    /// The intents of the likeliest class, with the likelihood of that class; nil if there are no classes.
    package var best: (intents: Set<String>, likelihood: Float)? {
        ranked.first.map { (intents: Self.members(of: $0.name), likelihood: $0.likelihood) }
    }

    /// The distance between the likelihoods of the two likeliest classes.
    package var lead: Float { (ranked.first?.likelihood ?? 0) - (ranked.dropFirst().first?.likelihood ?? 0) }

    /// The likelihood, 0…1, of the class this intent belongs to; 0 if unknown.
    package func likelihood(of intent: String) -> Float {
        let name = Self.classes[intent] ?? intent
        return ranked.first { $0.name == name }?.likelihood ?? 0
    }

    /// The intents worth comparing with the request.
    package var likely: Set<String> {
        let kept = ranked.enumerated().prefix {
            $0.offset < Self.leastCount || $0.element.likelihood >= Self.leastLikelihood
        }
        return kept.reduce(into: []) { $0.formUnion(Self.members(of: $1.element.name)) }
    }

    /// Intents worded alike and told apart only by their values, with the class they share.
    private static let classes = [
        "timer.ask": "timer.set", "alarm.ask": "alarm.set", "alarm.after": "alarm.set", "note.ask": "note.write",
        "math.combine": "math.calculate", "math.round": "math.calculate", "math.percentage": "math.calculate",
        "history.ask": "history.search",
        "note.delete-last": "note.delete", "note.delete-all": "note.delete", "date.part": "date.today",
        "emergency.crisis": "emergency", "emergency.overdose": "emergency", "stop.whole": "stop",
    ]
    private static let membersByClass = Dictionary(grouping: classes.keys) { classes[$0] ?? $0 }

    private static func members(of name: String) -> Set<String> {
        Set((membersByClass[name] ?? []) + [name])
    }
}
