// SPDX-License-Identifier: GPL-3.0-or-later
// The error banner: what happened, what to do, and one action where there is one.

public import JarvisCore

/// The identity of one showing of a banner, so that an old timer never closes a new banner.
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

/// The message of a banner. The desktop puts it into words.
public enum BannerMessage: Hashable, Sendable {
    /// Nothing was understood of what somebody said after a press.
    case notUnderstood
    /// Nothing was heard in the longest hold.
    case silentHold
    /// An utterance was cut off at its longest.
    case utteranceLimit
    /// Somebody wants to speak into a microphone that is muted here.
    case muted
    /// The microphone is muted in the desktop's own sound settings.
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
    /// The question of an answer that was to be repeated is gone.
    case questionGone
    /// Something else failed; the text is the system's own.
    case unexpected(String)
}

/// A transient message above the controls. It leaves by itself once it can have been read, but never while the pointer or
/// the keyboard is on it.
public struct Banner: Hashable, Sendable {
    /// How long a text stays: two seconds to notice it, and then 15 characters a second, a comfortable pace for
    /// subtitles; never less than 4 s.
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
    /// The pointer or the keyboard is on it: it is being read.
    public var isHeld = false

    public init(id: BannerID, severity: Severity = .error, message: BannerMessage, action: BannerAction? = nil) {
        self.id = id
        self.severity = severity
        self.message = message
        self.action = action
    }
}
