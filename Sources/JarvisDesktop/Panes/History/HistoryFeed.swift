// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the history that is loaded: the newest pages of everything, or of what a query finds, kept up to date with
// the store's changes. It keeps no messages itself; listeners put the changes together. Main actor; the store does
// its work elsewhere.

import JarvisCore

/// A change of the visible messages.
enum FeedChange {
    /// These and no others, in the order of time.
    case reset([Message])
    /// A page before all others.
    case earlier([Message])
    case inserted([Message])
    case removed([MessageID])
}

/// Loads history page by page and follows it.
@MainActor
final class HistoryFeed {
    static let pageSize = 50

    /// The query that selects the visible messages.
    private(set) var query = HistoryQuery()
    /// True once the first page is there.
    private(set) var isLoaded = false
    var onChange: (@MainActor (FeedChange) -> Void)?
    var onFailure: (@MainActor (StoreFailure) -> Void)?

    private let store: any ConversationStore
    private var reader: HistoryPageReader
    /// The messages are of another query than this one, until its first page comes.
    private var isStale = false
    private var following: Task<Void, Never>?
    /// Messages deleted since the pending page was requested, which may still contain them.
    private var gone: Set<MessageID> = []
    /// The page on its way; nil when there is none.
    private var paging: Task<Void, Never>? {
        // Pages requested from now on are read without them.
        didSet { gone = [] }
    }

    init(_ store: any ConversationStore) {
        self.store = store
        reader = HistoryPageReader(store, HistoryQuery())
    }

    /// Loads the newest page and follows changes until `close`.
    func open() {
        following = Task { [weak self, store] in
            // First the changes, then the page: nothing falls between the two.
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

    /// Shows what another query finds. What is there stays until the first finds come.
    func show(_ query: HistoryQuery) {
        guard query != self.query else { return }
        self.query = query
        reload()
    }

    /// Loads the page before the oldest message, if there is one and none is on its way.
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

    /// The question of a reply, also of another answer to it; nil where that is not kept.
    func question(of reply: Message) async -> Message? {
        var first = reply
        if let id = reply.regenerates, let message = try? await store.message(id) { first = message }
        // What was kept between a question and its answer, notes for example, is little.
        let before = try? await store.page(before: first.id, limit: 8).messages
        return before?.last { $0.kind == .user && $0.turn == first.turn }
    }

    /// Begins again with the newest page.
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

    /// Those of earlier read messages that still exist.
    private func remaining(_ messages: [Message]) -> [Message] {
        gone.isEmpty ? messages : messages.filter { !gone.contains($0.id) }
    }

    private func insert(_ new: [Message]) {
        // The page that is on its way holds what is new.
        guard !isStale else { return reload() }
        // Messages older than the loaded pages come with their own page.
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
