// SPDX-License-Identifier: GPL-3.0-or-later
// Wake-word detection with PocketSphinx's keyphrase search, on its own thread ("wake"). The first `begin` loads the
// model, and `configure(nil)` releases it.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Finds a phrase in the speech from an open microphone; a new sensitivity takes effect without restarting the search.
public final class KeyphraseSpotter: WakeWordSpotter {
    private struct Input: Sendable {
        var gate = WakeGate()
        var isOpen = false
        /// The number of the current search; frames for earlier ones are dropped.
        var number = 0
    }

    private let input = Mutex(Input())
    private let worker = WorkerThread(name: "wake")
    private let searcher: KeyphraseSpotterWorker

    /// Creates the spotter without loading a model.
    /// - Parameters:
    ///   - model: The recognizer's model.
    ///   - transcriber: Transcribes possible wake words; with nil the search decides alone.
    ///   - transcriberRest: How long the transcriber rests after a failure.
    ///   - calibration: The user's calibration for a phrase; called on the spotter's thread when the phrase is loaded.
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

    /// Reloads the user's calibration after wake-word training.
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

    /// Reports every candidate, whether it woke JARVIS or not, on the spotter's thread.
    public func observe(_ handler: (@Sendable (WakeCandidate) -> Void)?) {
        worker.async { [searcher] in searcher.observer = handler }
    }

    /// Waits until all accepted sound has been searched; for measurements and tests.
    public func drain() async {
        try? await worker.run {}
    }

    /// True while the search is in memory.
    public func isLoaded() async -> Bool {
        (try? await worker.run { [searcher] in searcher.isLoaded }) ?? false
    }
}
