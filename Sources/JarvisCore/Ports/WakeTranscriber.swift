// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the second opinion on the wake word: a recognizer that transcribes a short stretch of sound.

/// Transcribes short stretches of sound on its own thread.
public protocol WakeTranscriber: AnyObject, Sendable {
    /// Prepares for `text(of:)`; returns at once.
    func prepare()
    /// The transcript of the samples (16 kHz mono). Blocks the caller for some 40 ms. Throws `RecognitionFailure`.
    func text(of samples: [Int16]) throws -> String
    /// The log probability that the sound begins with one of the texts; nil if the recognizer gives none.
    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double?
}
