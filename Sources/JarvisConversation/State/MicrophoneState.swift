// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone as the conversation sees it.

public import JarvisCore

/// Where the microphone is muted; the system's word counts first, because unmuting here changes nothing about it.
public enum Muting: Hashable, Sendable {
    case none
    /// In JARVIS.
    case byUser
    /// In the desktop's sound settings.
    case bySystem
}

/// Whether the microphone is in use, by whom, and how it fares.
public struct MicrophoneState: Hashable, Sendable {
    /// The conversation's use of it; nil while it is closed.
    public var connection: MicrophoneConnection?
    /// Muted in JARVIS; it stays so whether the microphone is open or not.
    public var isMuted = false
    /// Set while something other than the conversation listens, such as the training of the wake word.
    public var loan: MicrophoneLoan?

    /// True while its stream runs, as the sound server told.
    public var isCapturing = false

    public init() {}

    public var isOpen: Bool { connection != nil }
    /// Why the open microphone does not work; nil when it does.
    public var failure: AudioFailure? { connection?.outage?.failure }
    /// Whether the microphone hears, and where it was muted if not.
    public var muting: Muting { connection?.isMutedBySystem == true ? .bySystem : isMuted ? .byUser : .none }
    /// True when listening should go on by itself once the microphone works again.
    public var resumesListening: Bool {
        get { connection?.outage?.resumesListening ?? false }
        set { connection?.outage?.resumesListening = newValue }
    }
}

/// An open microphone.
public struct MicrophoneConnection: Hashable, Sendable {
    /// Muted in the desktop's own sound settings.
    public var isMutedBySystem = false
    public var outage: MicrophoneOutage?

    public init() {}
}

/// An open microphone that does not work; it is connected again by itself.
public struct MicrophoneOutage: Hashable, Sendable {
    public var failure: AudioFailure
    /// True when listening should go on by itself afterwards.
    public var resumesListening = false

    public init(failure: AudioFailure) {
        self.failure = failure
    }
}

/// The time in which the conversation rests because something else listens.
public struct MicrophoneLoan: Hashable, Sendable {
    /// True when listening goes on afterwards.
    public var resumesListening: Bool
    /// One utterance is taken for somebody else, which the user sees and can end; nil: it is lent for something else.
    public var utterance: LentUtterance?

    public init(resumesListening: Bool) {
        self.resumesListening = resumesListening
    }
}

/// How far an utterance is that is taken for somebody else.
public enum LentUtterance: Hashable, Sendable {
    case recorded
    /// It ends with what has been said.
    case finished
}
