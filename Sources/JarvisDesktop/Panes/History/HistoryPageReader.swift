// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a query finds, page after page from the newest on.

import JarvisCore

/// A place in the history, and the way on from there.
struct HistoryPageReader: Sendable {
    /// Everything before this is still to be read; nil: everything.
    private(set) var oldest: MessageID?
    /// False once the beginning has been reached.
    private(set) var hasEarlier = true

    /// Limits the pages that are requested at a time, so that the store holds little ready for them.
    private static let longestBatch = 128

    private let store: any ConversationStore
    private let query: HistoryQuery

    init(_ store: any ConversationStore, _ query: HistoryQuery) {
        self.store = store
        self.query = query
    }

    /// The page before this place, in the order of time, and where it begins. Of a query that the store cannot answer
    /// alone a page may hold some messages more.
    /// - Parameter progress: told what has been found while more is looked for, whenever it is more than before.
    @MainActor
    func next(
        _ count: Int, progress: @MainActor ([Message]) -> Void = { _ in }
    ) async throws -> (page: [Message], next: HistoryPageReader) {
        var reader = self
        if query.isEmpty {
            let page = try await store.page(before: oldest, limit: count)
            reader.oldest = page.messages.first?.id ?? oldest
            reader.hasEarlier = page.hasEarlier
            return (page.messages, reader)
        }
        var found: [Message] = []
        // How many finds of the store have been looked at, and of how many that are wanted the progress has told.
        var (seen, told) = (0, 0)
        var limit = count
        repeat {
            var taken = 0
            let finds = store.finds(query.text, kinds: query.kinds, before: reader.oldest, limit: limit)
            for try await step in finds {
                // A step repeats what was found before it.
                for message in step.messages.dropFirst(taken) {
                    if query.accepts(message) { found.append(message) }
                    reader.oldest = message.id
                    taken += 1
                    seen += 1
                    guard seen.isMultiple(of: count) else { continue }
                    try Task.checkCancellation()
                    // With a whole page there is no need to know how many more there are.
                    if found.count >= count { return (found.reversed(), reader) }
                    // A long step must not hold up other work.
                    await Task.yield()
                }
                if found.count > told {
                    told = found.count
                    progress(found.reversed())
                }
                if taken >= limit { break }
            }
            try Task.checkCancellation()
            reader.hasEarlier = taken >= limit
            // Each call costs the store a look at its segments, so what is rare is looked for in ever longer batches.
            limit = min(limit * 2, count * Self.longestBatch)
        } while reader.hasEarlier
        return (found.reversed(), reader)
    }
}
