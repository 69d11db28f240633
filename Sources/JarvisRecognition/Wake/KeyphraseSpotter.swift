// SPDX-License-Identifier: GPL-3.0-or-later
// The wake word by PocketSphinx's keyphrase search, on a thread of its own ("wake"). The model is loaded by the first
// `begin` and given back by `configure(nil)`.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Finds a phrase in the speech of an open microphone; sensitivity moves without a new search.
public final class KeyphraseSpotter: WakeWordSpotter {
    private struct Input: Sendable {
        var gate = WakeGate()
        var isOpen = false
        /// Counts searches, so that frames of an ended one are dropped.
        var number = 0
    }

    private let input = Mutex(Input())
    private let worker = WorkerThread(name: "wake")
    private let searcher: KeyphraseSpotterWorker

    /// Loads nothing yet.
    /// - Parameters:
    ///   - model: The recognizer's model.
    ///   - transcriber: Says what it hears where the word may have been said; nil: the search decides alone.
    ///   - transcriberRest: How long the transcriber is left alone after a failure.
    ///   - calibration: What is known of how the user says a phrase; asked when the phrase is loaded, on the spotter's
    ///     thread.
    public init(
        model: PocketSphinxModel, transcriber: (any WakeTranscriber)? = nil,
        transcriberRest: FailureRest = FailureRest(),
        calibration: @escaping @Sendable (_ phrase: String) -> WakeCalibration? = { _ in nil }
    ) {
        searcher = KeyphraseSpotterWorker(
            model: model, transcriber: transcriber, transcriberRest: transcriberRest, calibration: calibration)
    }

    public func configure(_ configuration: WakeConfiguration?) {
        if configuration == nil { end() }
        worker.async { [searcher] in searcher.configure(configuration) }
    }

    /// Reads the calibration again, as after "say it three times".
    public func recalibrate() {
        worker.async { [searcher] in searcher.forgetSearch() }
    }

    public func begin(isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void) {
        let number = input.withLock { input in
            input.number += 1
            input.gate = WakeGate()
            input.isOpen = true
            return input.number
        }
        worker.async { [searcher] in searcher.begin(number, isGuarded: isGuarded, handler: handler) }
    }

    public func accept(_ frame: AudioFrame) {
        let passage = input.withLock { input -> (WakeGate.Passage, Int)? in
            guard input.isOpen, let passage = input.gate.take(frame) else { return nil }
            return (passage, input.number)
        }
        guard let (passage, number) = passage else { return }
        worker.async { [searcher] in searcher.take(passage, number) }
    }

    public func end() {
        input.withLock { input in
            input.number += 1
            input.isOpen = false
        }
        worker.async { [searcher] in searcher.end() }
    }

    /// Tells of all that was looked at, whether it woke or not, on the spotter's thread.
    public func observe(_ handler: (@Sendable (WakeCandidate) -> Void)?) {
        worker.async { [searcher] in searcher.observer = handler }
    }

    /// Waits until everything that was accepted has been searched; for measurements and tests.
    public func drain() async {
        try? await worker.run {}
    }

    /// True while the search is in memory.
    public func isLoaded() async -> Bool {
        (try? await worker.run { [searcher] in searcher.isLoaded }) ?? false
    }
}
