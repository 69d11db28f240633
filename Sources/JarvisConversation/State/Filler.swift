// SPDX-License-Identifier: GPL-3.0-or-later
// The short phrases that JARVIS says while an answer takes a while.

/// One filler; its words depend on the voice's language.
public struct Filler: Hashable, Sendable {
    /// Listeners take a pause of more than a second for a failure, so an answer that takes this long needs a filler.
    public static let firstDelay = Duration.milliseconds(1_200)
    /// Time between fillers within a turn.
    public static let nextDelay = Duration.seconds(9)

    /// Numbers fillers; two in a row never use the same words.
    public var number: Int
    /// True for the first in a turn; later ones ask for patience.
    public var isFirst: Bool

    public init(number: Int, isFirst: Bool) {
        self.number = number
        self.isFirst = isFirst
    }

    /// The words in the language of a BCP 47 tag, or in English if it has none.
    public func text(language: String) -> String {
        let phrases = Self.phrases[String(language.lowercased().prefix { $0.isLetter })] ?? Self.english
        let list = isFirst ? phrases.first : phrases.later
        return list[number % list.count]
    }

    private static let english = (
        first: ["One moment.", "Let me see.", "Just a second.", "Looking into it."],
        later: ["Still working on it.", "This is taking a little longer.", "Almost there, I hope."]
    )

    private static let phrases: [String: (first: [String], later: [String])] = [
        "en": english,
        "de": (
            ["Einen Moment.", "Mal sehen.", "Sekunde bitte.", "Ich schaue nach."],
            ["Ich bin noch dabei.", "Das dauert etwas länger.", "Noch einen Augenblick."]
        ),
        "fr": (
            ["Un instant.", "Voyons voir.", "Une seconde.", "Je regarde."],
            ["J'y travaille encore.", "Cela prend un peu plus de temps.", "Encore un instant."]
        ),
        "es": (
            ["Un momento.", "Vamos a ver.", "Un segundo.", "Lo estoy mirando."],
            ["Sigo en ello.", "Esto tarda un poco más.", "Un momento más."]
        ),
    ]
}
