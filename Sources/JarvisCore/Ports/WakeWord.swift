// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the wake word: finds one phrase in an open microphone's sound.

/// The wake phrase and how to search for it.
public struct WakeConfiguration: Hashable, Sendable {
    /// The word or phrase, as people write it.
    public var phrase: String
    /// How easily the phrase is detected, 0…100 percent: higher values detect more, but also more by mistake.
    public var sensitivityPercent: Double

    public init(phrase: String, sensitivityPercent: Double = 50) {
        self.phrase = phrase
        self.sensitivityPercent = sensitivityPercent
    }

    /// The configuration from the settings; nil without a wake word.
    public init?(_ settings: SpeechSettings) {
        guard settings.requiresWakeWord else { return nil }
        self.init(phrase: settings.wakePhrase, sensitivityPercent: settings.wakeSensitivity)
    }
}

/// A detected wake phrase.
public struct WakeHit: Hashable, Sendable {
    /// The phrase's range, counted as in `AudioFrame.sampleIndex`; accurate to about 0.1 s.
    public var samples: Range<Int64>
    /// How clearly the phrase was said: powers of ten by which it explains the sound better than anything else,
    /// adjusted for its length and its place in the speech.
    public var score: Double
    /// The threshold at the current sensitivity; hits are at or above it.
    public var threshold: Double

    public init(samples: Range<Int64>, score: Double, threshold: Double) {
        self.samples = samples
        self.score = score
        self.threshold = threshold
    }
}

/// Reports of a spotter, on one of its threads.
public enum WakeUpdate: Hashable, Sendable {
    case heard(WakeHit)
    /// The spotter cannot work; nothing follows until the next `begin`.
    case failed(RecognitionFailure)
}

/// Finds the wake word. Calls return at once; the spotter's own thread does the work.
public protocol WakeWordSpotter: AnyObject, Sendable {
    /// Sets the phrase; a change of sensitivity alone applies from the next hit on. Nil ends the search and frees its
    /// memory.
    func configure(_ configuration: WakeConfiguration?)
    /// Starts searching and discards earlier sound.
    /// - Parameter isGuarded: True requires a clearer match, because JARVIS's own voice may be audible.
    func begin(isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void)
    /// Searches the next frame.
    func accept(_ frame: AudioFrame)
    /// Ends the search; no report follows.
    func end()
}

/// Learns how the user says the wake phrase ("say it three times") and saves it.
public protocol WakeWordLearner: Sendable {
    /// How many times the user has to say the phrase.
    var recordingCount: Int { get }
    /// True if this phrase has been learned. Reads a small file.
    func knows(_ phrase: String) -> Bool
    /// Learns from recordings of the phrase alone, 16 kHz mono, each with at least 0.3 s of the sound before it.
    /// Wake-word detection uses the new calibration from then on.
    /// - Throws: `WakeCalibrationFailure`, or `StoreFailure` if it cannot be saved.
    func learn(_ phrase: String, from recordings: [[Int16]]) async throws
}
