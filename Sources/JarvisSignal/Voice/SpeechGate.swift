// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps noise from being recognized as text: an utterance must have enough sound above its own noise floor. Pure.

import Glibc

/// Decides whether samples can contain speech at all.
public enum SpeechGate {
    /// The samples in a frame: 20 ms.
    private static let frame = 320
    /// The least frames above the floor: 200 ms, a short "yes".
    private static let minimumFrames = 10
    /// How far above the floor a frame must be, as a power ratio: 9 dB.
    private static let rise = 8.0
    /// The lowest floor, −66 dBFS, so that faint noise in digital silence doesn't count as speech.
    private static let lowestFloor = 256.0

    /// The most sound per word, in seconds: slow speakers need half as much.
    private static let longestWordSeconds = 1.5

    /// True if the samples (16 kHz) can contain speech.
    public static func hasSpeech(_ samples: [Int16]) -> Bool {
        loudFrames(samples) >= minimumFrames
    }

    /// True if the sound in the samples (16 kHz) is not too long for `wordCount` words. Steady noise occasionally
    /// yields a word in which the language model has full confidence.
    public static func hasSpeech(_ samples: [Int16], ofWords wordCount: Int) -> Bool {
        let frames = loudFrames(samples)
        return frames >= minimumFrames && Double(frames) * 0.02 <= longestWordSeconds * Double(wordCount)
    }

    /// Watches a pause and detects when the speaker continues.
    public struct Watch {
        /// The power ratio to the floor: 5 dB, about half of the rise that first counts as speech.
        private static let rise = 3.2
        /// The number of consecutive frames above the floor that count as speech: 60 ms.
        private static let run = 3

        private let threshold: Double
        private var rest: [Int16] = []
        private var loudRun = 0
        private var isSpeaking = false

        /// - Parameter samples: The sound before the pause, which determines the floor.
        public init(after samples: [Int16]) {
            threshold = SpeechGate.floor(of: SpeechGate.powers(samples).sorted()) * Self.rise
        }

        /// Adds samples. Returns true from the moment when the speaker continues.
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

    /// The number of frames above the floor.
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

    /// How far the loudest twentieth of the sound is above the quietest tenth, in dB.
    public static func range(of samples: [Int16]) -> Double {
        let powers = powers(samples).sorted()
        guard !powers.isEmpty else { return 0 }
        return 10 * log10(max(powers[powers.count * 19 / 20], 1) / floor(of: powers))
    }

    /// The power of the quietest tenth of the sound.
    private static func floor(of sorted: [Double]) -> Double {
        sorted.isEmpty ? lowestFloor : max(sorted[sorted.count / 10], lowestFloor)
    }
}
