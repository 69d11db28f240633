// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps noise from becoming text: an utterance must hold enough sound that rises above its own floor. Pure.

enum SpeechGate {
    /// Frames of 20 ms that must stand out: 200 ms, a short "yes".
    private static let minimumFrames = 10
    /// How far a frame has to stand above the floor, as a power ratio: 9 dB.
    private static let rise = 8.0
    /// The floor is never taken lower than −66 dBFS, so that digital silence has no "speech" in its noise.
    private static let lowestFloor = 256.0

    /// More sound than this to a word is no speech: slow speakers take half as long.
    private static let longestWordSeconds = 1.5

    /// True when the samples (16 kHz) can hold speech.
    static func hasSpeech(_ samples: [Int16]) -> Bool {
        loudFrames(samples) >= minimumFrames
    }

    /// True when the sound in the samples (16 kHz) is not too long for `wordCount` words. Steady noise yields a word
    /// now and then, of which the language model is sure.
    static func hasSpeech(_ samples: [Int16], ofWords wordCount: Int) -> Bool {
        let frames = loudFrames(samples)
        return frames >= minimumFrames && Double(frames) * 0.02 <= longestWordSeconds * Double(wordCount)
    }

    /// How many frames of 20 ms stand out of the floor.
    private static func loudFrames(_ samples: [Int16]) -> Int {
        let powers = stride(from: 0, to: samples.count - 319, by: 320).map { start in
            samples[start..<(start + 320)].reduce(0.0) { $0 + Double($1) * Double($1) } / 320
        }.sorted()
        guard powers.count >= minimumFrames else { return 0 }
        let floor = max(powers[powers.count / 10], lowestFloor)
        return powers.count { $0 > floor * rise }
    }
}
