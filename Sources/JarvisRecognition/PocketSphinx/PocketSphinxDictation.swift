// SPDX-License-Identifier: GPL-3.0-or-later
// Free text by the general language model, on a thread of its own. The model costs some 90 MB, so it is loaded when
// first needed and given back when it has not been used for a while.

import CPocketSphinx
public import JarvisCore
import JarvisPlatform

/// Owns the dictation decoder; jobs are served one after another, in the order in which they began.
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
    /// The user's words changed after the decoder was loaded.
    private var isOutdated = false
    private var jobs: [DictationJob] = []

    /// Loads nothing yet.
    /// - Parameters:
    ///   - model: The model's files.
    ///   - idle: How long an unused language model stays in memory.
    ///   - clock: The clock that measures it.
    public init(
        model: PocketSphinxModel, idle: Duration = .seconds(300), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.model = model
        self.idleTime = idle
        self.clock = clock
    }

    public var hearsCommands: Bool { false }

    /// Commands need no language model: it is loaded when something else is said.
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

    /// Serves the first job; the others wait until it has ended.
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
        // No second pass: it costs 150 ms at the end of each utterance and finds nothing (the lattice stays).
        let fresh = try Decoder(
            acousticModel: model.acousticModel, dictionary: file.path, arguments: ["-fwdflat", "no"])
        try fresh.add(language)
        // The lists of words were needed for this only.
        ProcessMemory.trim()
        decoder = fresh
        isOutdated = false
        return fresh
    }

    private func unload() {
        guard jobs.isEmpty, decoder != nil else { return }
        decoder = nil
        // The decoder's many small blocks stay with the process otherwise.
        ProcessMemory.trim()
    }
}
