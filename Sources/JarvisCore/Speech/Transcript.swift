// SPDX-License-Identifier: GPL-3.0-or-later
// The result of recognition.

/// Which search produced a transcript.
public enum RecognitionSearch: String, Sendable, Codable {
    /// The finite grammar of the installed skills.
    case grammar
    /// The general language model.
    case dictation
}

/// The final text of one utterance.
public struct Transcript: Hashable, Sendable, Codable {
    public var text: String
    /// 0 (a guess) … 1 (certain), calibrated per engine.
    public var confidence: Double
    /// The engine's name, for example "pocketsphinx".
    public var engine: String
    public var search: RecognitionSearch

    public init(text: String, confidence: Double, engine: String, search: RecognitionSearch) {
        self.text = text
        self.confidence = confidence
        self.engine = engine
        self.search = search
    }
}
