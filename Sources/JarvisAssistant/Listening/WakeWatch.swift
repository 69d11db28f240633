// SPDX-License-Identifier: GPL-3.0-or-later
// The listener's side of the wake word: decides when to search for it, and keeps the sound after it, which belongs to
// the next utterance.

import JarvisConversation
import JarvisCore

/// Searches for the wake word and keeps the sound that follows it.
struct WakeWatch: Sendable {
    /// The longest time for the spotter to be certain and the conversation to react: 3 s.
    private static let capacity = 150
    /// How long the detector still reports the word after it has ended: 180 ms.
    private static let residueFrames = 9

    private let spotter: (any WakeWordSpotter)?
    private var configuration: WakeConfiguration?
    /// Numbers searches; hits of earlier ones are dropped.
    private var number = 0
    private var isSearching = false
    private var hit: WakeHit?
    private var frames: [AudioFrame] = []
    /// The sample index up to which the detector may still report the word.
    private var residueEnd: Int64 = 0

    init(spotter: (any WakeWordSpotter)?) {
        self.spotter = spotter
    }

    /// Sets the wake word; nil for none.
    /// - Returns: True if a search has to begin or end as a result.
    mutating func configure(_ configuration: WakeConfiguration?) -> Bool {
        guard configuration != self.configuration else { return false }
        defer { self.configuration = configuration }
        spotter?.configure(configuration)
        return configuration?.phrase != self.configuration?.phrase
    }

    /// Restarts the search if the request allows the wake word, otherwise ends it.
    /// - Parameter report: Passes an update with its search number to the listener.
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

    /// - Returns: False for a hit of an earlier search.
    mutating func take(_ update: WakeUpdate, _ number: Int) -> Bool {
        guard number == self.number else { return false }
        if case .heard(let hit) = update {
            self.hit = hit
            residueEnd = hit.samples.upperBound + Int64(Self.residueFrames * AudioFrame.samplesPerFrame)
        }
        return true
    }

    /// The frames since the end of the word; nil if none was heard.
    var soundAfterWord: [AudioFrame]? {
        guard let hit else { return nil }
        return frames.filter { $0.sampleIndex >= hit.samples.upperBound }
    }

    /// The frame as it counts for the utterance after the word: without the speech that the detector still reports for
    /// the word itself.
    mutating func withoutWord(_ frame: AudioFrame) -> AudioFrame {
        guard residueEnd > 0, !isSearching else { return frame }
        // Past the end, or a new stream, which counts from zero.
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

/// Ignores all frames: only the wake word counts.
struct WakeWaiter: FrameStrategy {
    var isWaiting: Bool { true }

    mutating func change(to mode: ListeningMode) -> [ListeningAction]? { mode == .wakeWord ? [] : nil }
    mutating func take(_ frame: AudioFrame) -> [ListeningAction] { [] }
    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] { [] }
}

extension ListeningMode {
    /// True in modes that the wake word ends.
    var waitsForWakeWord: Bool { self == .wakeWord || self == .stopPhrases }
}
