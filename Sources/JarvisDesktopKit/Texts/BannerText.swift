// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of banners, in the user's language.

public import JarvisConversation
package import JarvisCore

/// Turns banners into text.
public enum BannerText {
    /// What happened and what to do, in one or two sentences.
    public static func text(_ message: BannerMessage) -> String {
        switch message {
        case .notUnderstood: localized("I did not catch that. Please say it again, or type it (Ctrl+K).")
        case .silentHold:
            localized("No speech was heard for a minute. Check the microphone in Settings, or speak up.")
        case .utteranceLimit:
            localized("Only the first minute was recorded, which is the limit. Say the rest after the answer.")
        case .muted: localized("The microphone is muted. Unmute it to speak, or type (Ctrl+K).")
        case .mutedBySystem:
            localized(
                "The microphone is muted in the system's sound settings. Unmute it there to let JARVIS hear you; "
                    + "until then you can type (Ctrl+K).")
        case .recognitionOverdue:
            localized(
                "Speech recognition took too long. What you said is kept: \"Retry\" recognizes it again. "
                    + "Or say it again, or type it (Ctrl+K).")
        case .speakersStopped: localized("The speakers stopped answering. Check the output in Settings.")
        case .wakeLessonGoesOn:
            localized("JARVIS is learning the wake word. Finish or cancel that in Settings first.")
        case .conversationNotShown(let failure):
            localized("The conversation so far cannot be shown.") + " " + words(failure)
        case .audio(let failure): words(failure)
        case .recognition(let failure): words(failure)
        case .synthesis(let failure): words(failure)
        case .agent(let failure): words(failure)
        case .store(let failure): words(failure)
        case .notice(let notice): words(notice)
        case .questionGone: localized("The question for this answer is no longer in the history.")
        case .unexpected(let reason): localized("That did not work: %1", reason)
        }
    }

    package static func words(_ failure: any ExplainedFailure) -> String {
        let reader = FailureReader(
            .window, translate: localized, translateCount: { localized($0, $1, count: $2) })
        return failure.explained(to: reader).text
    }
}
