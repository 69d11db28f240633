// SPDX-License-Identifier: GPL-3.0-or-later
// Where a note stands besides itself: in the request that made it, in the reply that repeated it, and wherever it was read
// out since. Who deletes a note means all of that.

public import JarvisCore

/// Finds what the conversation repeats of notes.
public enum NoteTraces {
    /// Shorter texts are words that may be said of anything: only replies that are about notes count then.
    private static let fewestWords = 3
    /// Skills whose replies repeat notes.
    private static let repeating: Set<String> = ["note", "repeat", "undo", "history"]
    /// No turn has as many messages.
    private static let longestTurn = 12

    /// The messages of all turns in which these notes were said or read out, without the notes.
    /// - Throws: `StoreFailure`.
    public static func messages(
        of notes: [Message], in history: any ConversationStore
    ) async throws -> [Message] {
        var found: [MessageID: Message] = [:]
        for note in notes {
            var quoting = [note]
            // A voice note is read out as its one line.
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
        // Other notes of the same turn, and those that say the same, are not these.
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

    /// True for a text that says one of these notes.
    public static func repeats(_ text: String, _ notes: [Message]) -> Bool {
        let whole = folded(text)
        return notes.contains { contains(folded($0.text), in: whole) }
    }

    /// Without case and the mark at its end, which a reply may set otherwise.
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
