// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance on its way through the dictation desk. A pause ends a stretch of it, so that its words are known when
// the pause turns out to be the end; when speech goes on, a short stretch is searched again with what follows and a
// long one is kept as it is.

import JarvisCore
import JarvisPlatform

/// What dictation made of one utterance.
struct DictationResult: Sendable, Equatable {
    var words: [String]
    /// Posterior probability of each word, 0…1.
    var probabilities: [Double]

    /// Their mean.
    var confidence: Double { probabilities.reduce(0, +) / Double(max(probabilities.count, 1)) }
}

final class DictationJob: @unchecked Sendable {
    // Unchecked: the variables are touched only on the desk's thread.

    /// A stretch of this length stands for itself: 4 s. To search it again would take longer than most pauses.
    private static let longStretch = 64_000
    /// So much sound tells a new channel's mean better than the past does: 0.8 s.
    private static let telling = 12_800
    /// Samples between two looks at the words so far: 160 ms.
    private static let lookInterval = 2_560

    /// Samples after which it is asked whether anybody still wants the words: 250 ms.
    private static let portion = 4_000

    /// Set from any thread as soon as nobody does.
    let cancellation = CancellationFlag()
    let onPartial: @Sendable ([String]) -> Void
    /// With the number of the preparation that it answers; a failure may come at any time.
    let onResult: @Sendable (Int, Result<DictationResult?, RecognitionFailure>) -> Void
    var pending: [Int16] = []
    /// The number under which a result is wanted.
    var preparation: Int?
    /// The decoder is in the midst of an utterance.
    var isRunning = false

    /// Samples of the present stretch that the decoder has heard.
    private var stretch: [Int16] = []
    private var kept = DictationResult(words: [], probabilities: [])
    /// The result of the present stretch, once it has ended.
    private var ended: DictationResult?
    private var samplesSinceLook = 0

    /// The decoder has heard some of it.
    var hasBegun: Bool { isRunning || ended != nil }

    init(
        onPartial: @escaping @Sendable ([String]) -> Void,
        onResult: @escaping @Sendable (Int, Result<DictationResult?, RecognitionFailure>) -> Void
    ) {
        self.onPartial = onPartial
        self.onResult = onResult
    }

    /// Hands what is pending to the decoder.
    func feed(to decoder: Decoder) throws {
        guard !pending.isEmpty else { return }
        if !isRunning {
            let known = stretch + pending
            guard known.count >= Self.telling || decoder.knowsChannel || preparation != nil else { return }
            if known.count >= Self.telling { decoder.takeMean(of: known) }
            try decoder.start()
            isRunning = true
            resume(decoder)
        }
        process(pending, decoder)
        stretch += pending
        samplesSinceLook += pending.count
        pending.removeAll()
        guard samplesSinceLook >= Self.lookInterval, preparation == nil else { return }
        samplesSinceLook = 0
        onPartial(kept.words + Decoder.plainWords(decoder.hypothesis()?.text ?? ""))
    }

    private func resume(_ decoder: Decoder) {
        guard let ended else { return }
        self.ended = nil
        if stretch.count >= Self.longStretch {
            kept.words += ended.words
            kept.probabilities += ended.probabilities
            stretch.removeAll()
        } else {
            process(stretch, decoder)
        }
    }

    private func process(_ samples: [Int16], _ decoder: Decoder) {
        var rest = samples[...]
        while !rest.isEmpty, !cancellation.isCancelled {
            decoder.process(Array(rest.prefix(Self.portion)))
            rest = rest.dropFirst(Self.portion)
        }
    }

    /// Ends the stretch.
    func conclude(_ decoder: Decoder) -> DictationResult? {
        if isRunning {
            decoder.end()
            isRunning = false
            ended = decoder.dictated()
        }
        let words = kept.words + (ended?.words ?? [])
        guard !words.isEmpty else { return nil }
        return DictationResult(words: words, probabilities: kept.probabilities + (ended?.probabilities ?? []))
    }
}

extension Decoder {
    /// The words of an ended utterance.
    fileprivate func dictated() -> DictationResult {
        let words = Decoder.plainWords(hypothesis()?.text ?? "")
        let spoken = segments().filter(\.isWord)
        guard !words.isEmpty, !spoken.isEmpty else { return DictationResult(words: [], probabilities: []) }
        return DictationResult(words: words, probabilities: spoken.map(\.probability))
    }
}
