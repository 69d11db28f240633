// SPDX-License-Identifier: GPL-3.0-or-later
// Determines how long the speaker had been talking since the last pause at a given moment. Pure.

import JarvisCore

/// The voice detector's decisions for the last seconds.
struct SpeechOnsets: Sendable {
    /// The number of frames kept: 4 s.
    private static let capacity = 200
    /// Silence that counts as a pause: 160 ms on top of the gaps that the detector bridges within words.
    private static let pauseFrames = 8

    private var decisions: [Bool] = []
    /// The position in the stream of the first frame kept.
    private var firstSample: Int64 = 0

    mutating func append(_ isSpeech: Bool, firstSample sample: Int64) {
        // A gap means silence, or a new stream, so the earlier decisions no longer matter.
        if sample != firstSample + Int64(decisions.count * AudioFrame.samplesPerFrame) { clear() }
        if decisions.isEmpty { firstSample = sample }
        decisions.append(isSpeech)
        if decisions.count > Self.capacity {
            decisions.removeFirst(decisions.count - Self.capacity)
            firstSample = sample - Int64((decisions.count - 1) * AudioFrame.samplesPerFrame)
        }
    }

    mutating func clear() { decisions.removeAll(keepingCapacity: true) }

    /// The share of the frames in `samples` that contain speech, 0…1.
    func speechShare(in samples: Range<Int64>) -> Double {
        let length = Int64(AudioFrame.samplesPerFrame)
        let first = max(0, Int((samples.lowerBound - firstSample) / length))
        let end = min(decisions.count, Int((samples.upperBound - firstSample + length - 1) / length))
        guard first < end else { return 0 }
        return Double(decisions[first..<end].count { $0 }) / Double(end - first)
    }

    /// The number of frames with speech between the last pause before `sample` and `sample`.
    func leadFrames(before sample: Int64) -> Int {
        let end = min(Int((sample - firstSample) / Int64(AudioFrame.samplesPerFrame)), decisions.count)
        guard end > 0 else { return 0 }
        var silent = 0
        var lead = 0
        for index in stride(from: end - 1, through: 0, by: -1) {
            if decisions[index] {
                lead += 1
                silent = 0
            } else {
                silent += 1
                if silent == Self.pauseFrames { break }
            }
        }
        return lead
    }
}
