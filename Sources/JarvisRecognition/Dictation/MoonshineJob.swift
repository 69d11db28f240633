// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance for a model that takes only whole utterances. The speech so far is decoded repeatedly; pauses divide
// long speech into stretches, and only the last stretch is still decoded.

import JarvisCore
import JarvisPlatform
import Synchronization

final class MoonshineJob: @unchecked Sendable {
    // Unchecked: the variables (`available`, `preparation`, `reconsideration`, `stretchStart`, `kept`, `paused`,
    // `early`, `nextLook`, `nextEarly`, `quiet`) are touched only on the model's thread; `cancellation` and `newest`
    // are atomic.

    /// The length in samples after which a pause ends a stretch: 8 s. Longer sound takes disproportionately long to
    /// decode, and in much longer sound the model drops words.
    private static let longStretch = 128_000
    /// The length in samples at which a stretch ends at its quietest moment, if there is no pause: 20 s.
    private static let longestStretch = 320_000
    /// The fewest samples between two partial results: 400 ms.
    private static let lookInterval = 6_400
    /// Partial results may take 1 / `lookShare` of the time.
    private static let lookShare = 12
    /// The shortest sound to decode, since less contains no words yet: 400 ms.
    private static let shortestLook = 6_400
    /// Quiet moments closer together than this are decoded only once: 320 ms.
    private static let earlyInterval = 5_120
    /// Words decoded longer ago than this may be incomplete, however quiet it has been since: 300 ms.
    private static let longestQuiet = 4_800
    /// Quiet appended to the sound, because the model recognizes words at the very end less well: 120 ms.
    private static let addedQuiet = 2 * QuietMoments.shortest

    /// Longer utterances are neither decoded early nor reconsidered: they are rarely commands, and it takes too long: 6
    /// s.
    private static let longestDoubt = 96_000
    private static let phrasesAtOnce = 4
    /// The likeliest phrases come first, so the others are skipped if these are this unlikely. Among 296 sentences that
    /// were not recognized to the letter as a command, every real command had a phrase likelier than e^-15 times the
    /// transcript.
    private static let (firstPhrases, hopeless) = (2, -30.0)

    /// Set from any thread once the words are no longer needed.
    let cancellation = CancellationFlag()
    /// The number of samples that exist; set from any thread. Exceeds `available` once a speaker continues after a
    /// pause.
    let newest = Atomic(0)
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    private let isEnglish: Bool
    /// The number of samples accepted for decoding.
    var available = 0
    /// The number of the requested result; nil if none is requested.
    var preparation: Int?
    /// The requested comparison with phrases, and the number of its result; nil if none is requested.
    var reconsideration: (number: Int, phrases: [[String]])?

    /// A decoded stretch: the words from its start to a moment.
    private struct Decode {
        /// The sample up to which the stretch was decoded.
        var end: Int
        /// The number of quiet samples appended.
        var added = 0
        var words: [String]
    }

    private var stretchStart = 0
    /// The words of the stretches before the current one.
    private var kept: [String] = []
    /// The current stretch, decoded up to the last pause.
    private var paused: Decode?
    /// The current stretch, decoded up to a quiet moment that may be a pause or only a stop consonant.
    private var early: Decode?
    /// The sample at which the next partial result is due.
    private var nextLook = shortestLook
    /// The next quiet moment from this sample on is decoded ahead of a request.
    private var nextEarly = shortestLook
    private var quiet = QuietMoments()

    init(_ utterance: SpokenUtterance, isEnglish: Bool, report: @escaping @Sendable (DictationUpdate) -> Void) {
        self.utterance = utterance
        self.isEnglish = isEnglish
        self.report = report
    }

    /// Decodes whatever is due: a partial result, a requested result, or a comparison.
    /// - Parameter model: Converts samples to text, which takes a while.
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
            // The result will probably be requested in a moment, and should not have to wait for a partial result.
            if let words = try decodeEarly(model) { report(.partial(kept + words)) }
        } else if available >= nextLook {
            report(.partial(kept + (try look(model))))
        }
    }

    /// Decodes a partial result, and delays the next one so that partial results take only their share of the time.
    private func look(_ model: any UtteranceModel) throws -> [String] {
        try timed(model) { try decode(model) }.0
    }

    /// Decodes a possibly complete utterance before the pause is certain, since the result is usually needed a moment
    /// later.
    /// - Returns: The words, which are also a partial result; nil if there is nothing to decode.
    private func decodeEarly(_ model: any UtteranceModel) throws -> [String]? {
        guard available >= nextEarly, available - stretchStart <= Self.longestDoubt,
            !isQuiet(since: early?.end), !isQuiet(since: paused?.end)
        else { return nil }
        let (found, time) = try timed(model) { try words(upTo: available, adding: Self.addedQuiet, model) }
        nextEarly = available + max(Self.earlyInterval, time * 2)
        early = Decode(end: available, added: Self.addedQuiet, words: found)
        return found
    }

    /// Decodes, and delays the next partial result so that decoding takes only its share of the time.
    /// - Returns: The words, and the number of samples that arrived during the decode.
    private func timed(_ model: any UtteranceModel, _ decode: () throws -> [String]) rethrows -> ([String], Int) {
        let (start, startOfWork) = (MonotonicTime.nanoseconds(), model.workNanoseconds)
        let words = try decode()
        let time = Self.samples(Int(MonotonicTime.nanoseconds() - start))
        // The share counts processor time; on a busy machine, partial results also have to leave elapsed time for the
        // result.
        let work = Self.samples(model.workNanoseconds - startOfWork) * Self.lookShare
        nextLook = available + max(Self.lookInterval, work, time * 2)
        return (words, time)
    }

    private static func samples(_ nanoseconds: Int) -> Int { nanoseconds * AudioFrame.sampleRateHertz / 1_000_000_000 }

    /// The words of the current stretch up to this pause.
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

    /// Compares the last result's sound with phrases. If the model gives no probabilities, decodes altered voices
    /// instead.
    private func reconsider(_ number: Int, _ phrases: [[String]], _ model: any UtteranceModel) throws {
        var result = result(try pausedWords(model))
        result?.alternatives = []
        if kept.isEmpty, let paused, paused.end <= Self.longestDoubt {
            // The model remembers the samples of its latest result, so pass exactly those.
            let samples = samples(upTo: paused.end, adding: paused.added)
            if model.comparesPhrases {
                // The words are already known, so a failed comparison only omits the likelihoods.
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

    /// Compares in small batches: large ones take tens of megabytes, and small ones let a comparison stop early if it
    /// is cancelled or the speaker continues.
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
            if all == nil {
                // Both recognizers may have misheard the same number.
                let others = try model.otherNumbers(in: Array(batch), heardIn: samples).filter { !phrases.contains($0) }
                rest = (others + rest)[...]
                all = found
                all?.proposals = Set(others)
            }
            all?.phrases.merge(found.phrases) { first, _ in first }
            if let best = all?.phrases.values.max(), best < Self.hopeless { break }
        }
        return all
    }

    /// True if everything since `end` has been quiet; false for nil.
    private func isQuiet(since end: Int?) -> Bool {
        guard let end, end >= 0 else { return false }
        return quiet.isQuiet(utterance.samples(from: end, upTo: available))
    }

    /// Stands in for the confidence of models that report none: the measured share of texts with at most one wrong
    /// word.
    private static let confidence = 0.85

    /// Decodes the current stretch as far as it has been accepted.
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

    /// The current stretch, extended by this many samples of its last quiet moment.
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

    /// The middle of the quietest 100 ms in a range of samples.
    private func quietestMoment(from start: Int, to end: Int) -> Int {
        let (frame, samples) = (1_600, utterance.samples(from: start, upTo: end))
        let powers = stride(from: 0, to: samples.count - frame + 1, by: frame / 2).map { place in
            (place, samples[place..<(place + frame)].reduce(0.0) { $0 + Double($1) * Double($1) })
        }
        return start + (powers.min { $0.1 < $1.1 }.map { $0.0 + frame / 2 } ?? samples.count)
    }
}
