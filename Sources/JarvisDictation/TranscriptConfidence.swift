// SPDX-License-Identifier: GPL-3.0-or-later
// How often free texts of the neural recognizer are right, by how far speech stands out of the noise and by their length.
// Pure. Measured on commands and prose by twelve synthetic voices, which are harder than people; the model's own
// probabilities do not leave the library.

enum TranscriptConfidence {
    /// The share of texts with no more than one word wrong.
    /// - Parameters:
    ///   - range: From the quiet to the loud parts of the sound, decibels (`SpeechGate.range`).
    ///   - wordCount: Words of the text.
    static func share(range: Double, wordCount: Int) -> Double {
        let byLength: (short: Double, long: Double) =
            switch range {
            // A quiet room; speech over a fan; speech at 10 dB.
            case 28...: (0.75, 0.63)
            case 21...: (0.69, 0.54)
            default: (0.64, 0.4)
            }
        return wordCount <= 4 ? byLength.short : byLength.long
    }
}
