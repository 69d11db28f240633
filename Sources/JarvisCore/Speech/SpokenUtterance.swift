// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance: its identity and the only copy of its sound. The listener makes it and adds to it; recognizers, their
// decorators, and keepers of recordings read from it.

import Synchronization

/// Names an utterance. The same one however often it is recognized: tried again, taken up again, or joined to a hold.
public struct UtteranceID: Hashable, Sendable {
    private let value: UInt64

    /// An identity that nothing else has: one of 2⁶⁴, drawn at random, so that there is no counter to share.
    public init() { value = .random(in: .min ... .max) }
}

/// The sound of one utterance, 16 kHz mono, while it grows and as long as it is needed. It only ever grows, so a
/// number of samples names a moment of it. Any thread may call at any time.
public final class SpokenUtterance: Sendable {
    /// Five minutes; endpointing ends utterances after one, and a hold can add another.
    public static let usualLimit = 300 * AudioFrame.sampleRateHertz

    public let id = UtteranceID()
    private let limit: Int
    private let sound: Mutex<[Int16]>
    /// Whether it was meant for the assistant.
    public let confirmation: UtteranceConfirmation

    /// - Parameters:
    ///   - limit: The most samples that are taken; the rest is dropped.
    ///   - mayBeOverheard: True when it may be talk among others: nothing of it is kept before it is confirmed.
    public init(limit: Int = SpokenUtterance.usualLimit, mayBeOverheard: Bool = false) {
        self.limit = limit
        sound = Mutex([])
        confirmation = UtteranceConfirmation(isOpen: mayBeOverheard)
    }

    /// An utterance that is there already.
    public init(samples: [Int16]) {
        limit = samples.count
        sound = Mutex(samples)
        confirmation = UtteranceConfirmation(isOpen: false)
    }

    /// The number of samples up to now.
    public var count: Int { sound.withLock { $0.count } }

    /// Adds what was said next.
    public func append(_ samples: [Int16]) {
        sound.withLock { sound in
            let room = limit - sound.count
            if samples.count <= room { sound += samples } else { sound += samples.prefix(room) }
        }
    }

    /// A part of the sound, as far as it is there. All of it is handed out without a copy; one is made if the utterance
    /// grows while the caller still has it.
    /// - Parameters:
    ///   - start: The first sample.
    ///   - end: The first sample that is not wanted; nil: all there are.
    public func samples(from start: Int = 0, upTo end: Int? = nil) -> [Int16] {
        sound.withLock { sound in
            let end = min(end ?? sound.count, sound.count)
            if start == 0, end == sound.count { return sound }
            return start < end ? Array(sound[start..<end]) : []
        }
    }
}
