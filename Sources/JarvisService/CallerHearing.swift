// SPDX-License-Identifier: GPL-3.0-or-later
// Records one utterance for a caller. The conversation is paused and shows the recording until it ends. Main thread
// only.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

/// Listens once for a caller. Ends with the utterance, the microphone's lease, or the caller, whichever ends first.
@MainActor
final class CallerHearing {
    private let ending: AsyncStream<Void>.Continuation
    private var work: Task<Void, Never>?
    private var caller: NameWatch?

    /// - Parameters:
    ///   - limit: How long to wait for speech to begin.
    ///   - connection: The caller's bus.
    ///   - onEnd: Called after the result has been reported.
    init(
        _ told: TurnTold, _ ports: ServicePorts, within limit: Duration, on connection: BusConnection,
        onEnd: @escaping @MainActor () -> Void
    ) {
        let (endings, ending) = AsyncStream.makeStream(of: Void.self)
        self.ending = ending
        let (assistant, hear, explain) = (ports.assistant, ports.hear, ports.explain)
        told.started()
        work = Task {
            let result: Result<Transcript?, any Error>
            do { result = .success(try await hear(limit, endings)) } catch { result = .failure(error) }
            let isStopped = Task.isCancelled
            assistant.send(.utteranceLent(false))
            switch result {
            case _ where isStopped: told.finished("stopped")
            case .success(let transcript?): told.finished(transcript)
            case .success(nil): told.finished("nothing-heard")
            case .failure(let error): told.finished("failed", ["message": .text(explain(error))])
            }
            onEnd()
        }
        // Stop if this caller leaves the bus, since only it may get the words.
        caller = connection.watch(told.caller, vanished: { [weak self] in self?.cancel() })
    }

    isolated deinit {
        cancel()
    }

    /// Follows the user's actions on the recording.
    func take(_ state: AssistantState) {
        switch state.microphone.loan?.utterance {
        case .recorded: break
        case .finished: ending.finish()
        case nil: cancel()
        }
    }

    func cancel() { work?.cancel() }
}

extension TurnTold {
    /// Reports the recognized words.
    fileprivate func finished(_ heard: Transcript) {
        transcript(heard.text, isFinal: true)
        finished(
            "heard",
            [
                "confidence": .number(heard.confidence), "engine": .text(heard.engine),
                "search": .text(heard.search.rawValue),
            ])
    }
}
