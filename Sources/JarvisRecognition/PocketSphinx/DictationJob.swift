// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance in dictation. A pause ends a stretch, so that its words are known if the pause turns out to be the end
// of the utterance. If speech continues, a short stretch is searched again together with the following sound, and the
// words of a long stretch are kept.

import JarvisCore
import JarvisPlatform

final class DictationJob: @unchecked Sendable {
    // Unchecked: the variables (`available`, `preparation`, `isRunning`, `stretchStart`, `position`, `kept`, `ended`,
    // `samplesSinceLook`) are touched only on the dictation thread; `cancellation` is atomic.

    /// From this length on, a stretch is kept: 4 s. Searching it again would take longer than most pauses.
    private static let longStretch = 64_000
    /// From this length on, the sound itself gives a better channel mean than earlier sound does: 0.8 s.
    private static let telling = 12_800
    /// Samples between two partial results: 160 ms.
    private static let lookInterval = 2_560

    /// Samples between two checks of whether the words are still needed: 250 ms.
    private static let portion = 4_000

    /// Set from any thread once the words are no longer needed.
    let cancellation = CancellationFlag()
    let report: @Sendable (DictationUpdate) -> Void
    private let utterance: SpokenUtterance
    /// The number of samples accepted for decoding.
    var available = 0
    /// The number of the requested result; nil if none is requested.
    var preparation: Int?
    /// The decoder is in the middle of an utterance.
    var isRunning = false

    /// The first sample of the current stretch; `position` is the first sample that the decoder has not processed yet.
    private var stretchStart = 0
    private var position = 0
    private var kept = DictationResult(words: [], probabilities: [])
    /// The result of the current stretch, if a pause has ended it.
    private var ended: DictationResult?
    private var samplesSinceLook = 0

    /// True if the decoder has processed part of the current stretch.
    var hasBegun: Bool { isRunning || ended != nil }

    init(_ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void) {
        self.utterance = utterance
        self.report = report
    }

    /// Passes pending samples to the decoder.
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

    /// Ends the current stretch.
    /// - Returns: The words of the utterance so far; nil if there are none.
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
    /// The words of a completed search, with their confidence.
    fileprivate func dictated() -> DictationResult {
        let words = Decoder.plainWords(hypothesis()?.text ?? "")
        let spoken = segments().filter(\.isWord)
        guard !words.isEmpty, !spoken.isEmpty else { return DictationResult(words: [], probabilities: []) }
        return DictationResult(words: words, probabilities: spoken.map(\.probability))
    }
}
