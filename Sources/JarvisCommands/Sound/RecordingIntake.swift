// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a long recording's channels into one, frame by frame as from a microphone. Pure.

import JarvisSignal

/// The microphone's first step of processing, for pieces of any length.
public struct RecordingIntake {
    private var intake: SoundIntake?
    private var pending: [[Float]] = []

    public init() {}

    /// The speech in these samples, in whole frames; the rest waits for the next piece.
    /// - Parameter piece: Samples of each channel in −1…1, at 16 kHz.
    public mutating func take(_ piece: [[Float]]) -> [Int16] {
        guard !piece.isEmpty else { return [] }
        let intake = intake ?? SoundIntake(channelCount: piece.count)
        self.intake = intake
        pending.extend(by: piece)
        let (length, channels) = (SoundIntake.samplesPerFrame, pending.count)
        let frames = (pending.first?.count ?? 0) / length
        var speech = [Int16](repeating: 0, count: frames * length)
        var interleaved = [Int16](repeating: 0, count: length * channels)
        for frame in 0..<frames {
            for channel in 0..<channels {
                for index in 0..<length {
                    interleaved[index * channels + channel] = Self.int16(pending[channel][frame * length + index])
                }
            }
            speech.withUnsafeMutableBufferPointer { speech in
                guard let start = speech.baseAddress else { return }
                interleaved.withUnsafeBufferPointer { input in
                    if let input = input.baseAddress { intake.process(input, into: start + frame * length) }
                }
            }
        }
        for channel in pending.indices { pending[channel].removeFirst(frames * length) }
        return speech
    }

    /// The speech in the rest, filled up with silence.
    public mutating func finish() -> [Int16] {
        let count = pending.first?.count ?? 0
        guard count > 0 else { return [] }
        let lack = SoundIntake.samplesPerFrame - count
        return Array(take(pending.map { _ in [Float](repeating: 0, count: lack) }).prefix(count))
    }

    private static func int16(_ sample: Float) -> Int16 {
        Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
    }
}
