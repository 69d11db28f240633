// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation's state machine as one pure function, defined for every event in every state. All transitions are
// decided here; topics live in the Reduction extensions.

import JarvisCore

/// The pure state machine of the conversation.
public enum AssistantReducer {
    /// How long each waiting state may last before its watchdog reports it.
    public enum Watchdog {
        /// For a recording or a held microphone: the longest utterance plus a margin.
        public static let recording = Duration.seconds(65)
        public static let transcribing = Duration.seconds(20)
        public static let thinking = Duration.seconds(30)
        /// Without progress in playback.
        public static let speaking = Duration.seconds(20)
    }

    /// How long the user may speak without the wake word.
    public enum WakeWindow {
        /// After the wake word alone.
        public static let called = Duration.seconds(5)
        /// After a reply.
        public static let followUp = Duration.seconds(8)
        /// After a reply that asked for dictation.
        public static let dictation = Duration.seconds(15)
    }

    /// Applies `event` to `state` and returns the effects in order.
    public static func reduce(_ state: inout AssistantState, _ event: AssistantEvent) -> [AssistantEffect] {
        var reduction = Reduction(state: state)
        reduction.take(event)
        state = reduction.state
        return reduction.effects
    }
}

/// One step of the reducer: the new state, and the effects so far.
struct Reduction {
    var state: AssistantState
    var effects: [AssistantEffect] = []

    init(state: AssistantState) {
        self.state = state
    }

    mutating func take(_ event: AssistantEvent) {
        if event.isOfAgent {
            if event.turn != state.turn.askedIn { return reduceInterruptedReply(event) }
        } else if let turn = event.turn, turn != state.turn.id {
            return
        }
        switch event {
        case .started, .microphoneTapped, .holdBegan, .holdEnded, .cancelRequested, .textSubmitted, .setMuted,
            .microphoneLent, .utteranceLent, .policyChanged, .bannerDismissed, .bannerHeld, .retryRequested,
            .regenerationRequested,
            .consentAnswered,
            .announcement, .stopped, .attended, .awayChanged, .sleepChanged, .callChanged,
            .screenReaderChanged:
            reduceIntent(event)
        case .remindersChanged, .remindersDue, .ringStopRequested, .ringSnoozeRequested, .ringEnded:
            reduceRinging(event)
        case .captureChanged(let isCapturing): state.microphone.isCapturing = isCapturing
        case .microphoneFailed, .microphoneRecovered, .microphoneMutedBySystem, .speechStarted, .speechEnded,
            .utteranceContinued,
            .utteranceSettled,
            .partialTranscript, .utterancePrepared, .transcribed, .recognitionFailed:
            reduceListening(event)
        case .wakeWordHeard: wakeWordHeard()
        case .interruptionSuspected, .interruptionConfirmed, .interruptionDismissed:
            reduceInterruption(event)
        case .replyClause, .replyFinished, .replyFailed, .notAddressed, .replyProgressed, .toolChanged,
            .consentRequested:
            reduceAgent(event)
        case .consentQuestionHeard(_, let id): consentQuestionHeard(id)
        case .playbackStarted, .heard, .playbackFinished, .playbackFailed, .synthesisFailed:
            reducePlayback(event)
        case .timerEnded(let timer): timerEnded(timer)
        case .historyLoaded, .historyCleared, .messageSaved, .saveFailed, .noticed:
            reduceHistory(event)
        }
    }

    private mutating func timerEnded(_ timer: AssistantTimer) {
        switch timer {
        case .watchdog(_, let phase): watchdogExpired(in: phase)
        case .banner(let id): bannerExpired(id)
        case .overheard(let talk):
            if state.overheard == talk { state.overheard = nil }
        case .consent(_, let id, let round): consentExpired(id, round: round)
        case .question: questionLapsed()
        case .wakeWindow: wakeWindowEnded()
        case .filler: fillerDue()
        case .ring: ringTimerEnded()
        }
    }

    mutating func emit(_ effect: AssistantEffect) {
        effects.append(effect)
    }
}

extension AssistantEvent {
    /// True for reports that belong to the turn of the question.
    var isOfAgent: Bool {
        switch self {
        case .replyClause, .replyFinished, .replyFailed, .notAddressed, .replyProgressed, .toolChanged,
            .consentRequested:
            true
        default: false
        }
    }

    /// The turn to which an engine's report belongs.
    var turn: TurnID? {
        switch self {
        case .wakeWordHeard(let turn), .speechStarted(let turn), .speechEnded(let turn, _),
            .utteranceContinued(let turn), .utteranceSettled(let turn), .partialTranscript(let turn, _),
            .utterancePrepared(let turn, _),
            .interruptionSuspected(let turn), .interruptionConfirmed(let turn), .interruptionDismissed(let turn),
            .transcribed(let turn, _), .recognitionFailed(let turn, _), .replyClause(let turn, _),
            .replyFinished(let turn, _), .replyFailed(let turn, _), .notAddressed(let turn),
            .replyProgressed(let turn),
            .toolChanged(let turn, _), .consentRequested(let turn, _), .consentQuestionHeard(let turn, _),
            .playbackStarted(let turn), .heard(let turn, _),
            .playbackFinished(let turn), .playbackFailed(let turn, _), .synthesisFailed(let turn, _):
            turn
        case .timerEnded(let timer): timer.turn
        default:
            nil
        }
    }
}
