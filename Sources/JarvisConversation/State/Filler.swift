// SPDX-License-Identifier: GPL-3.0-or-later
// What JARVIS says while an answer takes its time.

/// One filler; its words depend on the voice's language.
public struct Filler: Hashable, Sendable {
    /// An answer that has not begun after this long is slow; people take a pause of more than a second for a failure.
    public static let firstDelay = Duration.milliseconds(1_200)
    /// From one filler to the next within a turn.
    public static let nextDelay = Duration.seconds(9)

    /// Counts fillers; two in a row never have the same words.
    public var number: Int
    /// True for the first of a turn; later ones ask for patience.
    public var isFirst: Bool

    public init(number: Int, isFirst: Bool) {
        self.number = number
        self.isFirst = isFirst
    }

    /// The words in the language of a BCP 47 tag, in English for a language without any.
    public func text(language: String) -> String {
        let phrases = Self.phrases[String(language.lowercased().prefix { $0.isLetter })] ?? Self.english
        let list = isFirst ? phrases.first : phrases.later
        return list[number % list.count]
    }

    private static let english = (
        first: ["One moment.", "Let me see.", "Just a second.", "Looking into it."],
        later: ["Still working on it.", "This takes a little longer.", "Almost there, I hope."]
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
