// SPDX-License-Identifier: GPL-3.0-or-later
// Ports to the speech engines.

/// The kind of speech that a recognition session expects.
public enum RecognitionTask: Hashable, Sendable {
    /// Commands by grammar, anything else by the language model.
    case command
    /// Free text only.
    case dictation
    /// Free text that may be a yes; its confidence also considers answers that sound alike.
    case answer
    /// Only whole utterances such as "stop"; anything else yields no transcript.
    case stopPhrase
}

/// How finished an utterance is, judged by its words; this decides how long endpointing waits.
public enum UtteranceCompleteness: String, Sendable {
    case unknown
    /// A whole command that needs nothing more.
    case complete
    /// A whole command that people often continue: "for eight | tomorrow", "two minutes | and thirty seconds".
    case extensible
    /// A whole command that may go on for several words, or with an optional value: "what time is it | in Paris".
    case amendable
    /// The beginning of a command that needs more words: "remind me to", "set a timer for".
    case unfinished

    /// True if the words form a command, whether or not more may follow.
    public var isWholeCommand: Bool { self == .complete || self == .extensible || self == .amendable }
}

/// The words recognized so far.
public struct PartialTranscript: Hashable, Sendable {
    /// The part of the text that is unlikely to change, so it can be shown.
    public var text: String
    /// How finished the words are; of `result` if there is one, otherwise of `text`.
    public var completeness: UtteranceCompleteness
    /// The transcript that `finish` would return now; computed only when the speaker pauses.
    public var result: String?

    public init(text: String, completeness: UtteranceCompleteness = .unknown, result: String? = nil) {
        self.text = text
        self.completeness = completeness
        self.result = result
    }
}

/// Reports of a recognition session, on one of the recognizer's threads.
public enum RecognitionUpdate: Sendable, Equatable {
    case partial(PartialTranscript)
    /// The end of recognition: a transcript, or nil if nothing was intelligible. Exactly one `final` or `failed`
    /// follows `finish`; nothing follows `cancel`.
    case final(Transcript?)
    case failed(RecognitionFailure)
}

/// One utterance being recognized. Calls return at once; the recognizer's thread does the work. The session reads the
/// sound from the utterance, which the caller owns, and keeps only what its engine needs.
public protocol RecognitionSession: AnyObject, Sendable {
    /// Extends recognition to the utterance's first `sampleCount` samples.
    func accept(upTo sampleCount: Int)
    /// Prepares the result because the speaker has paused, so `finish` can answer at once. Further samples invalidate
    /// it.
    func prepareResult()
    /// Ends the utterance: no more samples will come.
    func finish()
    /// Drops the utterance; no update follows.
    func cancel()
}

/// Turns speech into text.
public protocol SpeechRecognizer: AnyObject, Sendable {
    var name: String { get }
    /// Loads whatever would delay the first utterance. Idempotent.
    func warmUp()
    /// Begins recognition at the utterance's first sample. The same utterance, by its identity, may begin again: after
    /// a failure, or if it continues after its end was detected. Reports a missing model as `failed` instead of
    /// throwing.
    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession
}

/// Turns text into speech.
public protocol SpeechSynthesizer: AnyObject, Sendable {
    /// The installed voices, English first.
    func voices() async throws -> [Voice]
    /// True if synthesizing sound that may never be heard costs nothing and sends nothing to another computer.
    var mayWorkAhead: Bool { get }
    /// Loads whatever would delay this voice's first clause. Returns at once; idempotent.
    func warmUp(voice: String)
    /// Announces that audio made so far will not be heard, so the next piece is as urgent as the start of a reply.
    /// Returns at once.
    func forgetLead()
    /// Synthesizes one clause and delivers each piece as soon as it exists. Ending the iteration early aborts the
    /// synthesis. Errors are `SynthesisFailure`.
    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error>
}

extension SpeechSynthesizer {
    public var mayWorkAhead: Bool { true }
    /// Most engines have nothing to load, or load it on demand.
    public func warmUp(voice: String) {}
    /// Most engines treat all clauses alike.
    public func forgetLead() {}
}
