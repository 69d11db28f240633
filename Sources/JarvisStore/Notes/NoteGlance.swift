// SPDX-License-Identifier: GPL-3.0-or-later
// The newest note as it may be shown where others can see it: that there is one, and its line and mood only where the user
// wants that, and never on a locked screen or while the history is locked.

public import JarvisCore

/// The newest note at a glance.
public enum NoteGlance: Hashable, Sendable {
    case none
    /// Nothing is told but when it was kept; nil: not even that.
    case hidden(at: Timestamp?)
    case shown(line: String, mood: NoteMood, at: Timestamp)

    /// - Parameters:
    ///   - note: the newest one; nil: there is none.
    ///   - mayShow: its words may be seen.
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

    /// Looks into the history.
    /// - Parameters:
    ///   - history: as it may be shown.
    ///   - isLocked: the screen is.
    ///   - mayShow: the user's setting.
    public static func newest(
        _ history: any ConversationStore, isLocked: Bool, mayShow: Bool
    ) async -> NoteGlance {
        // Nothing is even read for a locked screen.
        guard !isLocked else { return .hidden(at: nil) }
        // Every text contains the empty query's words, so this is the newest note. A history that is locked, or cannot be
        // read, tells nothing.
        guard let found = try? await history.search("", kinds: [.note], limit: 1) else { return .hidden(at: nil) }
        return NoteGlance(found.first, mayShow: mayShow)
    }
}
