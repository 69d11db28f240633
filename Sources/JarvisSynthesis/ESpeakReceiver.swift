// SPDX-License-Identifier: GPL-3.0-or-later
// Collects espeak-ng's output for one clause and passes it on piece by piece, with words mapped back to the clause.

import CESpeakNG
import JarvisCore
import JarvisSpokenText
import Synchronization

/// The receiver of one clause. Used on the synthesizing thread, except for `isCancelled`.
final class ESpeakReceiver: ESpeakListener {
    private let text: SpeakableText
    private let sampleRateHertz: Int
    private let isCancelled: @Sendable () -> Bool
    private let deliver: (SynthesizedAudio) -> Void

    private var pending = SynthesizedAudio(samples: [], sampleRateHertz: 0, words: [])
    private var trail: WordTrail
    private var sampleCount = 0
    /// The start of the current stretch: in the spoken text as a Unicode scalar, and in the sound as a sample.
    private var stretch = (firstScalar: 0, firstSample: 0)

    init(
        text: SpeakableText, sampleRateHertz: Int, isCancelled: @escaping @Sendable () -> Bool,
        deliver: @escaping (SynthesizedAudio) -> Void
    ) {
        self.text = text
        trail = WordTrail(text)
        self.sampleRateHertz = sampleRateHertz
        self.isCancelled = isCancelled
        self.deliver = deliver
        pending.sampleRateHertz = sampleRateHertz
    }

    /// Synthesizes the next stretch of the spoken text.
    func hear(_ scalars: Range<Int>, in scripts: Set<WritingSystem>) -> espeak_ERROR {
        stretch = (scalars.lowerBound, sampleCount)
        let part = text.spoken.unicodeScalars.dropFirst(scalars.lowerBound).prefix(scalars.count)
        return hear(String(part), in: scripts)
    }

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

    /// Passes on the rest of the words, so that the last one reaches the end of the clause.
    func finish() {
        guard sampleCount > 0 else { return }
        pending.words += trail.finish(sampleOffset: sampleCount)
        if !pending.words.isEmpty { flush() }
    }

    private func add(_ event: espeak_EVENT) {
        let first = stretch.firstScalar + max(0, Int(event.text_position) - 1)
        pending.words += trail.add(
            first..<(first + max(1, Int(event.length))), sampleOffset: stretch.firstSample + Int(event.sample))
    }

    private func flush() {
        deliver(pending)
        pending.samples.removeAll()
        pending.words.removeAll()
    }
}
