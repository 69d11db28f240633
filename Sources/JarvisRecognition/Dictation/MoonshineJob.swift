// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance on its way through a model that hears whole utterances only: what was said so far is decoded again and
// again, and pauses divide long speech into stretches, of which only the last is still decoded.

import JarvisCore
import JarvisPlatform
import Synchronization

final class MoonshineJob: @unchecked Sendable {
    // Unchecked: the variables (`available`, `preparation`, `reconsideration`, `stretchStart`, `kept`, `paused`, `early`,
    // `nextLook`, `nextEarly`, `quiet`) are touched only on the model's thread; `cancellation` and `newest` are atomic.

    /// A pause after this much ends a stretch: 8 s. Longer sound takes more than its share of time to decode, and the
    /// model drops words of much longer sound.
    private static let longStretch = 128_000
    /// Without a pause, a stretch ends at its quietest moment: 20 s.
    private static let longestStretch = 320_000
    /// Samples between two looks at the words so far, at least: 350 ms.
    private static let lookInterval = 5_600
    /// Looks take one part in this many of the time.
    private static let lookShare = 5
    /// Less sound than this has no words yet: 400 ms.
    private static let shortestLook = 6_400
    /// Two moments of quiet within this time are decoded once: 160 ms.
    private static let earlyInterval = 2_560
    /// Words that were decoded longer ago than this are not the whole, however quiet it has been since: 300 ms.
    private static let longestQuiet = 4_800
    /// Words that end with the sound are heard worse than those with some quiet behind them: 120 ms.
    private static let addedQuiet = 2 * QuietMoments.shortest

    /// Longer utterances are hardly commands, and take too long to be heard again: 6 s.
    private static let longestDoubt = 96_000
    private static let phrasesAtOnce = 4
    /// The likeliest phrases come first. Where these are so unlikely, the others are, too: of 296 sentences that were not heard
    /// as a command to the letter, those that were one have one that is likelier than e^-15 times what was written.
    private static let (firstPhrases, hopeless) = (2, -30.0)

    /// Set from any thread as soon as the words are not wanted any more.
    let cancellation = CancellationFlag()
    /// How many samples there are; set from any thread. More than `available` once a speaker has gone on after a pause.
    let newest = Atomic(0)
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    private let isEnglish: Bool
    /// How many samples were accepted.
    var available = 0
    /// The number under which a result is wanted.
    var preparation: Int?
    /// The same, compared with phrases.
    var reconsideration: (number: Int, phrases: [[String]])?

    /// The present stretch up to a pause, and the words in it.
    private struct Decode {
        /// The sample up to which it was decoded.
        var end: Int
        /// How many samples of quiet were added to it.
        var added = 0
        var words: [String]
    }

    private var stretchStart = 0
    /// The words of the stretches before.
    private var kept: [String] = []
    /// What was decoded at the last pause.
    private var paused: Decode?
    /// The same of a moment of quiet, which may be a pause or a stop consonant.
    private var early: Decode?
    /// The sample from which on the words so far are due.
    private var nextLook = shortestLook
    /// The same for what is decoded before it is asked for.
    private var nextEarly = shortestLook
    private var quiet = QuietMoments()

    init(_ utterance: SpokenUtterance, isEnglish: Bool, report: @escaping @Sendable (DictationUpdate) -> Void) {
        self.utterance = utterance
        self.isEnglish = isEnglish
        self.report = report
    }

    /// Decodes what is due.
    /// - Parameter model: Turns samples into text, which takes a while.
    func serve(_ model: any UtteranceModel) throws {
        guard !cancellation.isCancelled else { return }
        quiet.take(utterance, upTo: available)
        if let number = preparation {
            preparation = nil
            report(.result(result(try pausedWords(model)), number: number))
        } else if let (number, phrases) = reconsideration {
            reconsideration = nil
            try reconsider(number, phrases, model)
        } else if isQuiet(since: available - QuietMoments.shortest) {
            // The result will be wanted in a moment, and must not wait for a look.
            try decodeEarly(model)
        } else if available >= nextLook {
            report(.partial(kept + (try look(model))))
        }
    }

    /// Decodes, and puts the next look off so that looks take their share of the time.
    private func look(_ model: any UtteranceModel) throws -> [String] {
        let startOfWork = model.workNanoseconds
        let (words, time) = try timed { try decode(model) }
        let work = Self.samples(model.workNanoseconds - startOfWork) * Self.lookShare
        // The share counts work; on a busy machine, looks must leave time for the result, too.
        nextLook = available + max(Self.lookInterval, work, time * 2)
        return words
    }

    /// Decodes what may be the whole before anybody can be certain that this is a pause: mostly, it is wanted in a moment. The
    /// words are not shown: the model takes each cut for the end of a sentence.
    private func decodeEarly(_ model: any UtteranceModel) throws {
        guard available >= nextEarly, available - stretchStart <= Self.longestDoubt,
            !isQuiet(since: early?.end), !isQuiet(since: paused?.end)
        else { return }
        let (found, time) = try timed { try words(upTo: available, adding: Self.addedQuiet, model) }
        nextEarly = available + max(Self.earlyInterval, time * 2)
        early = Decode(end: available, added: Self.addedQuiet, words: found)
    }

    /// - Returns: The words, and how many samples of sound have come meanwhile.
    private func timed(_ decode: () throws -> [String]) rethrows -> ([String], Int) {
        let start = MonotonicTime.nanoseconds()
        let words = try decode()
        return (words, Self.samples(Int(MonotonicTime.nanoseconds() - start)))
    }

    private static func samples(_ nanoseconds: Int) -> Int { nanoseconds * AudioFrame.sampleRateHertz / 1_000_000_000 }

    /// The words up to this pause.
    private func pausedWords(_ model: any UtteranceModel) throws -> [String] {
        if let paused, paused.end == available { return paused.words }
        if let early, early.end > stretchStart, available - early.end <= Self.longestQuiet, isQuiet(since: early.end) {
            paused = early
            return early.words
        }
        let words = try decode(model)
        paused = Decode(end: available, words: words)
        return words
    }

    private func result(_ words: [String]) -> DictationResult? {
        let all = kept + words
        return all.isEmpty ? nil : DictationResult(words: all, confidence: Self.confidence)
    }

    /// Compares the sound of the last result with phrases; where the model tells no probabilities, decodes it as other voices
    /// would have said it.
    private func reconsider(_ number: Int, _ phrases: [[String]], _ model: any UtteranceModel) throws {
        var result = result(try pausedWords(model))
        result?.alternatives = []
        if kept.isEmpty, let paused, paused.end <= Self.longestDoubt {
            // Those of the result: the model remembers what it has heard of them.
            let samples = samples(upTo: paused.end, adding: paused.added)
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

    /// In small batches: larger ones take tens of megabytes, and what was called off, or does not count since the speaker goes
    /// on, is not finished.
    private func likelihoods(
        of phrases: [[String]], in samples: [Int16], _ model: any UtteranceModel
    ) throws -> PhraseLikelihoods? {
        var all: PhraseLikelihoods?
        var rest = phrases[...]
        while !rest.isEmpty {
            guard !cancellation.isCancelled, newest.load(ordering: .relaxed) <= available else { return nil }
            let batch = rest.prefix(all == nil ? Self.firstPhrases : Self.phrasesAtOnce)
            rest = rest.dropFirst(batch.count)
            guard let found = try model.likelihoods(of: Array(batch), in: samples) else { return nil }
            all = all ?? found
            all?.phrases.merge(found.phrases) { first, _ in first }
            if let best = all?.phrases.values.max(), best < Self.hopeless { break }
        }
        return all
    }

    /// True when nothing was heard since.
    private func isQuiet(since end: Int?) -> Bool {
        guard let end, end >= 0 else { return false }
        return quiet.isQuiet(utterance.samples(from: end, upTo: available))
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

    private func words(upTo end: Int, adding quiet: Int = 0, _ model: any UtteranceModel) throws -> [String] {
        let samples = samples(upTo: end, adding: quiet)
        return TranscriptFilter.words(of: try model.transcribe(samples), in: samples, isEnglish: isEnglish) ?? []
    }

    /// The present stretch, with its last moment of quiet repeated for this many more samples.
    private func samples(upTo end: Int, adding quiet: Int) -> [Int16] {
        var samples = utterance.samples(from: stretchStart, upTo: end)
        let last = samples.suffix(QuietMoments.shortest)
        for _ in 0..<(quiet / QuietMoments.shortest) { samples += last }
        return samples
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
