// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded recognizer: commands by a finite grammar, anything else by the general language model.

public import JarvisCore
import JarvisPlatform

/// Offline recognition by PocketSphinx, on threads of its own ("recognizer", "dictation").
///
/// With the grammar alone it takes some 40 MB. The language model (93 MB) comes when the grammar has no answer or
/// dictation is asked for, and goes when it has not been used for a while.
public final class PocketSphinxRecognizer: SpeechRecognizer {
    /// What transcripts call the engine.
    public let name = RecognitionDesk.engineName
    private let desk: RecognitionDesk

    /// Loads nothing yet.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - patterns: What commands look like; those with free text are left to dictation.
    ///   - vocabulary: The names that fill the patterns' slots.
    ///   - stopPhrases: What a `.stopPhrase` session listens for.
    ///   - dictationIdle: How long an unused language model stays in memory.
    ///   - clock: The clock that measures it.
    public init(
        model: PocketSphinxModel, patterns: [UtterancePattern] = [],
        vocabulary: GrammarVocabulary = GrammarVocabulary(),
        stopPhrases: [String] = StopPhrases.byLanguage["en"] ?? [], dictationIdle: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        desk = RecognitionDesk(
            model: model, stopPhrases: GrammarBuilder(vocabulary: vocabulary).grammar(ofPhrases: stopPhrases),
            dictation: DictationDesk(model: model, idle: dictationIdle, clock: clock))
        setGrammar(patterns: patterns, vocabulary: vocabulary)
    }

    /// Loads the grammar search; a missing model is reported by the first utterance.
    public func warmUp() { desk.warmUp() }

    /// Listens for other commands, and knows other words, from the next utterance on.
    public func setGrammar(patterns: [UtterancePattern], vocabulary: GrammarVocabulary) {
        desk.dictation.setOwnWords(vocabulary.ownWords)
        desk.setCommands {
            (
                GrammarBuilder(vocabulary: vocabulary).grammar(of: patterns),
                CompletenessJudge(reader: CommandReader(patterns: patterns, vocabulary: vocabulary))
            )
        }
    }

    /// Begins one utterance; updates come on the recognizer's own threads.
    public func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        let utterance = Utterance(task: task, handler: handler)
        desk.begin(utterance)
        return PocketSphinxSession(utterance: utterance, desk: desk)
    }

    /// Gives the language model's memory back now.
    public func trim() { desk.dictation.trim() }

    /// True while the language model is in memory.
    public func isDictationLoaded() async -> Bool { await desk.dictation.isLoaded() }

    /// Returns when everything handed in before has been searched; for measurements that run faster than speech.
    public func settle() async { await desk.settle() }

    /// Recognizes a whole recording.
    /// - Parameter samples: 16 kHz mono.
    /// - Returns: Nil when nothing intelligible was said.
    /// - Throws: `RecognitionFailure`.
    public func transcribe(samples: [Int16], task: RecognitionTask = .command) async throws -> Transcript? {
        try await withCheckedThrowingContinuation { continuation in
            let session = begin(task) { update in
                switch update {
                case .partial: break
                case .final(let transcript): continuation.resume(returning: transcript)
                case .failed(let failure): continuation.resume(throwing: failure)
                }
            }
            session.accept(samples)
            session.finish()
        }
    }
}
