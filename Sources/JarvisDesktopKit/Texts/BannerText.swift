// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of banners, in the user's language.

public import JarvisConversation
package import JarvisCore

/// Turns banners into text.
public enum BannerText {
    /// What happened and what to do, in one or two sentences.
    public static func text(_ message: BannerMessage) -> String {
        switch message {
        case .notUnderstood: localized("I didn't catch that. Say it again, or type it (Ctrl+K).")
        case .silentHold:
            localized("I haven't heard anything for a minute. Check the microphone in Settings.")
        case .utteranceLimit:
            localized("I can only listen for a minute at a time. Say the rest after my answer.")
        case .muted: localized("The microphone is muted. Unmute it to speak, or type (Ctrl+K).")
        case .mutedBySystem:
            localized(
                "The microphone is muted in your sound settings. Unmute it there, or type (Ctrl+K).")
        case .recognitionOverdue:
            localized(
                "Speech recognition took too long. Press \"Retry\", or type it (Ctrl+K).")
        case .speakersStopped: localized("The speakers stopped responding. Check the output device in Settings.")
        case .wakeLessonGoesOn:
            localized("Finish training the wake word in Settings first.")
        case .conversationNotShown(let failure):
            localized("The conversation so far can't be shown.") + " " + words(failure)
        case .audio(let failure): words(failure)
        case .recognition(let failure): words(failure)
        case .synthesis(let failure): words(failure)
        case .agent(let failure): words(failure)
        case .store(let failure): words(failure)
        case .notice(let notice): words(notice)
        case .questionGone: localized("The question isn't in the history any more.")
        case .unexpected(let reason): localized("That didn't work: %1", reason)
        }
    }

    package static func words(_ failure: any ExplainedFailure) -> String {
        let reader = FailureReader(
            .window, translate: localized, translateCount: { localized($0, $1, count: $2) })
        return failure.explained(to: reader).text
    }
}
