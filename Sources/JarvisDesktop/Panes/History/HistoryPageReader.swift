// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a query finds, page after page from the newest on.

import JarvisCore

/// A place in the history, and the way on from there.
struct HistoryPageReader: Sendable {
    /// Everything before this is still to be read; nil: everything.
    private(set) var oldest: MessageID?
    /// False once the beginning has been reached.
    private(set) var hasEarlier = true

    private let store: any ConversationStore
    private let query: HistoryQuery

    init(_ store: any ConversationStore, _ query: HistoryQuery) {
        self.store = store
        self.query = query
    }

    /// The page before this place, in the order of time, and where it begins. Of a query that the store cannot answer
    /// alone a page may hold some messages more.
    /// - Parameter progress: told what has been found while more is looked for.
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
        repeat {
            var batch: [Message] = []
            let finds = store.finds(query.text, kinds: query.kinds, before: reader.oldest, limit: count)
            for try await step in finds {
                batch = step.messages
                progress((found + batch.filter(query.accepts)).reversed())
                // Whoever has a whole page need not know how many more there are.
                if batch.count >= count { break }
            }
            try Task.checkCancellation()
            found += batch.filter(query.accepts)
            reader.oldest = batch.last?.id ?? reader.oldest
            reader.hasEarlier = batch.count >= count
        } while found.count < count && reader.hasEarlier
        return (found.reversed(), reader)
    }
}
