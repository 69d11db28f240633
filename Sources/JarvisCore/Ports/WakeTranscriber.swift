// SPDX-License-Identifier: GPL-3.0-or-later
// The second opinion on the wake word: a recognizer that writes what was said in a short stretch of sound.

/// Writes down short stretches of sound, on a thread of its own.
public protocol WakeTranscriber: AnyObject, Sendable {
    /// Gets ready for `text(of:)`; returns at once.
    func prepare()
    /// What is said in the samples (16 kHz mono). Blocks the caller, which must be a thread of its own, until that is
    /// known: some 40 ms, and half a second more where a model has to be loaded first.
    /// - Throws: `RecognitionFailure`.
    func text(of samples: [Int16]) throws -> String
    /// How likely the sound makes it that what is said begins with one of the texts: the logarithm of the probability of
    /// the likeliest; nil where the recognizer tells none. Blocks as above; cheap for the samples whose text was asked
    /// for last.
    /// - Throws: `RecognitionFailure`.
    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double?
}

extension WakeTranscriber {
    public func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { nil }
}
