// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance on its way through a model that hears whole utterances only: what was said so far is decoded again and
// again, and pauses divide long speech into stretches, of which only the last is still decoded.

import Glibc
import JarvisCore
import JarvisPlatform

final class MoonshineJob: @unchecked Sendable {
    // Unchecked: the variables (`available`, `preparation`, `reconsideration`, `stretchStart`, `kept`, `paused`,
    // `nextLook`, `loudest`) are touched only on the model's thread; `cancellation` is atomic.

    /// A pause after this much ends a stretch: 8 s. Longer sound takes more than its share of time to decode, and the
    /// model drops words of much longer sound.
    private static let longStretch = 128_000
    /// Without a pause, a stretch ends at its quietest moment: 20 s.
    private static let longestStretch = 320_000
    /// Samples between two looks at the words so far, at least: 300 ms.
    private static let lookInterval = 4_800
    /// Looks take one part in this many of the time.
    private static let lookShare = 5
    /// The newest 60 ms, if they are 30 dB below the loudest 300 ms so far, are a pause.
    private static let pause = 960
    private static let recent = 4_800
    private static let quietShare = 0.001
    /// Less sound than this has no words yet: 400 ms.
    private static let shortestLook = 6_400

    /// Longer utterances are hardly commands, and take too long to be heard again: 6 s.
    private static let longestDoubt = 96_000
    private static let phrasesAtOnce = 4

    /// Set from any thread as soon as the words are not wanted any more.
    let cancellation = CancellationFlag()
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    private let isEnglish: Bool
    /// How many samples were accepted.
    var available = 0
    /// The number under which a result is wanted.
    var preparation: Int?
    /// The same, compared with phrases.
    var reconsideration: (number: Int, phrases: [[String]])?

    private var stretchStart = 0
    /// The words of the stretches before.
    private var kept: [String] = []
    /// What was decoded at the last pause, and at which sample that was.
    private var paused: (end: Int, words: [String])?
    private var nextLook = shortestLook
    private var loudest = 0.0

    init(_ utterance: SpokenUtterance, isEnglish: Bool, report: @escaping @Sendable (DictationUpdate) -> Void) {
        self.utterance = utterance
        self.isEnglish = isEnglish
        self.report = report
    }

    /// Decodes what is due.
    /// - Parameter model: Turns samples into text, which takes a while.
    func serve(_ model: any UtteranceModel) throws {
        guard !cancellation.isCancelled else { return }
        if let number = preparation {
            preparation = nil
            let words = try decode(model)
            paused = (available, words)
            report(.result(result(words), number: number))
        } else if let (number, phrases) = reconsideration {
            reconsideration = nil
            try reconsider(number, phrases, model)
        } else if available >= nextLook, !isQuiet() {
            let (start, startOfWork) = (MonotonicTime.nanoseconds(), Self.workNanoseconds())
            let words = try decode(model)
            // The share counts work; on a busy machine, looks must leave time for the result, too.
            let interval = max(
                (Self.workNanoseconds() - startOfWork) * Self.lookShare, Int(MonotonicTime.nanoseconds() - start) * 2)
            nextLook = available + max(Self.lookInterval, interval * AudioFrame.sampleRateHertz / 1_000_000_000)
            report(.partial(kept + words))
        }
    }

    private func result(_ words: [String]) -> DictationResult? {
        let all = kept + words
        return all.isEmpty ? nil : DictationResult(words: all, confidence: Self.confidence)
    }

    /// Compares the sound of the last result with phrases; where the model tells no probabilities, decodes it as other voices
    /// would have said it.
    private func reconsider(_ number: Int, _ phrases: [[String]], _ model: any UtteranceModel) throws {
        var words = paused?.words ?? []
        if paused?.end != available {
            words = try decode(model)
            paused = (available, words)
        }
        var result = result(words)
        result?.alternatives = []
        if kept.isEmpty, available <= Self.longestDoubt {
            let samples = utterance.samples(upTo: available)
            if model.comparesPhrases {
                // A comparison that fails takes nothing away from the words, which are there.
                result?.likelihoods = try? likelihoods(of: phrases, in: samples, model)
            } else {
                for copy in AlteredVoice.copies(of: samples) {
                    guard !cancellation.isCancelled else { return }
                    let heard = TranscriptFilter.words(of: try model.transcribe(copy), in: copy, isEnglish: isEnglish)
                    if let heard { result?.alternatives?.append(heard) }
                }
            }
        }
        report(.result(result, number: number))
    }

    /// In small batches: larger ones take tens of megabytes, and what was called off is not finished.
    private func likelihoods(
        of phrases: [[String]], in samples: [Int16], _ model: any UtteranceModel
    ) throws -> PhraseLikelihoods? {
        var all: PhraseLikelihoods?
        for start in stride(from: 0, to: phrases.count, by: Self.phrasesAtOnce) {
            guard !cancellation.isCancelled else { return nil }
            let batch = Array(phrases[start..<min(start + Self.phrasesAtOnce, phrases.count)])
            guard let found = try model.likelihoods(of: batch, in: samples) else { return nil }
            all = all ?? found
            all?.phrases.merge(found.phrases) { first, _ in first }
        }
        return all
    }

    /// True when the newest sound is a pause: the result will be wanted in a moment, and must not wait for a look.
    private func isQuiet() -> Bool {
        func power(_ samples: [Int16]) -> Double {
            samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        }
        let recent = utterance.samples(from: max(stretchStart, available - Self.recent), upTo: available)
        loudest = max(loudest, power(recent))
        return power(Array(recent.suffix(Self.pause))) < loudest * Self.quietShare
    }

    /// The processor's time of this thread.
    private static func workNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The share of texts that are right but for a word; of their own accord models tell no probabilities.
    private static let confidence = 0.85

    /// The words of the present stretch.
    private func decode(_ model: any UtteranceModel) throws -> [String] {
        if let paused, paused.end < available, paused.end - stretchStart >= Self.longStretch {
            endStretch(at: paused.end, paused.words)
        }
        while available - stretchStart > Self.longestStretch {
            let end = quietestMoment(from: stretchStart + Self.longStretch, to: stretchStart + Self.longestStretch)
            endStretch(at: end, try words(upTo: end, model))
        }
        return try words(upTo: available, model)
    }

    private func words(upTo end: Int, _ model: any UtteranceModel) throws -> [String] {
        let samples = utterance.samples(from: stretchStart, upTo: end)
        return TranscriptFilter.words(of: try model.transcribe(samples), in: samples, isEnglish: isEnglish) ?? []
    }

    private func endStretch(at end: Int, _ words: [String]) {
        kept += words
        stretchStart = end
        paused = nil
    }

    /// The middle of the 100 ms with the least sound.
    private func quietestMoment(from start: Int, to end: Int) -> Int {
        let (frame, samples) = (1_600, utterance.samples(from: start, upTo: end))
        let powers = stride(from: 0, to: samples.count - frame + 1, by: frame / 2).map { place in
            (place, samples[place..<(place + frame)].reduce(0.0) { $0 + Double($1) * Double($1) })
        }
        return start + (powers.min { $0.1 < $1.1 }.map { $0.0 + frame / 2 } ?? samples.count)
    }
}
