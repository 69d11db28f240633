// SPDX-License-Identifier: GPL-3.0-or-later
// The last moments of an open microphone. They outlive requests, so speech that began under one request is complete in
// the next.

import JarvisCore

/// A short history of frames, oldest first.
struct RecentFrames: Sendable {
    /// 800 ms: the longest pre-roll plus the time to confirm speech, with some to spare.
    static let capacity = 40
    static let milliseconds = capacity * 20

    private(set) var frames: [AudioFrame] = []

    /// Appends the newest frame and drops old ones.
    mutating func append(_ frame: AudioFrame) {
        if frames.count == Self.capacity { frames.removeFirst() }
        frames.append(frame)
    }

    /// Drops all frames, because they belong to an utterance that is over.
    mutating func clear() {
        frames.removeAll(keepingCapacity: true)
    }

    /// The sound of all frames.
    var samples: [[Int16]] { frames.map(\.samples) }
}
