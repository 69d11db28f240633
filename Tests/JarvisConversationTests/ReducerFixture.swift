// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the reducer into every phase through real events, and names each phase by one letter for tables.

import JarvisConversation
import JarvisCore

/// The eight situations of the tables, in column order.
enum Situation: Character, CaseIterable {
    case idle = "i"
    case listening = "l"
    case recordingByVoice = "v"
    case recordingByTap = "t"
    case held = "h"
    case transcribing = "T"
    case thinking = "K"
    case speaking = "S"

    /// A state brought here by events.
    func state(_ mode: DetectionMode) -> AssistantState {
        var state = AssistantState(
            turn: TurnID(rawValue: 1), policy: ConversationPolicy(detectionMode: mode, speaksReplies: true))
        for event in path(mode) { _ = AssistantReducer.reduce(&state, event.at(state.turn.id)) }
        return state
    }

    private func path(_ mode: DetectionMode) -> [ReducerInput] {
        let begin: [ReducerInput] = [.event(.started)]
        switch self {
        case .idle: return [.event(.cancelRequested)]
        case .listening: return begin
        case .recordingByVoice: return begin + [.onTurn { .speechStarted($0) }]
        case .recordingByTap: return [.event(.microphoneTapped)]
        case .held: return [.event(.holdBegan)]
        case .transcribing: return [.event(.microphoneTapped), .event(.microphoneTapped)]
        case .thinking: return [.event(.textSubmitted("what time is it", .typed))]
        case .speaking:
            return [
                .event(.textSubmitted("what time is it", .typed)), .onTurn { .replyClause($0, "It is noon.") },
                .onTurn { .playbackStarted($0) },
            ]
        }
    }

    init(_ state: AssistantState) {
        switch state.phase {
        case .idle: self = .idle
        case .listening: self = .listening
        case .recording: self = state.turn.utterance.trigger == .voice ? .recordingByVoice : .recordingByTap
        case .held: self = .held
        case .transcribing: self = .transcribing
        case .thinking: self = .thinking
        case .speaking: self = .speaking
        }
    }
}

/// An event that may need to know the current turn.
enum ReducerInput: Sendable {
    case event(AssistantEvent)
    case onTurn(@Sendable (TurnID) -> AssistantEvent)

    func at(_ turn: TurnID) -> AssistantEvent {
        switch self {
        case .event(let event): event
        case .onTurn(let make): make(turn)
        }
    }
}

/// A due reminder of this kind, by default identified by the name of its kind.
func due(_ kind: Reminder.Kind, id: String? = nil, isResumed: Bool = false) -> RingingReminder {
    let time = Timestamp(secondsSinceEpoch: 1_767_605_400)
    return RingingReminder(
        Reminder(id: id ?? kind.rawValue, kind: kind, label: "", createdAt: time, dueAt: time),
        text: "It is time: \(id ?? kind.rawValue).", isResumed: isResumed)
}

/// A transcript of these words.
func transcript(_ text: String) -> Transcript {
    Transcript(text: text, confidence: 0.9, engine: "test", search: .grammar)
}
