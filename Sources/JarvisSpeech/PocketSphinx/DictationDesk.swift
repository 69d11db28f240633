// SPDX-License-Identifier: GPL-3.0-or-later
// Free text by the general language model, on a thread of its own. The model costs 93 MB, so it is loaded when first
// needed and given back when it has not been used for a while.

import CPocketSphinx
import JarvisCore
import JarvisPlatform

/// What dictation made of one utterance.
struct DictationResult: Sendable {
    var words: [String]
    /// Mean posterior probability of the words, 0…1.
    var confidence: Double
}

/// One utterance on its way through the desk.
final class DictationJob: @unchecked Sendable {
    // Unchecked: the variables are touched only on the desk's thread.
    fileprivate let onPartial: @Sendable ([String]) -> Void
    fileprivate let onEnd: @Sendable (Result<DictationResult?, RecognitionFailure>) -> Void
    fileprivate var pending: [Int16] = []
    fileprivate var isStarted = false
    fileprivate var isFinished = false
    fileprivate var partial = StablePartial()

    init(
        onPartial: @escaping @Sendable ([String]) -> Void,
        onEnd: @escaping @Sendable (Result<DictationResult?, RecognitionFailure>) -> Void
    ) {
        self.onPartial = onPartial
        self.onEnd = onEnd
    }
}

/// Owns the dictation decoder; jobs are served one after another, in the order in which they began.
final class DictationDesk: @unchecked Sendable {
    // Unchecked: the variables are touched only on `worker`.
    private let worker = WorkerThread(name: "dictation")
    private let model: PocketSphinxModel
    private let idle: Duration
    private let clock: any Clock<Duration>
    private var decoder: Decoder?
    private var jobs: [DictationJob] = []
    /// Counts the uses, so that a timer knows whether there was one after it was set.
    private var useCount = 0
    private var idleTimer: Task<Void, Never>?

    init(model: PocketSphinxModel, idle: Duration, clock: any Clock<Duration>) {
        self.model = model
        self.idle = idle
        self.clock = clock
    }

    deinit {
        idleTimer?.cancel()
    }

    func begin(_ job: DictationJob) {
        worker.async { [self] in
            jobs.append(job)
            serve()
        }
    }

    func accept(_ samples: [Int16], for job: DictationJob) {
        worker.async { [self] in
            job.pending += samples
            serve()
        }
    }

    func finish(_ job: DictationJob) {
        worker.async { [self] in
            job.isFinished = true
            serve()
        }
    }

    func cancel(_ job: DictationJob) {
        worker.async { [self] in
            if job.isStarted { decoder?.end() }
            jobs.removeAll { $0 === job }
            if jobs.isEmpty { noteUse() }
            serve()
        }
    }

    /// Gives the model's memory back unless an utterance needs it.
    func trim() {
        worker.async { [self] in unload() }
    }

    /// True when the model is in memory; asked on the desk's thread, so after everything asked before.
    func isLoaded() async -> Bool {
        await withCheckedContinuation { continuation in
            worker.async { [self] in continuation.resume(returning: decoder != nil) }
        }
    }

    // MARK: On the worker

    private func serve() {
        while let job = jobs.first {
            do {
                let decoder = try loaded()
                if !job.isStarted {
                    try decoder.start()
                    job.isStarted = true
                }
                feed(job, to: decoder)
                guard job.isFinished else { return }
                decoder.end()
                job.onEnd(.success(Self.result(of: decoder)))
            } catch {
                job.onEnd(.failure(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
            }
            jobs.removeFirst()
            noteUse()
        }
    }

    private func feed(_ job: DictationJob, to decoder: Decoder) {
        guard !job.pending.isEmpty else { return }
        decoder.process(job.pending)
        let isDue = job.partial.isDue(afterSamples: job.pending.count)
        job.pending.removeAll()
        if isDue, !job.isFinished, let words = job.partial.update(Decoder.plainWords(decoder.hypothesis()?.text ?? "")) {
            job.onPartial(words)
        }
    }

    private static func result(of decoder: Decoder) -> DictationResult? {
        guard let text = decoder.hypothesis()?.text else { return nil }
        let words = Decoder.plainWords(text)
        let spoken = decoder.segments().filter(\.isWord)
        guard !words.isEmpty, !spoken.isEmpty else { return nil }
        let confidence = spoken.reduce(0) { $0 + $1.probability } / Double(spoken.count)
        return DictationResult(words: words, confidence: confidence)
    }

    private func loaded() throws -> Decoder {
        if let decoder { return decoder }
        try model.check(forDictation: true)
        // No second pass: it costs 150 ms at the end of each utterance and finds nothing (the lattice stays).
        let fresh = try Decoder(
            acousticModel: model.acousticModel, dictionary: model.dictionary,
            arguments: ["-lm", model.languageModel, "-fwdflat", "no"])
        decoder = fresh
        return fresh
    }

    private func noteUse() {
        useCount += 1
        idleTimer?.cancel()
        let (count, clock, idle) = (useCount, clock, idle)
        idleTimer = Task { [weak self] in
            guard (try? await clock.sleep(for: idle)) != nil else { return }
            self?.unload(ifUnusedSince: count)
        }
    }

    private func unload(ifUnusedSince count: Int) {
        worker.async { [self] in
            if useCount == count { unload() }
        }
    }

    private func unload() {
        guard jobs.isEmpty, decoder != nil else { return }
        decoder = nil
        // The decoder's many small blocks stay with the process otherwise.
        malloc_trim(0)
    }
}
