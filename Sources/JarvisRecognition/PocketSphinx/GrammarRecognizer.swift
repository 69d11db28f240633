// SPDX-License-Identifier: GPL-3.0-or-later
// The port from recognition to a search for commands, which PocketSphinx implements.

/// The grammars to search with.
enum GrammarKind: String {
    case command, stopPhrase
}

/// The grammar's command, and how much better it fits the sound than arbitrary phones do.
struct GrammarMatch {
    /// Whether two searches of an utterance agree: one of the original sound, the other of the sound with less noise.
    enum Support {
        /// There was only one search.
        case unasked
        /// The other search found nothing, or quite different words.
        case contradicted
        case similar, same
    }

    var words: [String]
    /// (grammar score − loop score) / frames: about 11 for commands, below 0 for most other speech.
    var margin: Double
    /// The share of frames in words, 0…1; the rest is silence to the grammar.
    var wordShare: Double
    /// The length of the searched sound in frames of 10 ms, without long silence.
    var frameCount = 0
    /// How the result of the other search of this utterance compares with this one.
    var support = Support.unasked
}

/// Searches for phrases in a grammar. Belongs to one thread, and processes one utterance at a time.
protocol GrammarRecognizer: AnyObject {
    /// The engine's name in transcripts.
    var name: String { get }
    /// True if there is a grammar of this kind.
    func has(_ kind: GrammarKind) -> Bool
    /// True once the engine has processed a complete utterance from this microphone, and adapted to it.
    var knowsChannel: Bool { get }
    /// Starts an utterance with a grammar.
    func start(_ kind: GrammarKind) throws
    func process(_ samples: [Int16])
    /// The best match so far; it may lack its end.
    func partial() -> GrammarMatch?
    /// Ends the utterance and returns the best match; nil if there is none.
    func end() -> GrammarMatch?
    /// Searches a whole utterance again.
    func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch?
    /// How well each phrase fits a whole utterance, per frame (10 ms); only comparisons between phrases are meaningful.
    /// Omits phrases that contain words of no grammar.
    func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double]
}
