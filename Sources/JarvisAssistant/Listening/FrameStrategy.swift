// SPDX-License-Identifier: GPL-3.0-or-later
// How the microphone's frames are handled under one request. Strategies are values that decide; the pipeline owns the
// recognition session, the microphone and the threads, and carries the decisions out.

import JarvisConversation
import JarvisCore

/// One action for the pipeline.
enum ListeningAction: Sendable {
    /// Starts a recognition session; drops one still running.
    case begin(RecognitionTask)
    /// Starts another session with all of the utterance's samples; earlier results, including pending ones, are void.
    case restart(RecognitionTask)
    /// Starts a session with an utterance recorded earlier.
    case recognize(RecognitionTask, SpokenUtterance)
    /// Passes samples to the session.
    case accept([Int16])
    /// The speaker pauses: the session may prepare its result.
    case prepareResult
    /// Ends the session's input; its result goes to `take(_ update:)`.
    case finish
    /// Drops the session.
    case cancel
    /// Reports to the conversation.
    case report(AssistantEvent)
    /// Records a moment of the turn, which was `earlier` ago.
    case mark(TurnMoment, earlier: Duration)
}

/// Receives the frames of an open microphone, and the results of the sessions that it starts. Calls never overlap.
protocol FrameStrategy: Sendable {
    /// Starts the request.
    mutating func start() -> [ListeningAction]
    /// Changes the mode within the same turn and task.
    /// - Returns: nil if this strategy does not support `mode`; a new one then replaces it.
    mutating func change(to mode: ListeningMode) -> [ListeningAction]?
    mutating func take(_ frame: AudioFrame) -> [ListeningAction]
    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction]
    /// Marks the answer to this transcript as ready and harmless, in case the transcript becomes the result.
    mutating func answerIsReady(to text: String)
    /// Sets how long the speaker may pause from now on.
    mutating func setPatience(_ patience: EndPatience)
    /// Ends the utterance after `tail` more frames: earlier sound that is still in transit.
    mutating func finish(tail: Int) -> [ListeningAction]
    /// True while nothing but a voice, or the wake word, can make a difference.
    var isWaiting: Bool { get }
    /// True between `finish` and the last frame of the tail.
    var isTakingTail: Bool { get }
    /// True while an utterance ended by silence may still continue. It then receives frames alongside the strategy of
    /// the turn's next request, and replaces that one if it continues.
    var mayContinue: Bool { get }
    /// Makes the end final, because the utterance can no longer continue.
    mutating func settle() -> [ListeningAction]
}

extension FrameStrategy {
    mutating func start() -> [ListeningAction] { [] }
    mutating func change(to mode: ListeningMode) -> [ListeningAction]? { nil }
    mutating func answerIsReady(to text: String) {}
    mutating func setPatience(_ patience: EndPatience) {}
    mutating func finish(tail: Int) -> [ListeningAction] { [] }
    mutating func settle() -> [ListeningAction] { [] }
    var isWaiting: Bool { false }
    var isTakingTail: Bool { false }
    var mayContinue: Bool { false }
}
