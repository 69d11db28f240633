// SPDX-License-Identifier: GPL-3.0-or-later
// From microphone frames to transcripts. Requests come from the main actor, frames on the microphone's delivery thread,
// results on the recognizer's thread; `Listener` handles them one after another, and none of these threads ever waits
// for another.

package import JarvisConversation
package import JarvisCore
import Synchronization

/// Listens on request; every report carries the turn it belongs to.
package final class ListeningPipeline: Sendable {
    enum Job: Sendable {
        case listen(ListeningRequest, device: String?)
        case finish(TurnID)
        case discard(TurnID)
        case keep(TurnID)
        case recognizeAgain(TurnID, RecognitionTask)
        case forgetKept
        case confirm(TurnID)
        case close
        case setDevice(String?)
        case setPatience(EndPatience)
        case replySounds(TurnID)
        case answerIsReady(TurnID, text: String)
        case microphone(MicrophoneEvent)
        case recognized(RecognitionUpdate, request: Int)
        /// Expected frames did not arrive.
        case overdue(request: Int)
        case setWakeWord(WakeConfiguration?)
        case wake(WakeUpdate, search: Int)
    }

    private let queue = SerialQueue<Job>()
    /// Only the queue's worker uses it, so the lock is never contended.
    private let listener: Mutex<Listener>

    /// - Parameters:
    ///   - clock: Monotonic; measures how long to wait for frames.
    ///   - report: Called from any thread, in order.
    package init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, spotter: (any WakeWordSpotter)? = nil,
        timing: TurnTimer, log: any EventLog, clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        listener = Mutex(
            Listener(
                microphone: microphone, recognizer: recognizer, wake: WakeWatch(spotter: spotter), timing: timing,
                log: log, clock: clock, report: report))
    }

    /// Sets how sound is treated and opens the microphone if needed. Within one turn, a running utterance continues
    /// under the new mode.
    package func listen(_ mode: ListeningMode, turn: TurnID, task: RecognitionTask, device: String?) {
        run(.listen(ListeningRequest(mode: mode, turn: turn, task: task), device: device))
    }

    /// Ends the utterance at this point; its transcript follows.
    package func finish(turn: TurnID) { run(.finish(turn)) }

    /// Drops the utterance and ignores sound until the next request.
    func discard(turn: TurnID) { run(.discard(turn)) }

    /// Like `discard`, but keeps the newest utterance's sound in memory for `recognizeAgain`.
    func keep(turn: TurnID) { run(.keep(turn)) }

    /// Recognizes the kept utterance as part of this turn and stops keeping it.
    func recognizeAgain(turn: TurnID, task: RecognitionTask) { run(.recognizeAgain(turn, task)) }

    /// Drops the kept utterance.
    func forgetKept() { run(.forgetKept) }

    /// Allows recordings of this turn's speech to be saved, because it is meant for the assistant.
    func confirm(turn: TurnID) { run(.confirm(turn)) }

    /// Drops everything and closes the microphone. A finished utterance keeps its session: the rest of its sound and
    /// its transcript still arrive.
    package func close() { run(.close) }

    /// Moves an open microphone to another device.
    func setDevice(_ device: String?) { run(.setDevice(device)) }

    /// Sets how long the speaker may pause, including in the current utterance.
    func setPatience(_ patience: EndPatience) { run(.setPatience(patience)) }

    /// Makes the end of this turn's utterance final, because its reply is playing: later speech may be JARVIS's own.
    package func replySounds(turn: TurnID) { run(.replySounds(turn)) }

    /// Marks the answer to this transcript as ready and harmless. If the utterance ends with the transcript, ending it
    /// too early then costs little.
    package func answerIsReady(turn: TurnID, text: String) { run(.answerIsReady(turn, text: text)) }

    /// Sets the wake word; nil for none.
    func setWakeWord(_ configuration: WakeConfiguration?) { run(.setWakeWord(configuration)) }

    private func run(_ job: Job) {
        queue.run(job) { [self] job in
            listener.withLock { listener in
                // The pipeline owns the listener, and the listener's own jobs return here.
                listener.perform(job) { [weak self] in self?.run($0) }
            }
        }
    }
}
