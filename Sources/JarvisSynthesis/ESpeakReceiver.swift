// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what espeak-ng hands out for one clause and passes it on piece by piece, words mapped back to the clause.

import CESpeakNG
import JarvisCore
import JarvisSpokenText
import Synchronization

/// The receiving end of one synthesis; used only by the thread that synthesizes, except for `isCancelled`.
final class ESpeakReceiver: ESpeakListener {
    private let text: SpeakableText
    private let sampleRateHertz: Int
    private let isCancelled: @Sendable () -> Bool
    private let deliver: (SynthesizedAudio) -> Void

    private var pending = SynthesizedAudio(samples: [], sampleRateHertz: 0, words: [])
    /// The last word passed on, kept to notice words for which the library sends no event of their own.
    private var lastWord: SpokenWord?
    private var sampleCount = 0

    init(
        text: SpeakableText, sampleRateHertz: Int, isCancelled: @escaping @Sendable () -> Bool,
        deliver: @escaping (SynthesizedAudio) -> Void
    ) {
        self.text = text
        self.sampleRateHertz = sampleRateHertz
        self.isCancelled = isCancelled
        self.deliver = deliver
        pending.sampleRateHertz = sampleRateHertz
    }

    /// What the library is to say.
    var spokenText: String { text.spoken }

    override func receive(
        _ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>
    ) -> Bool {
        guard !isCancelled() else { return false }
        var event = events
        while event.pointee.type != espeakEVENT_LIST_TERMINATED {
            if event.pointee.type == espeakEVENT_WORD { add(event.pointee) }
            event += 1
        }
        pending.samples.append(contentsOf: sound)
        sampleCount += sound.count
        if !sound.isEmpty { flush() }
        return true
    }

    /// Passes on what is left, so that the last word reaches the end of the clause.
    func finish() {
        guard sampleCount > 0 else { return }
        addGap(upTo: text.source.count, sampleOffset: sampleCount)
        if !pending.words.isEmpty { flush() }
    }

    private func add(_ event: espeak_EVENT) {
        // Positions are Unicode scalars from 1. Several events share one position where one written word is
        // several spoken ones ("42", "°C"): the first stands for all.
        let first = Int(event.text_position) - 1
        guard let range = text.sourceRange(ofScalars: first..<(first + max(1, Int(event.length)))) else { return }
        if let lastWord, range.lowerBound < lastWord.endCharacter { return }
        let offset = Int(event.sample)
        addGap(upTo: range.lowerBound, sampleOffset: offset)
        append(SpokenWord(startCharacter: range.lowerBound, endCharacter: range.upperBound, sampleOffset: offset))
    }

    /// One event may stand for two words ("from the"): what lies between two events is a word of its own, halfway.
    private func addGap(upTo start: Int, sampleOffset: Int) {
        let previousEnd = lastWord?.endCharacter ?? 0
        guard let gap = text.wordRange(in: previousEnd..<max(previousEnd, start)) else { return }
        let offset = ((lastWord?.sampleOffset ?? sampleOffset) + sampleOffset) / 2
        append(SpokenWord(startCharacter: gap.lowerBound, endCharacter: gap.upperBound, sampleOffset: offset))
    }

    private func append(_ word: SpokenWord) {
        pending.words.append(word)
        lastWord = word
    }

    private func flush() {
        deliver(pending)
        pending.samples.removeAll()
        pending.words.removeAll()
    }
}
