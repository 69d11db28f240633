// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance that is taken for a caller: the conversation rests meanwhile and shows that it is recorded. Main thread
// only.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

/// Listens once for one caller. Ends with the utterance, with the microphone's loan, and with the caller.
@MainActor
final class CallerHearing {
    private let ending: AsyncStream<Void>.Continuation
    private var work: Task<Void, Never>?
    private var caller: NameWatch?

    /// - Parameters:
    ///   - limit: how long to wait for it to begin.
    ///   - connection: the caller's bus.
    ///   - onEnd: called once all has been told.
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
        // The words are for it alone.
        caller = connection.watch(told.caller, vanished: { [weak self] in self?.cancel() })
    }

    isolated deinit {
        cancel()
    }

    /// Follows what the user does about it.
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
    /// What was heard.
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
