// SPDX-License-Identifier: GPL-3.0-or-later
// What the pipeline knows of the wake word: whether it is searched for, and the sound that came after it, which belongs
// to the utterance that it begins.

import JarvisCore

struct WakeWatch: Sendable {
    /// Longest time for the spotter to be sure and for the conversation to answer: 3 s.
    private static let capacity = 150
    /// Sound right after the word in which the detector still hears the word itself: 180 ms.
    private static let residueFrames = 9

    /// What to wake to; nil: nothing.
    var configuration: WakeConfiguration?
    /// Counts searches: a hit of an earlier one is dropped.
    private(set) var search = 0
    private(set) var isSearching = false
    private var hit: WakeHit?
    private var frames: [AudioFrame] = []

    /// A new search.
    mutating func begin() {
        search += 1
        isSearching = true
        hit = nil
        frames.removeAll(keepingCapacity: true)
    }

    /// - Returns: false when none was running.
    mutating func end() -> Bool {
        defer {
            isSearching = false
            hit = nil
            frames.removeAll(keepingCapacity: true)
        }
        search += 1
        return isSearching
    }

    mutating func take(_ frame: AudioFrame) {
        guard isSearching else { return }
        frames.append(frame)
        if frames.count > Self.capacity { frames.removeFirst() }
    }

    mutating func hear(_ hit: WakeHit) { self.hit = hit }

    /// The frames since the end of the word, once; nil when none was heard. The word's own echo in the voice detector
    /// is no speech.
    mutating func takeSound() -> [AudioFrame]? {
        guard let hit else { return nil }
        let after = frames.filter { $0.sampleIndex >= hit.samples.upperBound }
        _ = end()
        return after.enumerated().map { index, frame in
            var frame = frame
            if index < Self.residueFrames { frame.isSpeech = false }
            return frame
        }
    }
}

/// Makes nothing of the frames: only the wake word counts.
struct WakeWaiter: FrameStrategy {
    mutating func change(to mode: ListeningMode) -> [ListeningAction]? { mode == .wakeWord ? [] : nil }
    mutating func take(_ frame: AudioFrame) -> [ListeningAction] { [] }
    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] { [] }
}

extension ListeningMode {
    /// True in modes that the wake word ends.
    var waitsForWakeWord: Bool { self == .wakeWord || self == .stopPhrases }
}
