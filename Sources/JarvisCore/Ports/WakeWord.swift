// SPDX-License-Identifier: GPL-3.0-or-later
// Port of the wake word: finds one phrase in the sound of an open microphone.

/// The wake phrase and how it is searched.
public struct WakeConfiguration: Hashable, Sendable {
    /// The word or phrase, as people write it.
    public var phrase: String
    /// 0…100 percent: higher wakes more easily, also by mistake.
    public var sensitivityPercent: Double

    public init(phrase: String, sensitivityPercent: Double = 50) {
        self.phrase = phrase
        self.sensitivityPercent = sensitivityPercent
    }

    /// The configuration of the settings; nil when no wake word is wanted.
    public init?(_ settings: SpeechSettings) {
        guard settings.requiresWakeWord else { return nil }
        self.init(phrase: settings.wakePhrase, sensitivityPercent: settings.wakeSensitivity)
    }
}

/// The phrase, found in the sound.
public struct WakeHit: Hashable, Sendable {
    /// First sample of the phrase and the first one after it, counted as in `AudioFrame.sampleIndex`; right within
    /// some 0.1 s.
    public var samples: Range<Int64>
    /// How clearly it was said, in powers of ten over the best other explanation of the sound, length and place in the
    /// speech counted in.
    public var score: Double
    /// The threshold at the current sensitivity; a hit is at or above it.
    public var threshold: Double

    public init(samples: Range<Int64>, score: Double, threshold: Double) {
        self.samples = samples
        self.score = score
        self.threshold = threshold
    }
}

/// Reports of a spotter, on a thread of its own.
public enum WakeUpdate: Hashable, Sendable {
    case heard(WakeHit)
    /// It cannot work; nothing follows until the next `begin`.
    case failed(RecognitionFailure)
}

/// Finds the wake word. Calls return at once; the work is done on the spotter's own thread.
public protocol WakeWordSpotter: AnyObject, Sendable {
    /// Sets what to wake to; a change of sensitivity alone holds from the next hit on. Nil ends the search and gives
    /// its memory back.
    func configure(_ configuration: WakeConfiguration?)
    /// Begins to search; what was heard before is forgotten.
    /// - Parameter isGuarded: asks for more, because JARVIS itself may be heard.
    func begin(isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void)
    /// Takes the next frame.
    func accept(_ frame: AudioFrame)
    /// Ends the search; no report follows.
    func end()
}

/// Learns how somebody says the wake phrase ("say it three times"), and keeps it.
public protocol WakeWordLearner: Sendable {
    /// How often the phrase has to be said.
    var recordingCount: Int { get }
    /// True when it is known how this phrase is said; reads a small file.
    func knows(_ phrase: String) -> Bool
    /// Learns from recordings of the phrase alone, 16 kHz mono, each with at least 0.3 s of what came before it. The
    /// wake word is found by the new calibration afterwards.
    /// - Throws: `WakeCalibrationFailure`, or `StoreFailure` when it cannot be kept.
    func learn(_ phrase: String, from recordings: [[Int16]]) async throws
}
