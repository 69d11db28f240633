// SPDX-License-Identifier: GPL-3.0-or-later
// What the transcriber hears where the wake word may have been said: at the beginning of speech, and around matches of
// the keyphrase search in the middle of it. Used on the spotter's thread.

import JarvisCore

/// Keeps the sound of the last seconds and has parts of it written down.
final class WakeConfirmation {
    /// What was heard, and how far it is from the phrase.
    struct Hearing: Equatable {
        var text: String
        var nearness: WakePhraseDistance.Nearness
        /// The logarithm of the probability that the phrase is what begins there; nil where the transcriber tells none.
        var likelihood: Double?

        /// The one of both that is more like the phrase.
        static func nearer(_ left: Hearing?, _ right: Hearing?) -> Hearing? {
            guard let left, let right else { return left ?? right }
            let scores = [left, right].map { WakeScore.score($0, search: nil) }
            return scores[1] > scores[0] ? right : left
        }
    }

    /// 3 s.
    private static let capacity = 150
    /// Words begin up to this long before the detector's onset, or after it where breath or noise is taken for speech.
    private static let reachBefore: Int64 = 4_800
    private static let reachBehind: Int64 = 9_600

    /// What is further from the phrase at first, and less likely, is not listened to again.
    private static let promisingDistance = 0.52
    private static let promisingLikelihood = -13.0

    private let transcriber: any WakeTranscriber
    private let distance: WakePhraseDistance
    private let phrase: String
    private var looks = OnsetLooks()
    private var frames: [AudioFrame] = []
    /// The last onset, with the nearest of what was heard there.
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

    /// Keeps a frame that nothing is decided by.
    func remember(_ frame: AudioFrame) {
        // After a gap there was silence, or another stream.
        if let last = frames.last, last.sampleIndex + Int64(last.samples.count) != frame.sampleIndex { clear() }
        frames.append(frame)
        if frames.count > Self.capacity { frames.removeFirst() }
    }

    /// Keeps the frame.
    /// - Returns: a place that is worth a look now.
    func take(_ frame: AudioFrame) -> OnsetLooks.Look? {
        remember(frame)
        let wasWaiting = looks.isWaiting
        let look = looks.take(frame)
        // Where the model has been given back, it comes while the word is being said.
        if !wasWaiting, looks.isWaiting { transcriber.prepare() }
        return look
    }

    /// What is heard in one of the windows at the beginning of speech.
    func hear(_ window: Range<Int64>, at onset: Int64) throws -> Hearing? {
        let hearing = try hear(window)
        let known = self.onset?.sample == onset ? self.onset?.hearing : nil
        self.onset = (onset, Hearing.nearer(known, hearing))
        return hearing
    }

    /// True when something like the phrase has been heard at the last onset.
    var isPromising: Bool {
        guard let hearing = onset?.hearing else { return false }
        return hearing.nearness.distance <= Self.promisingDistance
            || hearing.likelihood ?? -.infinity >= Self.promisingLikelihood
    }

    /// True when the place is at the last onset, whose looks say all there is to say about it.
    func coversOnset(_ sample: Int64) -> Bool {
        guard let onset else { return false }
        return (onset.sample - Self.reachBefore...onset.sample + Self.reachBehind).contains(sample)
    }

    /// Where the phrase lies at the beginning of speech when the search cannot tell: from the onset to what people take
    /// for it, or to the end of the speech.
    func place(of look: OnsetLooks.Look) -> Range<Int64> {
        look.onset..<min(look.end, look.onset + distance.typicalLength)
    }

    /// What is heard in these samples, as far as they are still there.
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
