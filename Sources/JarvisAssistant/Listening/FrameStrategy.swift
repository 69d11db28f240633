// SPDX-License-Identifier: GPL-3.0-or-later
// How the microphone's frames are handled under one request. Strategies are values that decide; the pipeline keeps the
// recognition session, the microphone and the threads, and does what they say.

import JarvisConversation
import JarvisCore

/// One thing for the pipeline to do.
enum ListeningAction: Sendable {
    /// Begins a recognition session; one that still runs is dropped.
    case begin(RecognitionTask)
    /// Begins another session with all samples of the utterance, whose result is void; results that are still to come
    /// are dropped.
    case restart(RecognitionTask)
    /// Begins a session with an utterance that was taken before.
    case recognize(RecognitionTask, SpokenUtterance)
    /// Gives samples to the session.
    case accept([Int16])
    /// The speaker pauses: the session may work out its result.
    case prepareResult
    /// The session gets no more samples; its result comes to `take(_ update:)`.
    case finish
    /// Drops the session.
    case cancel
    /// Tells the conversation.
    case report(AssistantEvent)
    /// Notes a moment of the turn, which came `earlier` ago.
    case mark(TurnMoment, earlier: Duration)
}

/// Takes the frames of an open microphone, and what the recognizer says of the sessions that it asked for. All calls
/// come one after another.
protocol FrameStrategy: Sendable {
    /// The request begins.
    mutating func start() -> [ListeningAction]
    /// The mode changes within the same turn and task.
    /// - Returns: nil when this strategy cannot go on under `mode`; a new one then takes its place.
    mutating func change(to mode: ListeningMode) -> [ListeningAction]?
    mutating func take(_ frame: AudioFrame) -> [ListeningAction]
    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction]
    /// The answer to this transcript, should it be the result, is ready and changes nothing.
    mutating func answerIsReady(to text: String)
    /// How long the speaker may pause, from now on.
    mutating func setPatience(_ patience: EndPatience)
    /// Ends the utterance once `tail` more frames have come: sound from before this moment that is still on its way.
    mutating func finish(tail: Int) -> [ListeningAction]
    /// True between `finish` and the last frame of the tail.
    var isTakingTail: Bool { get }
    /// True while an utterance that silence has ended may still go on. It then gets frames beside the strategy of the
    /// turn's next request, and takes the place of that one when it goes on.
    var mayContinue: Bool { get }
    /// The utterance goes on no more.
    mutating func settle() -> [ListeningAction]
}

extension FrameStrategy {
    mutating func start() -> [ListeningAction] { [] }
    mutating func change(to mode: ListeningMode) -> [ListeningAction]? { nil }
    mutating func answerIsReady(to text: String) {}
    mutating func setPatience(_ patience: EndPatience) {}
    mutating func finish(tail: Int) -> [ListeningAction] { [] }
    mutating func settle() -> [ListeningAction] { [] }
    var isTakingTail: Bool { false }
    var mayContinue: Bool { false }
}
