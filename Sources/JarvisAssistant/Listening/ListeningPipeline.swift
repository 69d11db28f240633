// SPDX-License-Identifier: GPL-3.0-or-later
// From microphone frames to transcripts. Requests come from the main actor, frames on the microphone's
// delivery thread, results on the recognizer's thread; `Listener` serves them one after another, and none of these
// threads ever waits for another one.

package import JarvisConversation
package import JarvisCore
import Synchronization

/// Listens as it is told; every report carries the turn it belongs to.
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
        /// Frames that were waited for have not come.
        case overdue(request: Int)
        case setWakeWord(WakeConfiguration?)
        case wake(WakeUpdate, search: Int)
    }

    private let queue = SerialQueue<Job>()
    /// Touched only by the queue's worker, so that it is never waited for.
    private let listener: Mutex<Listener>

    /// - Parameters:
    ///   - clock: measures how long to wait for frames; monotonic.
    ///   - report: called from any thread, in order.
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

    /// Sets what happens to the sound and opens the microphone if need be. Within one turn a running utterance goes
    /// on under the new mode.
    package func listen(_ mode: ListeningMode, turn: TurnID, task: RecognitionTask, device: String?) {
        run(.listen(ListeningRequest(mode: mode, turn: turn, task: task), device: device))
    }

    /// Ends the utterance with what was said until now; its transcript follows.
    package func finish(turn: TurnID) { run(.finish(turn)) }

    /// Drops the utterance and is deaf until the next request.
    func discard(turn: TurnID) { run(.discard(turn)) }

    /// Like `discard`, but the sound of the utterance is kept, in memory, for `recognizeAgain`. The newest one is kept.
    func keep(turn: TurnID) { run(.keep(turn)) }

    /// Recognizes the utterance that was kept, as part of this turn; it is kept no longer.
    func recognizeAgain(turn: TurnID, task: RecognitionTask) { run(.recognizeAgain(turn, task)) }

    /// Forgets the utterance that was kept.
    func forgetKept() { run(.forgetKept) }

    /// What is said in this turn is meant for the assistant: where recordings are wanted, it is kept.
    func confirm(turn: TurnID) { run(.confirm(turn)) }

    /// Drops everything and closes the microphone. An utterance that was finished keeps its session: the rest of its
    /// sound and the transcript still come.
    package func close() { run(.close) }

    /// Moves an open microphone to another device.
    func setDevice(_ device: String?) { run(.setDevice(device)) }

    /// Sets how long the speaker may pause; also in what is being said.
    func setPatience(_ patience: EndPatience) { run(.setPatience(patience)) }

    /// The reply to this turn is being heard: from now on speech may be JARVIS's own, and takes no utterance up again.
    package func replySounds(turn: TurnID) { run(.replySounds(turn)) }

    /// The answer to this transcript is ready and changes nothing: should the utterance end with it, little is lost when
    /// that was too early.
    package func answerIsReady(turn: TurnID, text: String) { run(.answerIsReady(turn, text: text)) }

    /// Sets what to wake to; nil: nothing.
    func setWakeWord(_ configuration: WakeConfiguration?) { run(.setWakeWord(configuration)) }

    private func run(_ job: Job) {
        queue.run(job) { job in
            listener.withLock { listener in
                // The listener lives inside the pipeline, and what it starts comes back here.
                listener.perform(job) { [weak self] in self?.run($0) }
            }
        }
    }
}
