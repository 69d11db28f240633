// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps noise from becoming text: an utterance must hold enough sound that rises above its own floor. Pure.

import Glibc

/// Tells whether samples can hold speech at all.
public enum SpeechGate {
    /// Samples of a frame: 20 ms.
    private static let frame = 320
    /// Frames that must stand out: 200 ms, a short "yes".
    private static let minimumFrames = 10
    /// How far a frame must be above the floor, as a power ratio: 9 dB.
    private static let rise = 8.0
    /// The floor is never taken lower than −66 dBFS, so that digital silence has no "speech" in its noise.
    private static let lowestFloor = 256.0

    /// More sound than this to a word is not speech: slow speakers take half as long.
    private static let longestWordSeconds = 1.5

    /// True when the samples (16 kHz) can hold speech.
    public static func hasSpeech(_ samples: [Int16]) -> Bool {
        loudFrames(samples) >= minimumFrames
    }

    /// True when the sound in the samples (16 kHz) is not too long for `wordCount` words. Steady noise yields a word
    /// now and then, of which the language model is sure.
    public static func hasSpeech(_ samples: [Int16], ofWords wordCount: Int) -> Bool {
        let frames = loudFrames(samples)
        return frames >= minimumFrames && Double(frames) * 0.02 <= longestWordSeconds * Double(wordCount)
    }

    /// Listens to a pause: tells when the speaker goes on.
    public struct Watch {
        /// 5 dB above the floor, half of the way to what counts as speech at first.
        private static let rise = 3.2
        /// Frames in a row: 60 ms.
        private static let run = 3

        private let threshold: Double
        private var rest: [Int16] = []
        private var loudRun = 0
        private var isSpeaking = false

        /// - Parameter samples: What was heard before the pause, for its floor.
        public init(after samples: [Int16]) {
            threshold = SpeechGate.floor(of: SpeechGate.powers(samples).sorted()) * Self.rise
        }

        /// True from the moment on in which speech is heard.
        public mutating func hears(_ samples: [Int16]) -> Bool {
            rest += samples
            let whole = rest.count / SpeechGate.frame * SpeechGate.frame
            for power in SpeechGate.powers(Array(rest[..<whole])) {
                loudRun = power > threshold ? loudRun + 1 : 0
                if loudRun >= Self.run { isSpeaking = true }
            }
            rest.removeFirst(whole)
            return isSpeaking
        }
    }

    /// How many frames stand out of the floor.
    private static func loudFrames(_ samples: [Int16]) -> Int {
        let powers = powers(samples).sorted()
        guard powers.count >= minimumFrames else { return 0 }
        let threshold = floor(of: powers) * rise
        return powers.count { $0 > threshold }
    }

    private static func powers(_ samples: [Int16]) -> [Double] {
        stride(from: 0, to: samples.count - frame + 1, by: frame).map { start in
            samples[start..<(start + frame)].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame)
        }
    }

    /// How far the loud twentieth of the sound is above the quiet tenth, decibels.
    public static func range(of samples: [Int16]) -> Double {
        let powers = powers(samples).sorted()
        guard !powers.isEmpty else { return 0 }
        return 10 * log10(max(powers[powers.count * 19 / 20], 1) / floor(of: powers))
    }

    /// The power of the quiet tenth of the sound.
    private static func floor(of sorted: [Double]) -> Double {
        sorted.isEmpty ? lowestFloor : max(sorted[sorted.count / 10], lowestFloor)
    }
}
