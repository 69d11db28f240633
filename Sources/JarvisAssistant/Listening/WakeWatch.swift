// SPDX-License-Identifier: GPL-3.0-or-later
// The listener's side of the wake word: when it is searched for, and the sound that came after it, which belongs to the
// utterance that it begins.

import JarvisConversation
import JarvisCore

struct WakeWatch: Sendable {
    /// Longest time for the spotter to be sure and for the conversation to answer: 3 s.
    private static let capacity = 150
    /// Sound right after the word in which the detector still hears the word itself: 180 ms.
    private static let residueFrames = 9

    private let spotter: (any WakeWordSpotter)?
    private var configuration: WakeConfiguration?
    /// Counts searches: a hit of an earlier one is dropped.
    private var number = 0
    private var isSearching = false
    private var hit: WakeHit?
    private var frames: [AudioFrame] = []
    /// Until here the detector may still hear the word.
    private var residueEnd: Int64 = 0

    init(spotter: (any WakeWordSpotter)?) {
        self.spotter = spotter
    }

    /// Sets what to wake to; nil: nothing.
    /// - Returns: true when a search has to be begun or ended for it.
    mutating func configure(_ configuration: WakeConfiguration?) -> Bool {
        guard configuration != self.configuration else { return false }
        defer { self.configuration = configuration }
        spotter?.configure(configuration)
        return configuration?.phrase != self.configuration?.phrase
    }

    /// Begins to look for the word again where the request lets it count, and ends looking for it elsewhere.
    /// - Parameter report: brings an update with the number of its search back to the listener.
    mutating func search(_ request: ListeningRequest?, _ report: @escaping @Sendable (WakeUpdate, Int) -> Void) {
        guard let spotter else { return }
        let wasSearching = isSearching
        number += 1
        hit = nil
        frames.removeAll(keepingCapacity: true)
        isSearching = configuration != nil && request?.mode.waitsForWakeWord == true
        guard isSearching else {
            if wasSearching { spotter.end() }
            return
        }
        let number = number
        spotter.begin(isGuarded: request?.mode == .stopPhrases) { report($0, number) }
    }

    mutating func take(_ frame: AudioFrame) {
        guard isSearching else { return }
        frames.append(frame)
        if frames.count > Self.capacity { frames.removeFirst() }
        if hit == nil { spotter?.accept(frame) }
    }

    /// - Returns: false for what an earlier search has found.
    mutating func take(_ update: WakeUpdate, _ number: Int) -> Bool {
        guard number == self.number else { return false }
        if case .heard(let hit) = update {
            self.hit = hit
            residueEnd = hit.samples.upperBound + Int64(Self.residueFrames * AudioFrame.samplesPerFrame)
        }
        return true
    }

    /// The frames since the end of the word; nil when none was heard.
    var soundAfterWord: [AudioFrame]? {
        guard let hit else { return nil }
        return frames.filter { $0.sampleIndex >= hit.samples.upperBound }
    }

    /// The frame as it counts for the utterance after the word: what the detector still hears of the word itself is no
    /// speech.
    mutating func withoutWord(_ frame: AudioFrame) -> AudioFrame {
        guard residueEnd > 0, !isSearching else { return frame }
        // Past the end, or another stream, which counts from zero.
        guard
            (residueEnd - Int64(Self.residueFrames * AudioFrame.samplesPerFrame)..<residueEnd).contains(
                frame.sampleIndex)
        else {
            residueEnd = 0
            return frame
        }
        var frame = frame
        frame.isSpeech = false
        return frame
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
