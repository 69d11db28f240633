// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in recognizer: a finite grammar for commands, the general language model for anything else.

public import JarvisCore
import JarvisPlatform

/// Offline recognition with PocketSphinx, on its own threads ("recognizer", "dictation").
///
/// The grammar alone takes some 40 MB. The language model (93 MB) is loaded if the grammar has no answer or dictation
/// is requested, and released after a while without use.
public final class PocketSphinxRecognizer: SpeechRecognizer {
    /// The engine's name in transcripts.
    public let name = PocketSphinxModel.engineName
    private let worker: RecognitionWorker

    /// Creates the recognizer without loading a model.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - patterns: The commands; those with free text are left to dictation.
    ///   - vocabulary: The names that fill the patterns' slots.
    ///   - stopPhrases: The phrases for a `.stopPhrase` session.
    ///   - answerRivals: Returns similar-sounding alternatives to the words of an `.answer`; empty if a mistake does no
    ///     harm.
    ///   - dictation: Another engine for free speech; nil uses the general language model.
    ///   - dictationIdle: How long an unused language model is kept in memory.
    ///   - clock: Measures the idle time.
    public init(
        model: PocketSphinxModel, patterns: [UtterancePattern] = [],
        vocabulary: GrammarVocabulary = GrammarVocabulary(),
        stopPhrases: [String] = StopPhrases.byLanguage["en"] ?? [],
        answerRivals: @escaping @Sendable ([String]) -> [[String]] = { _ in [] },
        dictation: (any DictationRecognizer)? = nil, dictationIdle: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        worker = RecognitionWorker(
            stopPhrases: GrammarBuilder(vocabulary: vocabulary).grammar(ofPhrases: stopPhrases),
            dictation: dictation ?? PocketSphinxDictation(model: model, idle: dictationIdle, clock: clock),
            answerRivals: answerRivals,
            matcher: { try? CommandMatcher($0, beginnings: $1, model: model) }
        ) { try GrammarSearch(model: model, commands: $0, stopPhrases: $1) }
        setGrammar(patterns: patterns, vocabulary: vocabulary)
    }

    /// Loads the grammar search; if the model is missing, the first utterance reports it.
    public func warmUp() { worker.warmUp() }

    /// Uses these commands and words from the next utterance on.
    public func setGrammar(patterns: [UtterancePattern], vocabulary: GrammarVocabulary) {
        worker.dictation.setOwnWords(vocabulary.ownWords)
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: vocabulary) }
    }

    /// Starts an utterance; updates arrive on the recognizer's own threads.
    public func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        let job = RecognitionJob(task: task, utterance: utterance, handler: handler)
        worker.begin(job)
        return PocketSphinxSession(job: job, worker: worker)
    }

    /// Frees the language model's memory now.
    public func trim() { worker.dictation.trim() }

    /// True while the language model is in memory.
    public func isDictationLoaded() async -> Bool { await worker.dictation.isLoaded() }

    /// Reports the basis of each decision between commands, on the worker's thread; for training and measurements.
    package func observeEvidence(_ observer: @escaping @Sendable (DecisionEvidence) -> Void) {
        worker.worker.async { [worker] in worker.evidenceObserver = observer }
    }

    /// Returns once all earlier input has been searched; for measurements that run faster than speech.
    public func settle() async { await worker.settle() }
}
