// SPDX-License-Identifier: GPL-3.0-or-later
// Endpointing: splits a stream of frames with speech decisions into utterances, including pre-roll and trailing
// silence.

/// The reason why an utterance ended.
public enum UtteranceEnd: Hashable, Sendable {
    /// Speech was followed by enough silence.
    case silence
    /// No one spoke before the start timeout.
    case noSpeech
    /// The caller ended the utterance.
    case finished(hadSpeech: Bool)
    /// The utterance reached the maximum length.
    case maximumLength(hadSpeech: Bool)
}

/// An event of the segmenter. An utterance consists of all samples in `speechStarted`, `audio` and `speechResumed`
/// between its first and its last `speechEnded`, in order.
public enum SegmenterEvent: Hashable, Sendable {
    /// Speech was confirmed. In automatic mode the utterance starts here with `preRoll`. An utterance opened by hand
    /// has already started, so its `preRoll` is empty.
    case speechStarted(preRoll: [Int16], firstSample: Int64)
    case audio([Int16])
    case speechEnded(UtteranceEnd)
    /// The utterance that had ended with silence continues after all; `gap` is the sound since its end.
    case speechResumed(gap: [Int16])
    /// The speaker did not continue, so the end by silence is final.
    case endSettled
}

/// Decides where utterances start and end. Pure: counts time in frames.
public struct UtteranceSegmenter: Sendable {
    /// When an utterance starts and ends.
    public enum Mode: Hashable, Sendable {
        /// Waits for speech, records the utterance until it ends, and waits again.
        case automatic
        /// Records everything from now on until the coming speech has ended.
        case openUntilSilence
        /// Records everything from now on until `finish`.
        case openUntilFinished
    }

    /// The durations that decide about utterances, in milliseconds.
    public struct Configuration: Hashable, Sendable {
        /// The length of sound to keep from before speech was confirmed.
        public var preRollMilliseconds = 500
        /// Sound to keep from before an utterance was opened by hand: people start speaking while they tap.
        public var openPreRollMilliseconds = 200
        /// The silence that ends an utterance: 450 for commands, 900 for dictation.
        public var endSilenceMilliseconds = 450
        /// How long an utterance may still continue after an end by silence; 0 if never.
        public var reopenMilliseconds = 0
        /// How long `openUntilSilence` waits for speech; nil for no limit.
        public var startTimeoutMilliseconds: Int? = 5_000
        /// The maximum length of an utterance, including pre-roll.
        public var maximumMilliseconds = 60_000
        /// The length of the input frames.
        public var frameMilliseconds = 20

        /// Creates the configuration for commands.
        public init() {}

        /// For commands: ends an utterance after 450 ms of silence.
        public static let command = Configuration()
        /// For dictation: ends an utterance after 900 ms of silence.
        public static let dictation: Configuration = {
            var configuration = Configuration()
            configuration.endSilenceMilliseconds = 900
            return configuration
        }()
    }

    /// Speech is confirmed by this many speech frames among the last `onsetWindow`: 60 of 100 ms.
    private static let onsetFrames = 3
    private static let onsetWindow = 5

    /// The durations; changes apply from the next frame on, even to a running utterance.
    public var configuration: Configuration
    /// The current mode.
    public private(set) var mode: Mode
    /// True between the start and the end of an utterance.
    public private(set) var isInUtterance = false
    /// True once speech is confirmed in the running utterance.
    public private(set) var hasSpeech = false

    private var history: [[Int16]] = []
    /// The sound before an utterance was opened by hand, emitted with its first frame.
    private var openPreRoll: [Int16] = []
    private var recent: [Bool] = []
    private var utteranceFrames = 0
    private var silentFrames = 0
    /// The utterance that may still continue, for a while after an end by silence; nil otherwise.
    private var reopening: Reopening?

    /// The state that a resumed utterance needs.
    private struct Reopening {
        var utteranceFrames: Int
        var gap: [[Int16]] = []
    }

    /// Creates a segmenter. In any mode but `automatic`, an utterance starts with the first frame.
    public init(mode: Mode = .automatic, configuration: Configuration = .command) {
        self.mode = mode
        self.configuration = configuration
        isInUtterance = mode != .automatic
    }

    /// Changes the mode. A running utterance continues in the new mode. The modes that open an utterance start one if
    /// none is running; `automatic` drops an utterance that has had no speech so far.
    public mutating func setMode(_ mode: Mode) {
        guard mode != self.mode || (mode != .automatic && !isInUtterance) else { return }
        self.mode = mode
        if mode == .automatic {
            if !hasSpeech { discard() }
        } else if !isInUtterance {
            begin()
        }
    }

    /// Uses sound from just before the first frame as the start of the pre-roll, without searching it for speech.
    public mutating func remember(_ frames: [[Int16]]) {
        history += frames
        trimHistory()
        if isInUtterance, utteranceFrames == 0 { begin() }
    }

    /// Assumes that someone is already speaking in the utterance just opened, so that silence ends it from now on.
    public mutating func assumeSpeech() {
        if isInUtterance { hasSpeech = true }
    }

    /// Processes the next frame; `firstSample` is its position in the stream.
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
    /// - Returns: The event for its end; nil if no utterance is running.
    public mutating func finish() -> SegmenterEvent? {
        guard isInUtterance else { return nil }
        let end = UtteranceEnd.finished(hadSpeech: hasSpeech)
        close()
        return .speechEnded(end)
    }

    /// Drops the utterance without an event; its sound is not used again.
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

    /// Waits for the speaker to continue. Speech that starts in time resumes the utterance, even if it is confirmed a
    /// little later.
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
        // Keep the onset window as well, so that the pre-roll counts back from the first speech frame.
        let kept = frames(configuration.preRollMilliseconds) + Self.onsetWindow
        if history.count > kept { history.removeFirst(history.count - kept) }
    }

    private mutating func countSilence(_ isSpeech: Bool) {
        guard hasSpeech else { return }
        if !isSpeech {
            silentFrames += 1
        } else if recent.suffix(2).allSatisfy({ $0 }) {
            // A single speech frame (a click) neither ends nor extends the silence.
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

    /// The number of silent frames at the end of the running utterance.
    public var trailingSilenceFrames: Int { hasSpeech ? silentFrames : 0 }

    private mutating func begin() {
        let preRoll = history.suffix(configuration.openPreRollMilliseconds / configuration.frameMilliseconds)
        close()
        openPreRoll = preRoll.flatMap { $0 }
        isInUtterance = true
    }

    /// Ends the utterance. In automatic mode the segmenter then waits for the next one; otherwise it ignores sound
    /// until `setMode`.
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
