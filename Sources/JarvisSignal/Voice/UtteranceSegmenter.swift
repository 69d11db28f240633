// SPDX-License-Identifier: GPL-3.0-or-later
// Endpointing: cuts a stream of frames with speech decisions into utterances, pre-roll and trailing silence included.

/// Why an utterance ended.
public enum UtteranceEnd: Hashable, Sendable {
    /// Speech was followed by enough silence.
    case silence
    /// No one spoke before the start time-out.
    case noSpeech
    /// The caller said so.
    case finished(hadSpeech: Bool)
    /// The longest utterance was reached.
    case maximumLength(hadSpeech: Bool)
}

/// An event of the segmenter. An utterance is all samples of `speechStarted`, `audio` and `speechResumed` from its
/// first to its last `speechEnded`, in order.
public enum SegmenterEvent: Hashable, Sendable {
    /// Speech was confirmed. In automatic mode the utterance begins here and `preRoll` is its beginning; an utterance
    /// that was opened by hand has begun before, and `preRoll` is empty.
    case speechStarted(preRoll: [Int16], firstSample: Int64)
    case audio([Int16])
    case speechEnded(UtteranceEnd)
    /// The utterance that had ended with silence goes on after all; `gap` is what has been heard since its end.
    case speechResumed(gap: [Int16])
    /// No one went on: the end with silence stands.
    case endSettled
}

/// Decides where utterances begin and end. Pure: time is counted in frames.
public struct UtteranceSegmenter: Sendable {
    /// What happens to the sound.
    public enum Mode: Hashable, Sendable {
        /// Waits for speech, takes the utterance until it ends, and waits again.
        case automatic
        /// Takes everything from now on until the speech that comes has ended.
        case openUntilSilence
        /// Takes everything from now on until `finish`.
        case openUntilFinished
    }

    /// Durations in milliseconds.
    public struct Configuration: Hashable, Sendable {
        /// Sound kept from before speech was confirmed.
        public var preRollMilliseconds = 500
        /// Sound kept from before an utterance was opened by hand: people begin to speak while they tap.
        public var openPreRollMilliseconds = 200
        /// Silence that ends an utterance: 450 for commands, 900 for dictation.
        public var endSilenceMilliseconds = 450
        /// How long after an end with silence the utterance may still go on; 0: never.
        public var reopenMilliseconds = 0
        /// How long `openUntilSilence` waits for speech; nil waits forever.
        public var startTimeoutMilliseconds: Int? = 5_000
        /// The longest utterance, pre-roll included.
        public var maximumMilliseconds = 60_000
        /// Length of the frames handed in.
        public var frameMilliseconds = 20

        /// Figures for commands.
        public init() {}

        /// Ends after 450 ms of silence.
        public static let command = Configuration()
        /// Ends after 900 ms of silence.
        public static let dictation: Configuration = {
            var configuration = Configuration()
            configuration.endSilenceMilliseconds = 900
            return configuration
        }()
    }

    /// Speech is confirmed by this many speech frames among the last `onsetWindow`: 60 of 100 ms.
    private static let onsetFrames = 3
    private static let onsetWindow = 5

    /// May change at any time; a running utterance goes by the new figures from the next frame on.
    public var configuration: Configuration
    /// What happens to the sound now.
    public private(set) var mode: Mode
    /// True between the beginning and the end of an utterance.
    public private(set) var isInUtterance = false
    /// True once speech was confirmed in the running utterance.
    public private(set) var hasSpeech = false

    private var history: [[Int16]] = []
    /// Goes out with the first frame of an opened utterance.
    private var openPreRoll: [Int16] = []
    private var recent: [Bool] = []
    private var utteranceFrames = 0
    private var silentFrames = 0
    /// Set for a while after an end with silence.
    private var reopening: Reopening?

    /// What must be known to take an utterance up again.
    private struct Reopening {
        var utteranceFrames: Int
        var gap: [[Int16]] = []
    }

    /// Any mode but `automatic` begins an utterance with the first frame.
    public init(mode: Mode = .automatic, configuration: Configuration = .command) {
        self.mode = mode
        self.configuration = configuration
        isInUtterance = mode != .automatic
    }

    /// Changes what happens to the sound. A running utterance goes on under the new mode; opening begins one where
    /// none runs; `automatic` drops one in which no one has spoken yet.
    public mutating func setMode(_ mode: Mode) {
        guard mode != self.mode || (mode != .automatic && !isInUtterance) else { return }
        self.mode = mode
        if mode == .automatic {
            if !hasSpeech { discard() }
        } else if !isInUtterance {
            begin()
        }
    }

    /// Takes sound from just before the first frame, in frames, as a beginning for the pre-roll. No speech is looked for
    /// in it.
    public mutating func remember(_ frames: [[Int16]]) {
        history += frames
        trimHistory()
        if isInUtterance, utteranceFrames == 0 { begin() }
    }

    /// Someone is known to be speaking in the utterance that has just been opened: silence ends it from now on.
    public mutating func assumeSpeech() {
        if isInUtterance { hasSpeech = true }
    }

    /// Takes the next frame; `firstSample` is its position in the stream.
    public mutating func process(_ samples: [Int16], isSpeech: Bool, firstSample: Int64) -> [SegmenterEvent] {
        recent.append(isSpeech)
        if recent.count > Self.onsetWindow { recent.removeFirst() }
        if reopening != nil { return waitForMore(samples) }
        guard isInUtterance else {
            return waitForSpeech(samples, firstSample: firstSample)
        }
        var events: [SegmenterEvent] = [.audio(openPreRoll + samples)]
        openPreRoll = []
        utteranceFrames += 1
        if !hasSpeech, speechIsConfirmed {
            hasSpeech = true
            silentFrames = 0
            events.append(.speechStarted(preRoll: [], firstSample: firstSample))
        }
        countSilence(isSpeech)
        if let end = endOfUtterance() {
            events.append(.speechEnded(end))
            let frames = utteranceFrames
            close()
            if end == .silence, configuration.reopenMilliseconds > 0 {
                reopening = Reopening(utteranceFrames: frames)
            }
        }
        return events
    }

    /// Ends the utterance now.
    /// - Returns: its end, or nil when none runs.
    public mutating func finish() -> SegmenterEvent? {
        guard isInUtterance else { return nil }
        let end = UtteranceEnd.finished(hadSpeech: hasSpeech)
        close()
        return .speechEnded(end)
    }

    /// Drops the utterance without an event. Sound heard so far is not used again.
    public mutating func discard() {
        close()
    }

    private var speechIsConfirmed: Bool {
        recent.reduce(0) { $0 + ($1 ? 1 : 0) } >= Self.onsetFrames
    }

    private mutating func waitForSpeech(_ samples: [Int16], firstSample: Int64) -> [SegmenterEvent] {
        history.append(samples)
        trimHistory()
        guard speechIsConfirmed, mode == .automatic else { return [] }
        let preRoll = history.flatMap { $0 }
        utteranceFrames = history.count
        history.removeAll(keepingCapacity: true)
        isInUtterance = true
        hasSpeech = true
        silentFrames = 0
        return [.speechStarted(preRoll: preRoll, firstSample: firstSample + Int64(samples.count - preRoll.count))]
    }

    /// Speech that begins within the time for it takes the utterance up again, even when it is confirmed a little later.
    private mutating func waitForMore(_ samples: [Int16]) -> [SegmenterEvent] {
        reopening?.gap.append(samples)
        guard let reopening else { return [] }
        if speechIsConfirmed {
            self.reopening = nil
            isInUtterance = true
            hasSpeech = true
            silentFrames = 0
            utteranceFrames = reopening.utteranceFrames + reopening.gap.count
            return [.speechResumed(gap: reopening.gap.flatMap { $0 })]
        }
        let late = reopening.gap.count - frames(configuration.reopenMilliseconds)
        guard late >= 0, late >= Self.onsetWindow || !recent.contains(true) else { return [] }
        self.reopening = nil
        history = reopening.gap
        return [.endSettled]
    }

    private mutating func trimHistory() {
        // The onset window comes on top, so that the pre-roll counts from before the first speech frame.
        let kept = frames(configuration.preRollMilliseconds) + Self.onsetWindow
        if history.count > kept { history.removeFirst(history.count - kept) }
    }

    private mutating func countSilence(_ isSpeech: Bool) {
        guard hasSpeech else { return }
        if !isSpeech {
            silentFrames += 1
        } else if recent.suffix(2).allSatisfy({ $0 }) {
            // A single speech frame (a click) neither ends the silence nor adds to it.
            silentFrames = 0
        }
    }

    private func endOfUtterance() -> UtteranceEnd? {
        if utteranceFrames >= frames(configuration.maximumMilliseconds) {
            return .maximumLength(hadSpeech: hasSpeech)
        }
        guard mode != .openUntilFinished else { return nil }
        if hasSpeech {
            return silentFrames >= frames(configuration.endSilenceMilliseconds) ? .silence : nil
        }
        guard let timeout = configuration.startTimeoutMilliseconds else { return nil }
        return utteranceFrames >= frames(timeout) ? .noSpeech : nil
    }

    /// Frames of silence at the end of the running utterance.
    public var trailingSilenceFrames: Int { hasSpeech ? silentFrames : 0 }

    private mutating func begin() {
        let preRoll = history.suffix(configuration.openPreRollMilliseconds / configuration.frameMilliseconds)
        close()
        openPreRoll = preRoll.flatMap { $0 }
        isInUtterance = true
    }

    /// After an opened utterance the segmenter is deaf until `setMode`; in automatic mode it waits for the next.
    private mutating func close() {
        isInUtterance = false
        hasSpeech = false
        utteranceFrames = 0
        silentFrames = 0
        openPreRoll = []
        reopening = nil
        history.removeAll(keepingCapacity: true)
        recent.removeAll(keepingCapacity: true)
    }

    private func frames(_ milliseconds: Int) -> Int {
        max(1, (milliseconds + configuration.frameMilliseconds - 1) / configuration.frameMilliseconds)
    }
}
