// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps noise from becoming text: an utterance must hold enough sound that rises above its own floor. Pure.

enum SpeechGate {
    /// Frames of 20 ms that must stand out: 200 ms, a short "yes".
    private static let minimumFrames = 10
    /// How far a frame has to stand above the floor, as a power ratio: 9 dB.
    private static let rise = 8.0
    /// The floor is never taken lower than −66 dBFS, so that digital silence has no "speech" in its noise.
    private static let lowestFloor = 256.0

    /// True when the samples (16 kHz) can hold speech.
    static func hasSpeech(_ samples: [Int16]) -> Bool {
        let powers = stride(from: 0, to: samples.count - 319, by: 320).map { start in
            samples[start..<(start + 320)].reduce(0.0) { $0 + Double($1) * Double($1) } / 320
        }.sorted()
        guard powers.count >= minimumFrames else { return false }
        let floor = max(powers[powers.count / 10], lowestFloor)
        return powers.count { $0 > floor * rise } >= minimumFrames
    }
}
