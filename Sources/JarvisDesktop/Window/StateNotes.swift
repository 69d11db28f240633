// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what a screen reader should say about each change of the conversation. Depends only on the states.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

/// A note, and how long it waits for a newer one.
struct StateNote: Equatable {
    var note: SpokenNote
    /// In seconds.
    var patience = 0.0

    init(_ text: String, _ subject: SpokenNote.Subject, patience: Double = 0) {
        note = SpokenNote(text, subject)
        self.patience = patience
    }
}

/// Compares each state with the one before.
struct StateNotes {
    private let firstTurn: TurnID
    private var shown: Shown?
    /// The newest turn whose reply was heard.
    private var heardTurn: TurnID?

    /// The parts of a state that notes are about.
    private struct Shown {
        var phase: ConversationPhase
        var announcement: String
        var banner: BannerID?
        var ringing: String?
        var message: MessageID?

        @MainActor
        init(_ state: AssistantState) {
            phase = state.phase
            announcement = PhaseAppearance(state).announcement
            banner = state.banner?.id
            ringing = RingText.title(state.ringing)
            message = state.recent.last { $0.kind == .assistant }?.id
        }
    }

    /// - Parameter firstTurn: The first turn of this run; earlier messages aren't new.
    init(firstTurn: TurnID) {
        self.firstTurn = firstTurn
    }

    /// The notes about a new state.
    /// - Parameter focusTells: True if the focused control is named after the phase, so a reader says it anyway.
    @MainActor
    mutating func take(_ state: AssistantState, focusTells: Bool) -> [StateNote] {
        let next = Shown(state)
        if state.phase == .speaking, state.turn.speech.content == .reply, state.turn.speech.output != .failed {
            heardTurn = state.turn.askedIn
        }
        defer { shown = next }
        guard let before = shown else { return [] }
        var notes: [StateNote] = []
        if next.announcement != before.announcement {
            notes.append(Self.phase(state, after: before.phase, next.announcement, focusTells: focusTells))
        }
        if next.banner != before.banner {
            notes.append(StateNote(state.banner.map { BannerText.text($0.message) } ?? "", .banner))
        }
        if next.ringing != before.ringing {
            notes.append(
                StateNote(next.ringing.map { localized("%1. Space stops it, S snoozes.", $0) } ?? "", .ringing))
        }
        if next.message != before.message { notes += answer(state) }
        return notes
    }

    /// What JARVIS does now. While it speaks, its voice says so; and when it has spoken, rest needs no words.
    @MainActor
    private static func phase(
        _ state: AssistantState, after before: ConversationPhase, _ announcement: String, focusTells: Bool
    ) -> StateNote {
        let isClear = state.phase == .speaking || state.phase == .idle && before == .speaking
        let isMuted = state.microphone.muting != .none
        guard !focusTells, !isClear || isMuted else { return StateNote("", .state) }
        let patience = state.phase.isProcessing ? DesignTokens.Announcements.patience : 0
        return StateNote(announcement, .state, patience: patience)
    }

    /// The newest reply, unless JARVIS's voice has said it.
    private func answer(_ state: AssistantState) -> [StateNote] {
        guard let message = state.recent.last(where: { $0.kind == .assistant }),
            message.turn.rawValue >= firstTurn.rawValue, message.turn != heardTurn
        else { return [] }
        return [StateNote(message.text, .answer)]
    }
}
