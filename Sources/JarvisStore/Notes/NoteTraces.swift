// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the other places where a note's words occur: the request that created it, the reply that repeated it, and every
// time it was read out since. Deleting a note deletes all of those.

public import JarvisCore

/// Finds messages that repeat notes.
public enum NoteTraces {
    /// Shorter texts may occur in any conversation, so for them only replies about notes count.
    private static let fewestWords = 3
    /// Skills whose replies repeat notes.
    private static let repeating: Set<String> = ["note", "repeat", "undo", "history"]
    /// An upper limit for the number of messages in one turn.
    private static let longestTurn = 12

    /// The messages of all turns in which these notes were created or read out, without the notes themselves.
    /// - Throws: `StoreFailure`.
    public static func messages(
        of notes: [Message], in history: any ConversationStore
    ) async throws -> [Message] {
        var found: [MessageID: Message] = [:]
        for note in notes {
            var quoting = [note]
            // A voice note is read out as its summary.
            for text in Set([note.text, NoteSummary(note.text).text]) {
                quoting += try await messages(with: text, in: history)
            }
            for message in quoting {
                found[message.id] = message
                let earlier = try await history.page(before: message.id, limit: longestTurn).messages
                for other in earlier where other.turn == message.turn { found[other.id] = other }
            }
        }
        let own = Set(notes.map(\.id))
        // Keep other notes, even in the same turn or with the same text.
        return found.values.filter { !own.contains($0.id) && $0.kind != .note }.sorted { $0.id < $1.id }
    }

    private static func messages(with text: String, in history: any ConversationStore) async throws -> [Message] {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return [] }
        let isTelling = words.count >= fewestWords
        let folded = Self.folded(text)
        return try await history.search(text, kinds: nil, limit: .max).filter { message in
            guard message.kind != .note else { return false }
            let isAboutNotes = message.skill.map { repeating.contains($0) } ?? false
            return (isTelling || isAboutNotes) && contains(folded, in: Self.folded(message.text))
        }
    }

    /// True if a text contains one of these notes.
    public static func repeats(_ text: String, _ notes: [Message]) -> Bool {
        let whole = folded(text)
        return notes.contains { contains(folded($0.text), in: whole) }
    }

    /// Ignores case and final punctuation, which a reply may change.
    private static func folded(_ text: String) -> [UInt8] {
        var folded = SearchFolding.fold(text)
        while let last = folded.last, [0x20, 0x21, 0x2E, 0x3F].contains(last) { folded.removeLast() }
        return folded
    }

    private static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
        guard let first = part.first, part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { place in
            whole[place] == first && whole[place..<(place + part.count)].elementsEqual(part)
        }
    }
}
