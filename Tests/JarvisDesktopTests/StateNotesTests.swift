// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader says about each change of the conversation.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

@MainActor
struct StateNotesTests {
    private let first = TurnID(rawValue: 1)

    private func state(_ mode: DetectionMode = .pushToTalk, speaks: Bool = true) -> AssistantState {
        AssistantState(turn: first, policy: ConversationPolicy(detectionMode: mode, speaksReplies: speaks))
    }

    /// The notes about each state that the events lead to.
    private func notes(
        _ state: inout AssistantState, focusTells: Bool = false, _ events: [(TurnID) -> AssistantEvent]
    ) -> [StateNote] {
        var notes = StateNotes(firstTurn: first)
        _ = notes.take(state, focusTells: focusTells)
        return events.flatMap { event in
            _ = AssistantReducer.reduce(&state, event(state.turn.id))
            return notes.take(state, focusTells: focusTells)
        }
    }

    private func texts(_ notes: [StateNote], _ subject: SpokenNote.Subject) -> [String] {
        notes.map(\.note).filter { $0.subject == subject }.map(\.text)
    }

    private func message(_ text: String, turn: UInt64, _ kind: MessageKind = .assistant) -> Message {
        Message(
            id: MessageID(rawValue: "m\(turn)"), createdAt: Timestamp(secondsSinceEpoch: 1_767_605_400),
            draft: MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .system))
    }

    @Test func eachStateOfARecordingIsSaid() {
        var state = state()
        let notes = notes(
            &state,
            [
                { _ in .microphoneTapped }, { _ in .microphoneTapped },
                { .transcribed($0, nil) },
            ])
        #expect(texts(notes, .state) == ["Recording", "Processing your speech", "Ready"])
        let patience = notes.filter { $0.note.subject == .state }.map(\.patience)
        #expect(patience == [0, DesignTokens.Announcements.patience, 0])
    }

    @Test func aFocusedMicrophoneSaysItsStateItself() {
        var state = state()
        let notes = notes(&state, focusTells: true, [{ _ in .microphoneTapped }])
        #expect(texts(notes, .state) == [""])
    }

    @Test func itsOwnVoiceIsNotAnnounced() {
        var state = state()
        let notes = notes(
            &state,
            [
                { _ in .textSubmitted("what time is it", .typed) }, { .replyClause($0, "It is noon.") },
                { .playbackStarted($0) },
            ])
        #expect(texts(notes, .state).last == "")
        #expect(!texts(notes, .state).contains("Speaking"))
    }

    @Test func aReplyThatIsNotSpokenIsRead() {
        var state = state(speaks: false)
        var notes = StateNotes(firstTurn: first)
        _ = notes.take(state, focusTells: false)
        state.recent = [message("It is noon.", turn: 1)]
        #expect(texts(notes.take(state, focusTells: false), .answer) == ["It is noon."])
        #expect(texts(notes.take(state, focusTells: false), .answer).isEmpty, "once")
    }

    @Test func messagesOfAnEarlierRunAreNotRead() {
        var state = AssistantState(turn: TurnID(rawValue: 7))
        var notes = StateNotes(firstTurn: TurnID(rawValue: 7))
        _ = notes.take(state, focusTells: false)
        state.recent = [message("It was noon.", turn: 6)]
        #expect(notes.take(state, focusTells: false).isEmpty)
    }

    @Test func errorsAreSaid() {
        var state = state()
        let notes = notes(&state, [{ _ in .noticed(.questionGone) }])
        #expect(texts(notes, .banner).first?.isEmpty == false)
    }

    @Test func whatRingsIsSaidWithItsKeys() {
        var state = state()
        let time = Timestamp(secondsSinceEpoch: 1_767_605_400)
        let tea = RingingReminder(
            Reminder(id: "1", kind: .timer, label: "tea", createdAt: time, dueAt: time), text: "Tea!")
        let notes = notes(&state, [{ _ in .remindersDue([tea]) }, { _ in .ringStopRequested(nil) }])
        #expect(texts(notes, .ringing) == ["Timer: tea. Space stops it, S snoozes.", ""])
    }

    @Test func mutingIsSaid() {
        var state = state()
        let notes = notes(&state, [{ _ in .setMuted(true) }, { _ in .setMuted(false) }])
        #expect(texts(notes, .state) == ["Microphone muted", "Ready"])
    }
}
