// SPDX-License-Identifier: GPL-3.0-or-later
// A locked history as assistive technology sees it: the window shows none of it until unlocked.

import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop

@Suite(.serialized)
struct HistoryLockTests {
    /// Words of the sample conversation, in the history and on the main screen.
    private static let words = ["twelve times nineteen", "kitchen tap", "212 gigabytes", "for the bread", "kilometre"]

    private func revealed(_ objects: [SeenObject]) -> [String] {
        objects.map(\.name).filter { name in Self.words.contains(where: name.contains) }
    }

    @Test func aLockedHistoryShowsOnlyANotice() async throws {
        let seen = try await SeenObject.all(after: ["ctrl+h"], ["--one-history", "--locked", "yes"])
        #expect(revealed(seen) == [])
        #expect(seen.contains { $0.name == "The history is locked" }, "\(seen)")
        #expect(seen.focused == "Unlock")
        #expect(!seen.contains { $0.name == "Search history" })
        let keyboard = try await SeenObject.all(after: ["ctrl+k"], ["--one-history", "--locked", "yes"])
        #expect(revealed(keyboard) == [], "nor where something is typed")
        let opened = try await SeenObject.all(
            after: ["ctrl+h", "Return", "Escape", "ctrl+k"], ["--one-history", "--locked", "yes"])
        #expect(!revealed(opened).isEmpty, "where it stands once the history is open")
    }

    @Test func authenticationShowsTheHistory() async throws {
        let seen = try await SeenObject.all(after: ["ctrl+h", "Return"], ["--one-history", "--locked", "yes"])
        #expect(!revealed(seen).isEmpty, "\(seen)")
        #expect(!seen.contains { $0.name == "The history is locked" })
        #expect(seen.focused == "Search history")
    }

    @Test func failedAuthenticationKeepsTheHistoryLocked() async throws {
        let seen = try await SeenObject.all(after: ["ctrl+h", "Return"], ["--one-history", "--locked", "no"])
        #expect(revealed(seen) == [])
        #expect(seen.contains { $0.name.hasPrefix("The history stays locked.") }, "\(seen)")
        #expect(seen.focused == "Unlock", "it can be tried again")
    }

    @Test func turningTheLockOffRequiresAuthentication() async throws {
        let seen = try await SeenObject.all(
            after: ["focus:Lock the history", "space"], ["--locked", "no", "--place", "privacy.history-lock"])
        #expect(seen.contains { $0.name.contains("The history stays locked") }, "\(seen.map(\.name))")
        #expect(seen.contains { $0.name == "Reset Lock the history" }, "it is still on")
    }

    @Test func theMainScreenKeepsOnlyCurrentTurns() {
        var state = AssistantState(turn: TurnID(rawValue: 50), policy: ConversationPolicy(Settings()))
        state.recent = [40, 41, 48].map { turn in
            Message(
                id: MessageID(rawValue: "\(turn)"), createdAt: Timestamp(millisecondsSinceEpoch: turn),
                draft: MessageDraft(
                    turn: TurnID(rawValue: UInt64(turn)), kind: .user, text: "\(turn)", source: .typed))
        }
        #expect(state.withoutHistory(before: TurnID(rawValue: 45)).recent.map(\.text) == ["48"])
        #expect(state.withoutHistory(before: TurnID(rawValue: 49)).recent.isEmpty, "of an earlier run")
    }
}
