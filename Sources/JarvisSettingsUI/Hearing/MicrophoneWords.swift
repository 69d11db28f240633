// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the microphone test.

public import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

/// Describes the result of a microphone test.
public enum MicrophoneWords {
    /// The microphone's state, and advice if there is a problem.
    public static func condition(_ finding: MicrophoneFinding) -> String {
        switch finding.condition {
        case .opening: localized("Opening the microphone…")
        case .working where finding.isSpeaking: localized("Listening…")
        case .working where finding.words.isEmpty: localized("Say something, such as “Hello, JARVIS.”")
        case .working: localized("I can hear you.")
        case .silent:
            localized(
                "I don't hear anything. Is it muted or unplugged? You can pick another one below.")
        case .muted:
            localized(
                "The microphone is muted in your sound settings. Unmute it there.")
        case .mutedHere: localized("The microphone is muted. Press Ctrl+M to unmute it.")
        case .failed(let failure):
            BannerText.words(failure) + " " + localized("You can continue without it.")
        }
    }

    /// Why nothing can be heard, and what to do about it.
    static func trouble(_ finding: MicrophoneFinding) -> String {
        if case .failed(let failure) = finding.condition { return BannerText.words(failure) }
        return condition(finding)
    }

    /// How noisy the room is, and whether that is a problem.
    public static func noise(_ finding: MicrophoneFinding) -> String {
        switch (finding.condition, finding.noise) {
        case (.working, .quiet?): localized("The room is very quiet.")
        case (.working, .usual?): localized("There's little noise.")
        case (.working, .noticeable?):
            localized("There's some noise. Speaking closer helps.")
        case (.working, .loud?):
            localized("It's loud here. Speak close to the microphone, or lower its level if it hums.")
        default: ""
        }
    }
}
