// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone as the conversation sees it.

public import JarvisCore

/// Where the microphone is muted; the system's mute comes first, because JARVIS cannot undo it.
public enum Muting: Hashable, Sendable {
    case none
    /// In JARVIS.
    case byUser
    /// In the desktop's sound settings.
    case bySystem
}

/// The microphone's connection, its muting and its loan.
public struct MicrophoneState: Hashable, Sendable {
    /// The conversation's connection to it; nil while closed.
    public var connection: MicrophoneConnection?
    /// Muted in JARVIS, independent of whether the microphone is open.
    public var isMuted = false
    /// Set while something else listens, such as wake-word training.
    public var loan: MicrophoneLoan?

    /// True while its stream runs, as reported by the sound server.
    public var isCapturing = false

    public init() {}

    public var isOpen: Bool { connection != nil }
    /// Why the open microphone does not work; nil if it does.
    public var failure: AudioFailure? { connection?.outage?.failure }
    /// Whether the microphone is muted, and where.
    public var muting: Muting { connection?.isMutedBySystem == true ? .bySystem : isMuted ? .byUser : .none }
    /// True if listening should resume by itself once the microphone works again.
    public var resumesListening: Bool {
        get { connection?.outage?.resumesListening ?? false }
        set { connection?.outage?.resumesListening = newValue }
    }
}

/// An open microphone.
public struct MicrophoneConnection: Hashable, Sendable {
    /// Muted in the desktop's sound settings.
    public var isMutedBySystem = false
    public var outage: MicrophoneOutage?

    public init() {}
}

/// An open microphone that fails; it reconnects by itself.
public struct MicrophoneOutage: Hashable, Sendable {
    public var failure: AudioFailure
    /// True if listening should resume by itself afterwards.
    public var resumesListening = false

    public init(failure: AudioFailure) {
        self.failure = failure
    }
}

/// A loan of the microphone: the conversation rests while something else listens.
public struct MicrophoneLoan: Hashable, Sendable {
    /// True if listening resumes afterwards.
    public var resumesListening: Bool
    /// An utterance recorded for another program, which the user sees and can end; nil for any other loan.
    public var utterance: LentUtterance?

    public init(resumesListening: Bool) {
        self.resumesListening = resumesListening
    }
}

/// The progress of a lent utterance.
public enum LentUtterance: Hashable, Sendable {
    case recorded
    /// Ended by the user; the words so far are used.
    case finished
}
