// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance: its identity and the only copy of its sound. The listener creates and extends it; recognizers, their
// decorators, and recording stores read from it.

import Synchronization

/// Identifies an utterance, even if it is recognized several times: retried, resumed, or joined to a hold.
public struct UtteranceID: Hashable, Sendable {
    private let value: UInt64

    /// A unique identity: one of 2⁶⁴ drawn at random, which needs no shared counter.
    public init() { value = .random(in: .min ... .max) }
}

/// The sound of one utterance, 16 kHz mono, for as long as it is needed. It only ever grows, so a sample count
/// identifies a moment. Any thread may call at any time.
public final class SpokenUtterance: Sendable {
    /// Five minutes; endpointing ends utterances after one, and a hold can add another.
    public static let usualLimit = 300 * AudioFrame.sampleRateHertz

    public let id = UtteranceID()
    private let limit: Int
    private let sound: Mutex<[Int16]>
    /// Resolves if the utterance turns out to be addressed to the assistant.
    public let confirmation: UtteranceConfirmation

    /// - Parameters:
    ///   - limit: The maximum number of samples; later ones are dropped.
    ///   - mayBeOverheard: True if people may be talking to each other: nothing is stored until confirmed.
    public init(limit: Int = SpokenUtterance.usualLimit, mayBeOverheard: Bool = false) {
        self.limit = limit
        sound = Mutex([])
        confirmation = UtteranceConfirmation(isOpen: mayBeOverheard)
    }

    /// A complete utterance.
    public init(samples: [Int16]) {
        limit = samples.count
        sound = Mutex(samples)
        confirmation = UtteranceConfirmation(isOpen: false)
    }

    /// The number of samples so far.
    public var count: Int { sound.withLock { $0.count } }

    /// Appends sound.
    public func append(_ samples: [Int16]) {
        sound.withLock { sound in
            let room = limit - sound.count
            if samples.count <= room { sound += samples } else { sound += samples.prefix(room) }
        }
    }

    /// A part of the sound, as far as it exists, as a copy: while the result shared its memory with the utterance,
    /// `append` would have to copy all of it on the thread that delivers sound. An utterance that can't grow is shared.
    /// - Parameters:
    ///   - start: The first sample.
    ///   - end: The end, exclusive; nil for all samples.
    public func samples(from start: Int = 0, upTo end: Int? = nil) -> [Int16] {
        sound.withLock { sound in
            let end = min(end ?? sound.count, sound.count)
            if start == 0, end == sound.count, end == limit { return sound }
            guard start < end else { return [] }
            // A slice of all of an array would share its memory.
            return sound[start..<end].withUnsafeBufferPointer { Array($0) }
        }
    }
}
