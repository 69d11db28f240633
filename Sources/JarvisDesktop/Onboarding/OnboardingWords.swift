// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said to the setup, once the microphone works. Pure.

public import JarvisCore

/// What was asked of the setup.
enum OnboardingCommand: Hashable, Sendable {
    case next, back, skip, skipAll
    /// Take the voice that is shown.
    case choose
    /// The next voice, or the one before.
    case anotherVoice, previousVoice
    case slower, faster, higher, lower
    /// Say it again.
    case hear

    private static let phrases: [(OnboardingCommand, Set<String>)] = [
        (.next, ["next", "next page", "continue", "go on", "go ahead", "okay next", "carry on"]),
        (.back, ["back", "go back", "previous page", "page back"]),
        (.skip, ["skip", "skip this", "skip it", "skip this page", "skip page"]),
        (.skipAll, ["skip all", "skip everything", "skip the setup", "skip setup", "skip the rest"]),
        (.choose, ["this one", "take this one", "i like this one", "this voice", "use this one", "choose this one"]),
        (.anotherVoice, ["another one", "another voice", "next voice", "the next one", "next one"]),
        (.previousVoice, ["previous voice", "previous one", "the one before", "the previous one", "last one"]),
        (.slower, ["slower", "speak slower", "slow down", "more slowly"]),
        (.faster, ["faster", "speak faster", "speed up"]),
        (.higher, ["higher", "speak higher"]),
        (.lower, ["lower", "deeper", "speak lower", "speak deeper"]),
        (.hear, ["again", "say that again", "say it again", "hear it", "let me hear it"]),
    ]

    /// Everything that can be said, as a recognizer listens for it.
    static var patterns: [UtterancePattern] {
        phrases.flatMap(\.1).sorted().compactMap { try? UtterancePattern($0) }
    }

    /// The command that a whole utterance is, politeness aside; nil for any other talk.
    init?(_ transcript: String) {
        let words = transcript.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        let polite: Set<String> = ["please", "jarvis", "computer", "now", "hey"]
        let text = words.filter { !polite.contains($0) }.joined(separator: " ")
        guard let found = Self.phrases.first(where: { $0.1.contains(text) }) else { return nil }
        self = found.0
    }
}

/// What can be said to the setup, for the recognizer.
public enum OnboardingPhrases {
    /// Few phrases: single words are told apart better among these than by free speech.
    public static var patterns: [UtterancePattern] { OnboardingCommand.patterns }
}
