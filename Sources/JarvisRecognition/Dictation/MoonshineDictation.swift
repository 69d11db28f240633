// SPDX-License-Identifier: GPL-3.0-or-later
// Free text with a neural model, on its own thread. The model is loaded ahead of need and released after a while
// without use; speech before it is loaded waits in the utterance, and is decoded afterwards.

public import JarvisCore
import JarvisPlatform
public import JarvisSpeechModels
import Synchronization

/// Dictation with a neural model that takes whole utterances.
public final class MoonshineDictation: DictationRecognizer, WakeTranscriber, @unchecked Sendable {
    // Unchecked: the variables (`model`, `jobs`) are touched only on `worker`.
    public let name: String
    private let isEnglish: Bool
    private let worker = WorkerThread(name: "speech-model")
    private let load: @Sendable () throws -> any UtteranceModel
    private lazy var idle = IdleRelease(on: worker, after: idleTime, clock: clock) { [weak self] in self?.unload() }
    private let idleTime: Duration
    private let clock: any Clock<Duration>
    private var model: (any UtteranceModel)?
    private let hasLikelihoods = Atomic(false)
    private var jobs: [MoonshineJob] = []

    /// Creates the engine without loading the model.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - libraryFolder: The folder with sherpa-onnx.
    ///   - name: The engine's name in transcripts.
    ///   - idle: How long an unused model is kept in memory.
    ///   - clock: Measures the idle time.
    public convenience init(
        model: RecognizerModel, libraryFolder: String, name: String = "moonshine", idle: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(name: name, isEnglish: SpokenLanguage.isEnglish(model.language), idle: idle, clock: clock) {
            try UtteranceModels.load(model, libraryFolder: libraryFolder)
        }
    }

    /// - Parameter load: Loads the model; called on the worker's thread, which also releases the model.
    init(
        name: String = "moonshine", isEnglish: Bool = true, idle: Duration, clock: any Clock<Duration>,
        load: @escaping @Sendable () throws -> any UtteranceModel
    ) {
        self.load = load
        self.name = name
        self.isEnglish = isEnglish
        idleTime = idle
        self.clock = clock
    }

    /// True for English models, since commands are in English.
    public var hearsCommands: Bool { isEnglish }
    public var comparesPhrases: Bool { hasLikelihoods.load(ordering: .relaxed) }

    public func warmUp() {
        // The first utterance loads the model again, and reports the failure.
        worker.async { [self] in
            _ = try? loaded()
            idle.noteUse()
        }
    }

    /// Does nothing, since the model's vocabulary is fixed.
    public func setOwnWords(_ words: Set<String>) {}

    public func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession {
        let job = MoonshineJob(utterance, isEnglish: isEnglish, report: report)
        worker.async { [self] in jobs.append(job) }
        return Session(job: job, dictation: self)
    }

    private final class Session: DictationSession {
        private let job: MoonshineJob
        private let dictation: MoonshineDictation

        init(job: MoonshineJob, dictation: MoonshineDictation) {
            self.job = job
            self.dictation = dictation
        }

        func accept(upTo sampleCount: Int) {
            job.newest.store(sampleCount, ordering: .relaxed)
            dictation.serve(job) { $0.available = sampleCount }
        }

        func prepare(number: Int) {
            dictation.serve(job) { $0.preparation = number }
        }

        func reconsider(number: Int, phrases: [[String]]) {
            dictation.serve(job) { $0.reconsideration = (number, phrases) }
        }

        func end() {
            job.cancellation.cancel()
            dictation.remove(job)
        }
    }

    public func trim() {
        worker.async { [self] in unload() }
    }

    /// Transcribes a short stretch of sound for the wake word. Runs on the same thread, between the decodes of
    /// utterances, so that the model is in memory only once.
    public func text(of samples: [Int16]) throws -> String {
        try worker.wait { [self] in
            defer { idle.noteUse() }
            do { return try loaded().transcribe(samples) } catch { throw Self.failure(error) }
        }
    }

    public func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? {
        try worker.wait { [self] in
            do { return try loaded().likelihood(ofBeginnings: texts, in: samples) } catch { throw Self.failure(error) }
        }
    }

    public func prepare() { warmUp() }

    public func isLoaded() async -> Bool {
        await withCheckedContinuation { continuation in
            worker.async { [self] in continuation.resume(returning: model != nil) }
        }
    }

    // MARK: On the worker

    private func serve(_ job: MoonshineJob, after change: @escaping @Sendable (MoonshineJob) -> Void) {
        worker.async { [self] in
            change(job)
            guard jobs.contains(where: { $0 === job }) else { return }
            do {
                try job.serve(try loaded())
            } catch {
                jobs.removeAll { $0 === job }
                idle.noteUse()
                job.report(.failed(Self.failure(error)))
            }
        }
    }

    private static func failure(_ error: any Error) -> RecognitionFailure {
        switch error {
        case let failure as SpeechModelFailure: .speechModel(failure)
        default: .engineFailed(reason: "\(error)")
        }
    }

    private func remove(_ job: MoonshineJob) {
        worker.async { [self] in
            jobs.removeAll { $0 === job }
            idle.noteUse()
        }
    }

    private func loaded() throws -> any UtteranceModel {
        if let model { return model }
        let fresh = try load()
        model = fresh
        hasLikelihoods.store(fresh.comparesPhrases, ordering: .relaxed)
        return fresh
    }

    private func unload() {
        guard jobs.isEmpty, model != nil else { return }
        model = nil
    }
}
