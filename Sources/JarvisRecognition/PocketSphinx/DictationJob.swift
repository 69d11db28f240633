// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance on its way through dictation. A pause ends a stretch of it, so that its words are known when
// the pause turns out to be the end; when speech goes on, a short stretch is searched again with what follows and a
// long one is kept as it is.

import JarvisCore
import JarvisPlatform

final class DictationJob: @unchecked Sendable {
    // Unchecked: the variables (`available`, `preparation`, `isRunning`, `stretchStart`, `position`, `kept`, `ended`,
    // `samplesSinceLook`) are touched only on the dictation thread; `cancellation` is atomic.

    /// A stretch of this length stands for itself: 4 s. To search it again would take longer than most pauses.
    private static let longStretch = 64_000
    /// From this much sound on, it tells a new channel's mean better than the past does: 0.8 s.
    private static let telling = 12_800
    /// Samples between two looks at the words so far: 160 ms.
    private static let lookInterval = 2_560

    /// Samples between two looks at whether the words are still wanted: 250 ms.
    private static let portion = 4_000

    /// Set from any thread as soon as they are not.
    let cancellation = CancellationFlag()
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    /// How many samples were accepted.
    var available = 0
    /// The number under which a result is wanted.
    var preparation: Int?
    /// The decoder is in the midst of an utterance.
    var isRunning = false

    /// The present stretch: from its first sample to the first one that the decoder has not heard.
    private var stretchStart = 0
    private var position = 0
    private var kept = DictationResult(words: [], probabilities: [])
    /// The result of the present stretch, once it has ended.
    private var ended: DictationResult?
    private var samplesSinceLook = 0

    /// The decoder has heard some of it.
    var hasBegun: Bool { isRunning || ended != nil }

    init(_ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void) {
        self.utterance = utterance
        self.report = report
    }

    /// Hands what is pending to the decoder.
    func feed(to decoder: Decoder) throws {
        guard position < available else { return }
        if !isRunning {
            let known = utterance.samples(from: stretchStart, upTo: available)
            guard known.count >= Self.telling || decoder.knowsChannel || preparation != nil else { return }
            if known.count >= Self.telling { decoder.takeMean(of: known) }
            try decoder.start()
            isRunning = true
            resume(decoder)
        }
        process(utterance.samples(from: position, upTo: available), decoder)
        samplesSinceLook += available - position
        position = available
        guard samplesSinceLook >= Self.lookInterval, preparation == nil else { return }
        samplesSinceLook = 0
        report(.partial(kept.words + Decoder.plainWords(decoder.hypothesis()?.text ?? "")))
    }

    private func resume(_ decoder: Decoder) {
        guard let ended else { return }
        self.ended = nil
        if position - stretchStart >= Self.longStretch {
            kept.words += ended.words
            kept.probabilities += ended.probabilities
            stretchStart = position
        } else {
            process(utterance.samples(from: stretchStart, upTo: position), decoder)
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
