// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the history that is loaded: the newest pages, kept up to date with the store's changes, or the finds of
// a search. Main actor; the store does its work elsewhere.

import JarvisCore

/// Loads history page by page and follows it.
@MainActor
final class HistoryFeed {
    static let pageSize = 50
    static let searchLimit = 200

    /// What is to be shown, in the order of time.
    var shown: [Message] { finds ?? messages }
    /// True while the finds of a search are shown.
    var isSearching: Bool { finds != nil }
    /// True once the first page is there.
    private(set) var isLoaded = false
    /// Called after every change of what is to be shown.
    var onChange: (@MainActor () -> Void)?
    var onFailure: (@MainActor (StoreFailure) -> Void)?

    private let store: any ConversationStore
    private var messages: [Message] = []
    private var hasEarlier = false
    private var query = ""
    private var finds: [Message]?
    private var following: Task<Void, Never>?
    private var paging: Task<Void, Never>?
    private var searching: Task<Void, Never>?

    init(_ store: any ConversationStore) {
        self.store = store
    }

    /// Loads the newest page and follows changes until `close`.
    func open() {
        following = Task { [weak self, store] in
            // First the changes, then the page: nothing falls between the two.
            let changes = await store.changes()
            await self?.loadPage()
            for await change in changes {
                guard let self, !Task.isCancelled else { return }
                self.apply(change)
            }
        }
    }

    /// Ends all work; idempotent.
    func close() {
        for task in [following, paging, searching] { task?.cancel() }
        onChange = nil
        onFailure = nil
    }

    /// Loads the page before the oldest message, if there is one and it is not on its way.
    func loadEarlier() {
        guard hasEarlier, !isSearching, paging == nil else { return }
        paging = Task { [weak self] in
            await self?.loadPage()
            self?.paging = nil
        }
    }

    /// Shows the messages with every word of `text`; an empty text ends the search.
    func search(_ text: String) {
        query = text
        searching?.cancel()
        guard text.contains(where: { !$0.isWhitespace }) else {
            finds = nil
            onChange?()
            return
        }
        searching = Task { [weak self, store] in
            do {
                let limit = Self.searchLimit
                for try await progress in store.finds(text, kinds: nil, before: nil, limit: limit) {
                    guard let self, !Task.isCancelled else { return }
                    let finds = Array(progress.messages.reversed())
                    // The end of a search may bring nothing new but its count.
                    if self.finds == finds { continue }
                    self.finds = finds
                    self.onChange?()
                }
            } catch {
                self?.report(error)
            }
        }
    }

    /// Deletes a message; answers whether it is gone.
    func delete(_ message: Message) async -> Bool {
        do {
            try await store.delete([message.id])
            return true
        } catch {
            report(error)
            return false
        }
    }

    func restore(_ message: Message) async {
        do {
            try await store.restore([message])
        } catch {
            report(error)
        }
    }

    /// Begins again with the newest page.
    private func reload() {
        paging?.cancel()
        paging = Task { [weak self] in
            await self?.loadPage()
            guard let self, !Task.isCancelled else { return }
            self.paging = nil
            if self.isSearching { self.search(self.query) }
        }
    }

    private func loadPage() async {
        do {
            let page = try await store.page(before: messages.first?.id, limit: Self.pageSize)
            guard !Task.isCancelled else { return }
            let known = Set(messages.map(\.id))
            messages = page.messages.filter { !known.contains($0.id) } + messages
            hasEarlier = page.hasEarlier
        } catch {
            report(error)
        }
        isLoaded = true
        onChange?()
    }

    private func apply(_ change: HistoryChange) {
        switch change {
        case .appended(let message): insert([message])
        case .restored(let restored):
            // What is older than the loaded pages comes with its own page.
            insert(restored.filter { message in !hasEarlier || messages.first.map { $0.id < message.id } ?? true })
        case .deleted(let ids):
            let gone = Set(ids)
            messages.removeAll { gone.contains($0.id) }
            finds?.removeAll { gone.contains($0.id) }
        case .cleared:
            messages = []
            hasEarlier = false
            if isSearching { finds = [] }
        case .replaced:
            messages = []
            reload()
            return
        }
        onChange?()
        if isSearching { search(query) }
    }

    private func insert(_ new: [Message]) {
        let known = Set(messages.map(\.id))
        messages += new.filter { !known.contains($0.id) }
        messages.sort { $0.id < $1.id }
    }

    private func report(_ error: any Error) {
        if let failure = error as? StoreFailure { onFailure?(failure) }
    }
}
