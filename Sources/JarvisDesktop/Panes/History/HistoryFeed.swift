// SPDX-License-Identifier: GPL-3.0-or-later
// The loaded part of the history: the newest pages of everything, or of a query's matches, kept up to date with the
// store. It keeps no messages itself; listeners apply the changes. Runs on the main actor; the store works elsewhere.

import JarvisCore

/// A change of the visible messages.
enum FeedChange {
    /// The messages are exactly these, in order of time.
    case reset([Message])
    /// A page older than all other messages was loaded.
    case earlier([Message])
    case inserted([Message])
    case removed([MessageID])
}

/// Loads history page by page and follows changes.
@MainActor
final class HistoryFeed {
    static let pageSize = 50

    /// The query that selects the visible messages.
    private(set) var query = HistoryQuery()
    /// True once the first page has arrived.
    private(set) var isLoaded = false
    /// True if the messages are all of a first page, not only its first finds.
    var hasWhole: Bool { isLoaded && !isStale }
    var onChange: (@MainActor (FeedChange) -> Void)?
    var onFailure: (@MainActor (StoreFailure) -> Void)?

    private let store: any ConversationStore
    private var reader: HistoryPageReader
    /// True while the messages belong to an earlier query, until the first page of this one arrives.
    private var isStale = false
    private var following: Task<Void, Never>?
    /// Messages deleted since the pending page was requested, because that page may still contain them.
    private var gone: Set<MessageID> = []
    /// The page being loaded, if any.
    private var paging: Task<Void, Never>? {
        // Pages requested from now on no longer contain the deleted messages.
        didSet { gone = [] }
    }

    init(_ store: any ConversationStore, _ query: HistoryQuery = HistoryQuery()) {
        self.store = store
        self.query = query
        reader = HistoryPageReader(store, query)
    }

    /// Loads the newest page and follows changes until `close`.
    func open() {
        following = Task { [weak self, store] in
            // Subscribes before the first read, so the feed misses no change.
            let changes = await store.changes()
            self?.reload()
            for await change in changes {
                guard let self, !Task.isCancelled else { return }
                self.apply(change)
            }
        }
    }

    /// Ends all work; idempotent.
    func close() {
        for task in [following, paging] { task?.cancel() }
        onChange = nil
        onFailure = nil
    }

    /// Shows the matches of another query. The old content stays until the first matches arrive.
    func show(_ query: HistoryQuery) {
        guard query != self.query else { return }
        self.query = query
        reload()
    }

    /// Loads the page before the oldest message, unless one is being loaded or none is left.
    func loadEarlier() {
        guard reader.hasEarlier, paging == nil, isLoaded else { return }
        paging = Task { [weak self] in
            guard let reader = self?.reader else { return }
            do {
                let (page, next) = try await reader.next(HistoryFeed.pageSize)
                guard let self, !Task.isCancelled else { return }
                let remaining = self.remaining(page)
                self.paging = nil
                self.reader = next
                self.onChange?(.earlier(remaining))
            } catch {
                self?.failed(error)
            }
        }
    }

    /// The question that a reply answers, even if the reply was regenerated; nil if the question isn't stored.
    func question(of reply: Message) async -> Message? {
        var first = reply
        if let id = reply.regenerates, let message = try? await store.message(id) { first = message }
        // Only a few messages, such as notes, are stored between a question and its answer.
        let before = try? await store.page(before: first.id, limit: 8).messages
        return before?.last { $0.kind == .user && $0.turn == first.turn }
    }

    /// Starts again with the newest page.
    private func reload() {
        paging?.cancel()
        isStale = true
        let reader = HistoryPageReader(store, query)
        paging = Task { [weak self] in
            do {
                let (page, next) = try await reader.next(HistoryFeed.pageSize) { finds in
                    guard let self, !Task.isCancelled, self.isStale else { return }
                    let remaining = self.remaining(finds)
                    if !remaining.isEmpty { self.onChange?(.reset(remaining)) }
                }
                guard let self, !Task.isCancelled else { return }
                let remaining = self.remaining(page)
                self.paging = nil
                self.reader = next
                self.isLoaded = true
                self.isStale = false
                self.onChange?(.reset(remaining))
            } catch {
                self?.failed(error)
            }
        }
    }

    private func apply(_ change: HistoryChange) {
        switch change {
        case .appended(let message): insert([message])
        case .restored(let restored):
            gone.subtract(restored.lazy.map(\.id))
            insert(restored)
        case .deleted(let ids):
            if paging != nil { gone.formUnion(ids) }
            onChange?(.removed(ids))
        case .cleared, .replaced: reload()
        }
    }

    /// Removes messages that were deleted since they were read.
    private func remaining(_ messages: [Message]) -> [Message] {
        gone.isEmpty ? messages : messages.filter { !gone.contains($0.id) }
    }

    private func insert(_ new: [Message]) {
        // A first page is on its way, and the store may have read it before these messages existed: request it again.
        guard !isStale else { return reload() }
        // Messages older than the loaded part arrive later with their own page.
        let wanted = new.filter { message in
            query.finds(message) && (!reader.hasEarlier || reader.oldest.map { $0 < message.id } ?? true)
        }
        if !wanted.isEmpty { onChange?(.inserted(wanted)) }
    }

    private func failed(_ error: any Error) {
        guard !Task.isCancelled else { return }
        paging = nil
        isLoaded = true
        isStale = false
        report(error)
        onChange?(.inserted([]))
    }

    private func report(_ error: any Error) {
        if let failure = error as? StoreFailure { onFailure?(failure) }
    }
}
