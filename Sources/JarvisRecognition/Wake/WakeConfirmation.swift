// SPDX-License-Identifier: GPL-3.0-or-later
// Transcribes possible wake words: the beginning of speech, and in the middle of it the surroundings of the keyphrase
// search's matches. Used on the spotter's thread.

import JarvisCore

/// Keeps the sound of the last seconds and has parts of it transcribed.
final class WakeConfirmation {
    /// A transcript, and its distance from the phrase.
    struct Hearing: Equatable {
        var text: String
        var nearness: WakePhraseDistance.Nearness
        /// The log probability that the sound begins with the phrase; nil if the transcriber gives none.
        var likelihood: Double?

        /// The transcript that is more like the phrase.
        static func nearer(_ left: Hearing?, _ right: Hearing?) -> Hearing? {
            guard let left, let right else { return left ?? right }
            let scores = [left, right].map { WakeScore.score($0, search: nil) }
            return scores[1] > scores[0] ? right : left
        }
    }

    /// The number of frames kept: 3 s.
    private static let capacity = 150
    /// How long before the detector's onset a word may begin, and how long after it, if breath or noise counts as
    /// speech.
    private static let reachBefore: Int64 = 4_800
    private static let reachBehind: Int64 = 9_600

    /// Transcription is repeated only if the first result is at least this near to the phrase, or this likely.
    private static let promisingDistance = 0.52
    private static let promisingLikelihood = -13.0

    private let transcriber: any WakeTranscriber
    private let distance: WakePhraseDistance
    private let phrase: String
    private var looks = OnsetLooks()
    private var frames: [AudioFrame] = []
    /// The last onset of speech, with the nearest transcript of it.
    private(set) var onset: (sample: Int64, hearing: Hearing?)?

    init(transcriber: any WakeTranscriber, distance: WakePhraseDistance, phrase: String) {
        self.transcriber = transcriber
        self.distance = distance
        self.phrase = phrase
    }

    func clear() {
        looks.clear()
        frames.removeAll(keepingCapacity: true)
        onset = nil
    }

    /// Keeps a frame without looking for an onset.
    func remember(_ frame: AudioFrame) {
        // A gap means silence, or a new stream, so the earlier frames no longer matter.
        if let last = frames.last, last.sampleIndex + Int64(last.samples.count) != frame.sampleIndex { clear() }
        frames.append(frame)
        if frames.count > Self.capacity { frames.removeFirst() }
    }

    /// Keeps a frame and looks for an onset of speech.
    /// - Returns: The place to transcribe now; nil if there is none.
    func take(_ frame: AudioFrame) -> OnsetLooks.Look? {
        remember(frame)
        let wasWaiting = looks.isWaiting
        let look = looks.take(frame)
        // Load a released model at the onset, while the user is saying the word.
        if !wasWaiting, looks.isWaiting { transcriber.prepare() }
        return look
    }

    /// Transcribes one of the windows at the beginning of speech.
    func hear(_ window: Range<Int64>, at onset: Int64) throws -> Hearing? {
        let hearing = try hear(window)
        let known = self.onset?.sample == onset ? self.onset?.hearing : nil
        self.onset = (onset, Hearing.nearer(known, hearing))
        return hearing
    }

    /// True if something like the phrase was found at the last onset.
    var isPromising: Bool {
        guard let hearing = onset?.hearing else { return false }
        return hearing.nearness.distance <= Self.promisingDistance
            || hearing.likelihood ?? -.infinity >= Self.promisingLikelihood
    }

    /// True if the sample is close to the last onset, which has already been transcribed.
    func coversOnset(_ sample: Int64) -> Bool {
        guard let onset else { return false }
        return (onset.sample - Self.reachBefore...onset.sample + Self.reachBehind).contains(sample)
    }

    /// The phrase's position at the beginning of speech if the search has not found it: from the onset on, for the
    /// phrase's usual length or until the speech ends.
    func place(of look: OnsetLooks.Look) -> Range<Int64> {
        look.onset..<min(look.end, look.onset + distance.typicalLength)
    }

    /// Transcribes these samples, as far as they are still kept.
    func hear(_ samples: Range<Int64>) throws -> Hearing? {
        var sound: [Int16] = []
        for frame in frames {
            let end = frame.sampleIndex + Int64(frame.samples.count)
            guard frame.sampleIndex < samples.upperBound, end > samples.lowerBound else { continue }
            sound += frame.samples
        }
        guard !sound.isEmpty else { return nil }
        let text = try transcriber.text(of: sound)
        guard let nearness = distance.nearness(of: text) else { return nil }
        let likelihood = try transcriber.likelihood(
            ofBeginnings: WakePhraseDistance.beginnings(of: phrase, like: text), in: sound)
        return Hearing(text: text, nearness: nearness, likelihood: likelihood)
    }
}
