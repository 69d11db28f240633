// SPDX-License-Identifier: GPL-3.0-or-later
// The error banner: what happened, what to do, and an optional action.

public import JarvisCore

/// Identifies one showing of a banner, so that an old timer never closes a new banner.
public struct BannerID: Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// The action of a banner's button.
public enum BannerAction: String, Hashable, Sendable {
    case openSettings, retry, unmute
}

/// A banner's message, put into words by the desktop.
public enum BannerMessage: Hashable, Sendable {
    /// Nothing was understood after a press.
    case notUnderstood
    /// Nothing was heard in a hold of maximum length.
    case silentHold
    /// An utterance was cut off at the maximum length.
    case utteranceLimit
    /// The user wants to speak, but the microphone is muted in JARVIS.
    case muted
    /// The microphone is muted in the desktop's sound settings.
    case mutedBySystem
    /// The recognizer does not answer; the utterance is kept.
    case recognitionOverdue
    case speakersStopped
    case wakeLessonGoesOn
    case conversationNotShown(StoreFailure)
    case audio(AudioFailure)
    case recognition(RecognitionFailure)
    case synthesis(SynthesisFailure)
    case agent(AgentFailure)
    case store(StoreFailure)
    case notice(Notice)
    /// The question to be answered again no longer exists.
    case questionGone
    /// Any other failure; the text is the system's own.
    case unexpected(String)
}

/// A transient message above the controls. It disappears after its reading time, but never while the pointer or
/// keyboard focus is on it.
public struct Banner: Hashable, Sendable {
    /// How long a text stays: two seconds to notice it, plus a second per 15 characters, a comfortable pace for
    /// subtitles; at least 4 s.
    public static func lifetime(of text: String) -> Duration {
        max(.seconds(4), .seconds(2) + .milliseconds(text.count * 1000 / 15))
    }

    public enum Severity: String, Hashable, Sendable {
        case error, notice
    }

    public var id: BannerID
    public var severity: Severity
    public var message: BannerMessage
    public var action: BannerAction?
    /// True while the pointer or keyboard focus is on it, because the user is reading it.
    public var isHeld = false

    public init(id: BannerID, severity: Severity = .error, message: BannerMessage, action: BannerAction? = nil) {
        self.id = id
        self.severity = severity
        self.message = message
        self.action = action
    }
}
