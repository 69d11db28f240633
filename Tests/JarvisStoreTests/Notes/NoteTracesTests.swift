// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the messages that repeat a note.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisStore

struct NoteTracesTests {
    private let history = FakeConversationStore()

    @discardableResult
    private func say(
        _ turn: UInt64, _ kind: MessageKind, _ text: String, skill: String? = nil
    ) async throws -> Message {
        try await history.append(
            MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .typed, skill: skill))
    }

    @Test func turnsThatRepeatANoteAreItsTraces() async throws {
        try await say(1, .user, "what time is it")
        try await say(1, .assistant, "It's noon.", skill: "time")
        try await say(2, .user, "take a note the safe opens with four two")
        let note = try await say(2, .note, "the safe opens with 42", skill: "note")
        try await say(2, .assistant, "I've noted that. The safe opens with 42.", skill: "note")
        try await say(3, .user, "read my notes")
        try await say(3, .assistant, "Your only note says: The safe opens with 42.", skill: "note")
        try await say(4, .assistant, "The SAFE opens with 42!", skill: "language-model")
        try await say(5, .note, "the safe opens with 42 or 43", skill: "note")
        try await say(6, .user, "the safe is open")
        let traces = try await NoteTraces.messages(of: [note], in: history)
        #expect(traces.map { $0.turn.rawValue } == [2, 2, 3, 3, 4], "\(traces.map(\.text))")
        #expect(!traces.contains { $0.kind == .note })
    }

    /// Otherwise erasing one note would erase every message about milk.
    @Test func aShortNoteIsTracedOnlyInMessagesAboutNotes() async throws {
        let note = try await say(1, .note, "milk", skill: "note")
        try await say(1, .assistant, "I've noted that. Milk.", skill: "note")
        try await say(2, .user, "how long does milk keep")
        try await say(2, .assistant, "Milk keeps for a week.", skill: "language-model")
        try await say(3, .assistant, "You have 1 note. Milk.", skill: "note")
        let traces = try await NoteTraces.messages(of: [note], in: history)
        #expect(traces.map { $0.turn.rawValue } == [1, 3])
        #expect(NoteTraces.repeats("take a note: Milk.", [note]) && !NoteTraces.repeats("tea", [note]))
    }
}
