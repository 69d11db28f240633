// SPDX-License-Identifier: GPL-3.0-or-later
// The second opinion on the wake word: a recognizer that writes what was said in a short stretch of sound.

/// Writes down short stretches of sound, on a thread of its own.
public protocol WakeTranscriber: AnyObject, Sendable {
    /// Gets ready for `text(of:)`; returns at once.
    func prepare()
    /// What is said in the samples (16 kHz mono). Blocks its caller, a thread of its own, for some 40 ms. Throws `RecognitionFailure`.
    func text(of samples: [Int16]) throws -> String
    /// The logarithm of the probability that one of the texts begins there; nil where the recognizer tells none.
    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double?
}
