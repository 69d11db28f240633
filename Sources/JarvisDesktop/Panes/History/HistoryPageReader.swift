// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the matches of a query page by page, starting with the newest.

import JarvisCore

/// A place in the history from which to read further back.
struct HistoryPageReader: Sendable {
    /// The oldest message read so far; messages before it are still to be read. Nil before the first page.
    private(set) var oldest: MessageID?
    /// False once the beginning has been reached.
    private(set) var hasEarlier = true

    /// The most pages to request at a time, so the store doesn't hold too many matches in memory.
    private static let longestBatch = 128

    private let store: any ConversationStore
    private let query: HistoryQuery

    init(_ store: any ConversationStore, _ query: HistoryQuery) {
        self.store = store
        self.query = query
    }

    /// The page before this place, in order of time, and the reader for the page before that. If the store can't answer
    /// the query alone, a page may have a few more messages than `count`.
    /// - Parameter progress: called with the matches so far whenever there are more of them.
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
        // The number of the store's results examined so far, and the number of matches last reported.
        var (seen, told) = (0, 0)
        var limit = count
        repeat {
            var taken = 0
            let finds = store.finds(query.text, kinds: query.kinds, before: reader.oldest, limit: limit)
            for try await step in finds {
                // Each step repeats the matches of earlier steps.
                for message in step.messages.dropFirst(taken) {
                    if query.accepts(message) { found.append(message) }
                    reader.oldest = message.id
                    taken += 1
                    seen += 1
                    guard seen.isMultiple(of: count) else { continue }
                    try Task.checkCancellation()
                    // Once the page is full, the count of further matches doesn't matter.
                    if found.count >= count { return (found.reversed(), reader) }
                    // Lets other work run during a long step.
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
            // Every call makes the store go through its segments, so rare matches are searched in growing batches.
            limit = min(limit * 2, count * Self.longestBatch)
        } while reader.hasEarlier
        return (found.reversed(), reader)
    }
}
