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

    /// Set from any thread as soon as the words are not wanted any more.
    let cancellation = CancellationFlag()
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    private let isEnglish: Bool
    /// How many samples were accepted.
    var available = 0
    /// The number under which a result is wanted.
    var preparation: Int?
    /// The same, with alternatives.
    var reconsideration: Int?

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
    /// - Parameter transcribe: Turns samples into text, which takes a while.
    func serve(_ transcribe: ([Int16]) throws -> String) throws {
        guard !cancellation.isCancelled else { return }
        if let number = preparation {
            preparation = nil
            let words = try decode(transcribe)
            paused = (available, words)
            report(.result(result(words), number: number))
        } else if let number = reconsideration {
            reconsideration = nil
            try reconsider(number, transcribe)
        } else if available >= nextLook, !isQuiet() {
            let (start, startOfWork) = (MonotonicTime.nanoseconds(), Self.workNanoseconds())
            let words = try decode(transcribe)
            // The share counts work; on a busy machine, looks must leave time for the result, too.
            let interval = max(
                (Self.workNanoseconds() - startOfWork) * Self.lookShare, Int(MonotonicTime.nanoseconds() - start) * 2)
            nextLook = available + max(Self.lookInterval, interval * AudioFrame.sampleRateHertz / 1_000_000_000)
            report(.partial(kept + words))
        }
    }

    private func result(_ words: [String], alternatives: [[String]]? = nil) -> DictationResult? {
        let all = kept + words
        guard !all.isEmpty else { return nil }
        var result = DictationResult(words: all, confidence: Self.confidence)
        result.alternatives = alternatives
        return result
    }

    /// Decodes the sound of the last result as other voices would have said it.
    private func reconsider(_ number: Int, _ transcribe: ([Int16]) throws -> String) throws {
        var words = paused?.words ?? []
        if paused?.end != available {
            words = try decode(transcribe)
            paused = (available, words)
        }
        var alternatives: [[String]] = []
        if kept.isEmpty, available <= Self.longestDoubt {
            let samples = utterance.samples(upTo: available)
            for copy in AlteredVoice.copies(of: samples) {
                guard !cancellation.isCancelled else { return }
                let heard = TranscriptFilter.words(of: try transcribe(copy), in: copy, isEnglish: isEnglish)
                if let heard { alternatives.append(heard) }
            }
        }
        report(.result(result(words, alternatives: alternatives), number: number))
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

    /// The share of texts that are right but for a word; the model tells no probabilities.
    private static let confidence = 0.85

    /// The words of the present stretch.
    private func decode(_ transcribe: ([Int16]) throws -> String) throws -> [String] {
        if let paused, paused.end < available, paused.end - stretchStart >= Self.longStretch {
            endStretch(at: paused.end, paused.words)
        }
        while available - stretchStart > Self.longestStretch {
            let end = quietestMoment(from: stretchStart + Self.longStretch, to: stretchStart + Self.longestStretch)
            endStretch(at: end, try words(upTo: end, transcribe))
        }
        return try words(upTo: available, transcribe)
    }

    private func words(upTo end: Int, _ transcribe: ([Int16]) throws -> String) throws -> [String] {
        let samples = utterance.samples(from: stretchStart, upTo: end)
        return TranscriptFilter.words(of: try transcribe(samples), in: samples, isEnglish: isEnglish) ?? []
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
