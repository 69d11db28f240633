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
    private var trail: WordTrail
    private var sampleCount = 0
    /// Where in the spoken text, in Unicode scalars, and at which sample the stretch begins that is being said.
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

    /// Has the library say a stretch of the spoken text, after what it has said before.
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

    /// Passes on what is left, so that the last word reaches the end of the clause.
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
