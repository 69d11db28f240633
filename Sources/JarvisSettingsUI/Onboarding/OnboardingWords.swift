// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes voice commands for the setup. Pure.

public import JarvisCore

/// A voice command for the setup.
enum OnboardingCommand: Hashable, Sendable {
    case next, back, skip, skipAll
    /// Chooses the voice on the screen.
    case choose
    /// Shows the next or the previous voice.
    case anotherVoice, previousVoice
    case slower, faster, higher, lower
    /// Says when JARVIS may listen.
    case listen(ListeningConsent)
    /// Plays the voice again.
    case hear

    private static let phrases: [(OnboardingCommand, Set<String>)] = [
        (.next, ["next", "next page", "continue", "go on", "go ahead", "okay next", "carry on"]),
        (.back, ["back", "go back", "previous page", "page back"]),
        (.skip, ["skip", "skip this", "skip it", "skip this page", "skip page"]),
        (.skipAll, ["skip all", "skip everything", "skip the setup", "skip setup", "skip the rest"]),
        (
            .choose,
            [
                "use", "use it", "this one", "take this one", "i like this one", "this voice", "use this one",
                "choose this one",
            ]
        ),
        (.anotherVoice, ["another one", "another voice", "next voice", "the next one", "next one"]),
        (.previousVoice, ["previous voice", "previous one", "the one before", "the previous one", "last one"]),
        (.listen(.press), ["press to talk", "push to talk", "only when i press"]),
        (.listen(.wakeWord), ["wake word", "the wake word", "use the wake word"]),
        (.listen(.always), ["always", "always listen", "listen always"]),
        (.slower, ["slower", "speak slower", "slow down", "more slowly"]),
        (.faster, ["faster", "speak faster", "speed up"]),
        (.higher, ["higher", "speak higher"]),
        (.lower, ["lower", "deeper", "speak lower", "speak deeper"]),
        (.hear, ["play", "play it", "again", "say that again", "say it again", "hear it", "let me hear it"]),
    ]

    /// The phrases of all commands, as patterns for a recognizer.
    static var patterns: [UtterancePattern] {
        phrases.flatMap(\.1).sorted().compactMap { try? UtterancePattern($0) }
    }

    /// Parses a whole utterance as a command, ignoring polite words; nil for anything else.
    init?(_ transcript: String) {
        let words = transcript.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        let polite: Set<String> = ["please", "jarvis", "computer", "now", "hey"]
        let text = words.filter { !polite.contains($0) }.joined(separator: " ")
        guard let found = Self.phrases.first(where: { $0.1.contains(text) }) else { return nil }
        self = found.0
    }
}

/// The setup's phrases, for a recognizer.
public enum OnboardingPhrases {
    /// All phrases. They are few, so a recognizer hears single words more reliably among them than in free speech.
    public static var patterns: [UtterancePattern] { OnboardingCommand.patterns }
}
