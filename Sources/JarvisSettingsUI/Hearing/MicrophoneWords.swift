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
        case .working where finding.isSpeaking: localized("I am listening…")
        case .working where finding.words.isEmpty: localized("Say something, for example: “Hello, JARVIS.”")
        case .working: localized("I can hear you.")
        case .silent:
            localized(
                "The microphone delivers nothing but silence. Look for a switch on it or on its cable, raise its level "
                    + "in the system's sound settings, or choose another one below.")
        case .muted:
            localized(
                "The microphone is muted in the system's sound settings. Unmute it there; it is heard at once then.")
        case .mutedHere: localized("The microphone is muted in JARVIS. Ctrl+M unmutes it.")
        case .failed(let failure):
            BannerText.words(failure) + " " + localized("You can go on without it.")
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
        case (.working, .usual?): localized("There is little noise.")
        case (.working, .noticeable?):
            localized("There is noticeable noise. I take steady noise out, but speaking closer helps.")
        case (.working, .loud?):
            localized("It is loud here. Speak close to the microphone, or lower its level if it hums.")
        default: ""
        }
    }
}
