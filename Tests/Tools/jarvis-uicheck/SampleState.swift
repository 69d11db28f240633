// SPDX-License-Identifier: GPL-3.0-or-later
// Realistic conversation states, for pictures and checks.

import JarvisConversation
import JarvisCore
import JarvisPlatform

extension SampleData {
    /// One finished call and one in progress.
    static let calls = [
        ToolCall(
            id: "1", title: "files › read_file", status: .succeeded,
            action: ToolAction(
                server: "files", tool: "read_file", arguments: [.init(name: "path", value: "/srv/notes/list.txt")],
                ground: .kept, resultBytes: 2048, milliseconds: 1240)),
        ToolCall(
            id: "2", title: "notes › search",
            action: ToolAction(
                server: "notes", tool: "search", arguments: [.init(name: "words", value: "milk")], ground: .answer)),
    ]

    static let failedAction = ToolAction(
        server: "mail", tool: "send_message", arguments: [.init(name: "to", value: "ada@example.org")],
        failure: ToolAction.notAllowed)

    /// A denied call, as stored in the history.
    static func actedMessage(after count: Int) -> Message {
        let digits = String(count + 1)
        return Message(
            id: MessageID(rawValue: "!" + String(repeating: "0", count: 25 - digits.count) + digits),
            createdAt: SystemWallClock().now(),
            draft: MessageDraft(turn: TurnID(rawValue: UInt64(count)), action: failedAction))
    }

    /// A question before a tool call, with more arguments than are shown at first.
    static let consent = ConsentRequest(
        id: "send", question: "Send the message to Ada?", subject: "send_message of mail",
        arguments: [
            .init(name: "to", value: "ada@example.org"),
            .init(
                name: "text",
                value: "I come at noon, and bring the papers that you asked for. "
                    + String(
                        repeating: "Please read the second page before we meet. ", count: 8)),
        ], always: .byHandOrVoice)
}

enum SampleState {
    /// The names of all states.
    static let names = [
        "empty", "idle", "muted", "listening", "recording", "held", "transcribing", "thinking", "speaking", "error",
        "timer", "timers", "consent", "actions", "acted", "ringing", "alarms",
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
        case "consent":
            state.phase = .thinking
            state.turn.question = Question(text: "tell ada that i come at noon", source: .voice)
            _ = AssistantReducer.reduce(&state, .consentRequested(state.turn.id, SampleData.consent))
        case "actions":
            state.phase = .thinking
            state.turn.question = Question(text: "what is on my list", source: .voice)
            for call in SampleData.calls { _ = AssistantReducer.reduce(&state, .toolChanged(state.turn.id, call)) }
        case "acted":
            state.recent.append(message(5, turn: 9, .assistant, "Milk and eggs."))
            state.recent[4].draft = MessageDraft(turn: TurnID(rawValue: 9), action: SampleData.failedAction)
        case "ringing", "alarms":
            let all = SampleReminders.all()
            let due = name == "ringing" ? [all[0]] : [all[2], all[0], all[5]]
            _ = AssistantReducer.reduce(&state, .remindersDue(due.map { RingingReminder($0, text: $0.label) }))
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
