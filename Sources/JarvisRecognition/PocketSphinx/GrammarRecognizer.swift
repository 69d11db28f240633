// SPDX-License-Identifier: GPL-3.0-or-later
// What recognition asks of a search for commands, so that another one than PocketSphinx can take that place.

/// What a grammar is searched for.
enum GrammarKind: String {
    case command, stopPhrase
}

/// A result with the difference of the scores per frame.
struct GrammarMatch {
    /// Whether two searches of one utterance, of the sound as it was and with less noise, agree.
    enum Support {
        /// There was one search.
        case unasked
        /// The other found nothing, or quite other words.
        case contradicted
        case similar, same
    }

    var words: [String]
    /// (grammar − loop) / frames: about 11 for commands, below 0 for most other speech.
    var margin: Double
    /// The share of the frames that words take, 0…1; the rest is silence to the grammar.
    var wordShare: Double
    /// How much was searched, in frames of 10 ms; long silence is not.
    var frameCount = 0
    /// What the other search of the same utterance says to it.
    var support = Support.unasked
}

/// Looks for what a grammar allows. Belongs to one thread, and hears one utterance at a time.
protocol GrammarRecognizer: AnyObject {
    /// What transcripts call the engine.
    var name: String { get }
    /// True when there is a grammar of this kind.
    func has(_ kind: GrammarKind) -> Bool
    /// It has heard another utterance from this microphone to its end, and got used to it.
    var knowsChannel: Bool { get }
    /// Begins an utterance.
    func start(_ kind: GrammarKind) throws
    func process(_ samples: [Int16])
    /// The best match so far, of which the end may be missing.
    func partial() -> GrammarMatch?
    /// Ends the utterance.
    func end() -> GrammarMatch?
    /// Searches a whole utterance once more, by itself.
    func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch?
    /// How well each phrase fits a whole utterance, per frame (10 ms), to be compared with each other only. Phrases with
    /// words that no grammar has are left out.
    func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double]
}
