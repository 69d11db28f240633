// SPDX-License-Identifier: GPL-3.0-or-later
// Ports of the speech engines.

/// The kind of speech that a recognition session listens for.
public enum RecognitionTask: Hashable, Sendable {
    /// Commands by grammar, anything else by the language model.
    case command
    /// Free text only.
    case dictation
    /// Free text that may agree to something: its confidence takes into account what else sounds like it.
    case answer
    /// Only whole utterances such as "stop"; anything else ends with no transcript.
    case stopPhrase
}

/// How finished an utterance is by its words; endpointing waits accordingly.
public enum UtteranceCompleteness: String, Sendable {
    case unknown
    /// A whole command, to which nothing need be added.
    case complete
    /// A whole command that people often go on with: "for eight | tomorrow", "two minutes | and thirty seconds".
    case extensible
    /// A whole command that has an ending of several words, or may have a value: "what time is it | in Paris".
    case amendable
    /// More must come: "remind me to", "set a timer for".
    case unfinished

    /// True where the words are a command, whether more may follow or not.
    public var isWholeCommand: Bool { self == .complete || self == .extensible || self == .amendable }
}

/// The words so far.
public struct PartialTranscript: Hashable, Sendable {
    /// What can be shown, since it will hardly change.
    public var text: String
    /// How finished the words are; of the result where there is one.
    public var completeness: UtteranceCompleteness
    /// The text of the transcript that `finish` would give now: the speaker has paused, and it was worked out.
    public var result: String?

    public init(text: String, completeness: UtteranceCompleteness = .unknown, result: String? = nil) {
        self.text = text
        self.completeness = completeness
        self.result = result
    }
}

/// Reports of a recognition session, on a thread of the recognizer's own.
public enum RecognitionUpdate: Sendable, Equatable {
    case partial(PartialTranscript)
    /// The end: a transcript, or nil when nothing intelligible was said. Exactly one `final` or `failed` follows
    /// `finish`; nothing follows `cancel`.
    case final(Transcript?)
    case failed(RecognitionFailure)
}

/// One utterance being recognized. Calls return at once; the work is done on the recognizer's thread. The sound is read
/// from the utterance, which the caller owns: a session keeps none of its own beside what its engine needs.
public protocol RecognitionSession: AnyObject, Sendable {
    /// The first `sampleCount` samples of the utterance should be recognized: all that was accepted before, and more.
    func accept(upTo sampleCount: Int)
    /// The speaker has paused: work out the result of what was accepted so far, so that `finish` can answer at once.
    /// More samples may follow, which make the preparation void.
    func prepareResult()
    /// No more samples will come.
    func finish()
    /// Drops the utterance; no update follows.
    func cancel()
}

/// Turns speech into text.
public protocol SpeechRecognizer: AnyObject, Sendable {
    var name: String { get }
    /// Loads what the first utterance would otherwise wait for. Idempotent.
    func warmUp()
    /// Begins to recognize an utterance from its first sample. The same one may come again, by its identity: after a
    /// failure, or when it goes on after its end was decided. A missing model is reported as `failed`, never thrown.
    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession
}

/// Turns text into speech.
public protocol SpeechSynthesizer: AnyObject, Sendable {
    /// The installed voices, English first.
    func voices() async throws -> [Voice]
    /// True when it is free to synthesize what may never be heard: no money, and nothing leaves this computer.
    var mayWorkAhead: Bool { get }
    /// Loads what the first clause by this voice would otherwise wait for. Returns at once; idempotent.
    func warmUp(voice: String)
    /// What was made so far will not be heard: the next sound is wanted at once, as a reply's first one. Returns at once.
    func forgetLead()
    /// Synthesizes one clause; the first piece arrives as soon as it exists. Ending the iteration early aborts the
    /// synthesis. Errors are `SynthesisFailure`.
    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error>
}

extension SpeechSynthesizer {
    public var mayWorkAhead: Bool { true }
    /// Most engines load nothing, or not by themselves.
    public func warmUp(voice: String) {}
    /// Most engines make every clause in the same way.
    public func forgetLead() {}
}
