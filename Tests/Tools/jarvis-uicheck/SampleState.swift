// SPDX-License-Identifier: GPL-3.0-or-later
// States as a conversation has them, for looking at and for checks.

import JarvisConversation
import JarvisCore

enum SampleState {
    /// Every state that there is.
    static let names = [
        "empty", "idle", "muted", "listening", "recording", "held", "transcribing", "thinking", "speaking", "error",
        "timer", "timers",
    ]

    /// A state by the name of its phase, or "error", "muted", "empty".
    static func named(_ name: String) -> AssistantState? {
        var state = base()
        switch name {
        case "empty": state.recent = []
        case "idle": break
        case "muted": state.microphone.isMuted = true
        case "listening": state.phase = .listening(for: .speech)
        case "recording":
            state.phase = .recording
            state.turn.utterance.partialTranscript = "what time is it in"
        case "held":
            state.phase = .held
            state.turn.utterance.partialTranscript = "remind me to call my sister about the"
        case "transcribing":
            state.phase = .transcribing
            state.turn.utterance.partialTranscript = "what time is it"
        case "thinking":
            state.phase = .thinking
            state.turn.question = Question(text: "how far away is the moon in miles", source: .voice)
        case "speaking":
            state.phase = .speaking
            state.turn.question = Question(text: "how far away is the moon in miles", source: .voice)
            state.turn.reply.clauses = [
                "The moon is about 239 thousand miles away,", "a little more than a light second.",
            ]
            state.turn.reply.heard = HeardPosition(clause: 0, characters: 21)
        case "error":
            state.banner = Banner(
                id: BannerID(rawValue: 1),
                message: .audio(.deviceMissing("USB microphone")),
                action: .openSettings)
        case "timer", "timers":
            let one = name == "timer"
            let reminders = SampleReminders.all()
            _ = AssistantReducer.reduce(
                &state,
                .remindersChanged(one ? Array(reminders.prefix(1)) : reminders.map { $0.resumed(at: $0.createdAt) }))
            if one { state.recent = [] }
        default: return nil
        }
        return state
    }

    private static func base() -> AssistantState {
        var state = AssistantState(turn: TurnID(rawValue: 10))
        state.recent = [
            message(1, turn: 8, .user, "set a timer for five minutes"),
            message(2, turn: 8, .assistant, "Timer set for five minutes."),
            message(3, turn: 9, .user, "what is twelve times nine"),
            message(4, turn: 9, .assistant, "Twelve times nine is one hundred and eight."),
        ]
        return state
    }

    static func message(_ number: Int, turn: UInt64, _ kind: MessageKind, _ text: String) -> Message {
        Message(
            id: MessageID(rawValue: "0000000000000000000000000\(number)"),
            createdAt: Timestamp(secondsSinceEpoch: 1_767_605_400 + Int64(number)),
            draft: MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .voice))
    }
}
