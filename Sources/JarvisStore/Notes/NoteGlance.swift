// SPDX-License-Identifier: GPL-3.0-or-later
// The newest note as it may appear where others can see it. It always shows that there is a note; its text and mood
// only if the user allows it, and never on a locked screen or while the history is locked.

public import JarvisCore

/// What to show of the newest note.
public enum NoteGlance: Hashable, Sendable {
    case none
    /// There may be a note, but only its time may be shown; nil if not even that.
    case hidden(at: Timestamp?)
    case shown(line: String, mood: NoteMood, at: Timestamp)
    /// The history cannot be read.
    case unreadable

    /// - Parameters:
    ///   - note: The newest note; nil if there is none.
    ///   - mayShow: Whether its text may be shown.
    public init(_ note: Message?, mayShow: Bool) {
        guard let note else {
            self = .none
            return
        }
        guard mayShow else {
            self = .hidden(at: note.createdAt)
            return
        }
        self = .shown(line: NoteSummary(note.text).text, mood: NoteMood(note.text), at: note.createdAt)
    }

    /// Reads the newest note. If the history cannot be read, the result is `unreadable`.
    /// - Parameters:
    ///   - history: A store that respects the history lock.
    ///   - isLocked: Whether the screen is locked.
    ///   - mayShow: The user's setting.
    public static func newest(
        _ history: any ConversationStore, isLocked: Bool, mayShow: Bool
    ) async -> NoteGlance {
        (try? await read(history, isLocked: isLocked, mayShow: mayShow)) ?? .unreadable
    }

    /// Like `newest`, but throws if the history cannot be read.
    public static func read(
        _ history: any ConversationStore, isLocked: Bool, mayShow: Bool
    ) async throws -> NoteGlance {
        // Don't even read the history while the screen is locked.
        guard !isLocked else { return .hidden(at: nil) }
        do {
            // An empty query matches every note, so this is the newest one.
            return NoteGlance(try await history.search("", kinds: [.note], limit: 1).first, mayShow: mayShow)
        } catch StoreFailure.locked {
            return .hidden(at: nil)
        }
    }
}
