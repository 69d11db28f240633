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
    public let name = PocketSphinxModel.engineName
    private let worker: RecognitionWorker

    /// Loads nothing yet.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - patterns: What commands look like; those with free text are left to dictation.
    ///   - vocabulary: The names that fill the patterns' slots.
    ///   - stopPhrases: What a `.stopPhrase` session listens for.
    ///   - answerRivals: What an `.answer` may have been instead, by its words; empty where a mistake does no harm.
    ///   - dictation: Another engine for free speech; nil: the model's own.
    ///   - dictationIdle: How long an unused language model stays in memory.
    ///   - clock: The clock that measures it.
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

    /// Loads the grammar search; a missing model is reported by the first utterance.
    public func warmUp() { worker.warmUp() }

    /// Listens for other commands, and knows other words, from the next utterance on.
    public func setGrammar(patterns: [UtterancePattern], vocabulary: GrammarVocabulary) {
        worker.dictation.setOwnWords(vocabulary.ownWords)
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: vocabulary) }
    }

    /// Begins one utterance; updates come on the recognizer's own threads.
    public func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        let job = RecognitionJob(task: task, utterance: utterance, handler: handler)
        worker.begin(job)
        return PocketSphinxSession(job: job, worker: worker)
    }

    /// Gives the language model's memory back now.
    public func trim() { worker.dictation.trim() }

    /// True while the language model is in memory.
    public func isDictationLoaded() async -> Bool { await worker.dictation.isLoaded() }

    /// Tells what each decision between commands is made from, on the worker's thread; for training and measurements.
    package func observeEvidence(_ observer: @escaping @Sendable (DecisionEvidence) -> Void) {
        worker.worker.async { [worker] in worker.evidenceObserver = observer }
    }

    /// Returns when everything handed in before has been searched; for measurements that run faster than speech.
    public func settle() async { await worker.settle() }
}
