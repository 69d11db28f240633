// SPDX-License-Identifier: GPL-3.0-or-later
// Dictation with the general language model, on its own thread. The model takes some 90 MB, so it is loaded on first
// use and released after a while without use.

import CPocketSphinx
public import JarvisCore
import JarvisPlatform

/// Owns the dictation decoder, and serves utterances one after another, in the order in which they began.
public final class PocketSphinxDictation: DictationRecognizer, @unchecked Sendable {
    // Unchecked: the variables (`ownWords`, `decoder`, `isOutdated`, `jobs`) are touched only on `worker`.
    public let name = PocketSphinxModel.engineName
    private let worker = WorkerThread(name: "dictation")
    private let model: PocketSphinxModel
    private lazy var idle = IdleRelease(on: worker, after: idleTime, clock: clock) { [weak self] in self?.unload() }
    private let idleTime: Duration
    private let clock: any Clock<Duration>
    private var ownWords: Set<String> = []
    private var decoder: Decoder?
    /// True if the user's words have changed since the decoder was loaded.
    private var isOutdated = false
    private var jobs: [DictationJob] = []

    /// Creates the engine without loading the model.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - idle: How long an unused language model is kept in memory.
    ///   - clock: Measures the idle time.
    public init(
        model: PocketSphinxModel, idle: Duration = .seconds(300), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.model = model
        self.idleTime = idle
        self.clock = clock
    }

    public var hearsCommands: Bool { false }

    /// Does nothing: commands need no language model, so it is loaded on demand.
    public func warmUp() {}

    public func setOwnWords(_ words: Set<String>) {
        worker.async { [self] in
            guard words != ownWords else { return }
            ownWords = words
            isOutdated = decoder != nil
        }
    }

    public func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession {
        let job = DictationJob(utterance, report: report)
        worker.async { [self] in
            jobs.append(job)
            serve()
        }
        return Session(job: job, dictation: self)
    }

    private final class Session: DictationSession {
        private let job: DictationJob
        private let dictation: PocketSphinxDictation

        init(job: DictationJob, dictation: PocketSphinxDictation) {
            self.job = job
            self.dictation = dictation
        }

        func accept(upTo sampleCount: Int) {
            dictation.worker.async { [job, dictation] in
                job.available = sampleCount
                dictation.serve()
            }
        }

        func prepare(number: Int) {
            dictation.worker.async { [job, dictation] in
                job.preparation = number
                dictation.serve()
            }
        }

        func reconsider(number: Int, phrases: [[String]]) { prepare(number: number) }

        func end() {
            job.cancellation.cancel()
            dictation.worker.async { [job, dictation] in dictation.remove(job) }
        }
    }

    public func trim() {
        worker.async { [self] in unload() }
    }

    public func isLoaded() async -> Bool {
        await withCheckedContinuation { continuation in
            worker.async { [self] in continuation.resume(returning: decoder != nil) }
        }
    }

    // MARK: On the worker

    private func remove(_ job: DictationJob) {
        guard jobs.contains(where: { $0 === job }) else { return }
        if job.isRunning { decoder?.end() }
        jobs.removeAll { $0 === job }
        idle.noteUse()
        serve()
    }

    /// Serves the first utterance; the others wait until it has ended.
    private func serve() {
        guard let job = jobs.first else { return }
        do {
            let decoder = try loaded()
            try job.feed(to: decoder)
            if let number = job.preparation {
                job.preparation = nil
                job.report(.result(job.conclude(decoder), number: number))
            }
        } catch {
            job.report(.failed(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
            job.isRunning = false
            jobs.removeAll { $0 === job }
            serve()
        }
    }

    private func loaded() throws -> Decoder {
        let isBusy = jobs.first?.hasBegun ?? false
        if let decoder, isBusy || !isOutdated { return decoder }
        decoder = nil
        try model.check(forDictation: true)
        let language = try LanguageModel(path: model.languageModel, own: ownWords)
        var dictionary = PronunciationDictionary()
        try dictionary.add(language.words, from: model.dictionary)
        for word in ownWords.subtracting(dictionary.words).sorted() {
            dictionary.add(word, phones: model.pronouncer(word))
        }
        let file = try MemoryFile(dictionary.lines.joined(separator: "\n") + "\n")
        // Without a second pass, which would cost 150 ms at the end of each utterance and finds nothing. The lattice
        // stays on.
        let fresh = try Decoder(
            acousticModel: model.acousticModel, dictionary: file.path, arguments: ["-fwdflat", "no"])
        try fresh.add(language)
        // Return the memory of the word lists, which only loading needed, to the system.
        ProcessMemory.trim()
        decoder = fresh
        isOutdated = false
        return fresh
    }

    private func unload() {
        guard jobs.isEmpty, decoder != nil else { return }
        decoder = nil
        // Otherwise the allocator would keep the decoder's many small blocks.
        ProcessMemory.trim()
    }
}
