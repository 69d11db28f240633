// SPDX-License-Identifier: GPL-3.0-or-later
// Loading the history while it changes, and filters that the store cannot apply.

import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisDesktop

/// Searches in steps, as the store on disk does, and may pause after the first step.
private final class SteppingStore: ConversationStore {
    private let base: FakeConversationStore
    private let stepLength: Int
    private let asked = Mutex<[Int]>([])
    /// Finishes when the search may go past its first step.
    private let holding = AsyncStream.makeStream(of: Void.self)

    init(_ messages: [Message], stepLength: Int, isHeld: Bool = false) {
        base = FakeConversationStore(messages: messages)
        self.stepLength = stepLength
        if !isHeld { release() }
    }

    /// The limit of each search.
    var limits: [Int] { asked.withLock { $0 } }

    func release() { holding.continuation.finish() }

    func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error> {
        asked.withLock { $0.append(limit) }
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let all = try await self.base.search(query, kinds: kinds, limit: .max)
                        .filter { message in id.map { message.id < $0 } ?? true }
                    var count = 0
                    repeat {
                        count = min(count + self.stepLength, all.count)
                        continuation.yield(
                            SearchProgress(
                                messages: Array(all.prefix(min(count, limit))), count: count,
                                isComplete: count == all.count))
                        for await _ in self.holding.stream {}
                    } while count < all.count && !Task.isCancelled
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func report() async -> StoreReport { await base.report() }
    func append(_ draft: MessageDraft) async throws -> Message { try await base.append(draft) }
    func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        try await base.page(before: id, limit: limit)
    }
    func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        try await base.search(query, kinds: kinds, limit: limit)
    }
    func message(_ id: MessageID) async throws -> Message { try await base.message(id) }
    func delete(_ ids: [MessageID]) async throws { try await base.delete(ids) }
    func restore(_ messages: [Message]) async throws { try await base.restore(messages) }
    func deleteAll() async throws { try await base.deleteAll() }
    func takeAll(limit: Int) async throws -> [Message]? { try await base.takeAll(limit: limit) }
    func export(_ format: HistoryExportFormat) async throws -> String { try await base.export(format) }
    func changes() async -> AsyncStream<HistoryChange> { await base.changes() }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HistoryFeedTests {
    private let clock = FakeWallClock()

    private func message(_ number: Int, _ kind: MessageKind = .user, _ text: String? = nil) -> Message {
        let digits = String(number)
        return Message(
            id: MessageID(rawValue: String(repeating: "0", count: 26 - digits.count) + digits),
            createdAt: clock.now().advanced(by: .seconds(number)),
            draft: MessageDraft(
                turn: TurnID(rawValue: UInt64(number)), kind: kind, text: text ?? "message \(number)", source: .typed))
    }

    private func query(_ text: String = "", _ filters: Set<MessageFilter> = []) -> HistoryQuery {
        var query = HistoryQuery()
        query.text = text
        query.filters = filters
        return query
    }

    /// Records the changes that a feed reports.
    @MainActor
    private final class Listener {
        var resets: [[MessageID]] = []
        var pages: [[MessageID]] = []
        var removed: [MessageID] = []

        init(_ feed: HistoryFeed) {
            feed.onChange = { [weak self] change in
                guard let self else { return }
                switch change {
                case .reset(let messages): resets.append(messages.map(\.id))
                case .earlier(let page): pages.append(page.map(\.id))
                case .inserted: break
                case .removed(let ids): removed += ids
                }
            }
        }
    }

    /// Records the progress reports of a page.
    @MainActor
    private final class Told {
        var finds: [[Message]] = []
    }

    @Test func deletionsDuringTheFirstLoadStayDeleted() async throws {
        let messages = (1...5).map { message($0) }
        let store = FakeConversationStore(messages: messages)
        store.holdPages()
        let feed = HistoryFeed(store)
        let listener = Listener(feed)
        feed.open()
        await yieldUntil { store.heldPageCount == 1 }
        try await store.delete([messages[2].id])
        await yieldUntil { !listener.removed.isEmpty }
        #expect(listener.removed == [messages[2].id] && !feed.isLoaded, "it is told at once")
        store.releasePages()
        await yieldUntil { feed.isLoaded }
        #expect(listener.resets == [[0, 1, 3, 4].map { messages[$0].id }])
        feed.close()
    }

    @Test func deletionsDuringAnEarlierPageStayDeleted() async throws {
        let messages = (1...80).map { message($0) }
        let store = FakeConversationStore(messages: messages)
        let feed = HistoryFeed(store)
        let listener = Listener(feed)
        feed.open()
        await yieldUntil { feed.isLoaded }
        store.holdPages()
        feed.loadEarlier()
        await yieldUntil { store.heldPageCount == 1 }
        try await store.delete([messages[3].id, messages[7].id])
        // This message is restored before the page arrives.
        try await store.restore([messages[7]])
        try await store.delete([messages[79].id])
        await yieldUntil { listener.removed.last == messages[79].id }
        store.releasePages()
        await yieldUntil { !listener.pages.isEmpty }
        #expect(listener.pages == [messages[..<30].map(\.id).filter { $0 != messages[3].id }])
        feed.close()
    }

    @Test func deletionsDuringASearchStayDeleted() async throws {
        let messages = (1...20).map { message($0) }
        let store = SteppingStore(messages, stepLength: 10, isHeld: true)
        let feed = HistoryFeed(store)
        let listener = Listener(feed)
        feed.open()
        await yieldUntil { feed.isLoaded }
        feed.show(query("message"))
        await yieldUntil { listener.resets.count == 2 }
        #expect(listener.resets.last == messages[10...].map(\.id))
        // One message that is shown, and one that hasn't been found yet.
        let ghosts = [messages[15].id, messages[4].id]
        try await store.delete(ghosts)
        await yieldUntil { !listener.removed.isEmpty }
        store.release()
        // After the second step, and after the page.
        await yieldUntil { listener.resets.count == 4 }
        let rest = messages.map(\.id).filter { !ghosts.contains($0) }
        #expect(listener.resets[2] == rest && listener.resets[3] == rest)
        feed.close()
    }

    @Test func aReloadShowsRestoredMessages() async throws {
        let messages = (1...5).map { message($0) }
        let store = FakeConversationStore(messages: messages)
        store.holdPages()
        let feed = HistoryFeed(store)
        let listener = Listener(feed)
        feed.open()
        await yieldUntil { store.heldPageCount == 1 }
        try await store.delete([messages[2].id])
        await yieldUntil { !listener.removed.isEmpty }
        try await store.restore([messages[2]])
        // The restored message makes the feed load the page again.
        await yieldUntil { store.heldPageCount == 2 }
        store.releasePages()
        await yieldUntil { feed.isLoaded }
        #expect(listener.resets == [messages.map(\.id)])
        feed.close()
    }

    @Test func progressIsReportedOnlyForNewFinds() async throws {
        let messages = (1...2000).map { message($0, .user, $0.isMultiple(of: 90) ? "what is it" : "stop \($0)") }
        let store = SteppingStore(messages, stepLength: 10)
        let told = Told()
        let (page, reader) = try await HistoryPageReader(store, query("", [.questions])).next(50) { finds in
            told.finds.append(finds)
        }
        let questions = messages.filter { $0.text == "what is it" }
        #expect(page == questions && !reader.hasEarlier)
        #expect(told.finds.map(\.count) == Array(1...questions.count), "one question more each time")
        for finds in told.finds { #expect(finds == Array(questions.suffix(finds.count))) }
        let nothing = Told()
        _ = try await HistoryPageReader(store, query("", [.notes])).next(50) { nothing.finds.append($0) }
        #expect(nothing.finds.isEmpty)
    }

    @Test func rareMatchesAreSearchedInGrowingBatches() async throws {
        let store = SteppingStore((1...20_000).map { message($0, .user, "stop") }, stepLength: 3_000)
        let (page, reader) = try await HistoryPageReader(store, query("", [.questions])).next(50)
        #expect(page.isEmpty && !reader.hasEarlier && reader.oldest == message(1).id)
        #expect(store.limits == [50, 100, 200, 400, 800, 1600, 3200, 6400, 6400, 6400])
    }

    /// The expected pages of the store's finds, newest first: each ends after the first multiple of `count` finds that
    /// fills it.
    private func pages(
        of finds: [Message], _ query: HistoryQuery, _ count: Int
    ) -> [(page: [Message], oldest: MessageID?, hasEarlier: Bool)] {
        var pages: [(page: [Message], oldest: MessageID?, hasEarlier: Bool)] = []
        var start = 0
        repeat {
            var end = start
            var page: [Message] = []
            var isWhole = true
            repeat {
                let next = min(end + count, finds.count)
                page += finds[end..<next].filter(query.accepts)
                isWhole = next - end == count
                end = next
            } while page.count < count && isWhole
            pages.append((page.reversed(), end > 0 ? finds[end - 1].id : nil, isWhole))
            start = end
        } while pages.last?.hasEarlier == true
        return pages
    }

    @Test func batchedPagesMatchALinearScan() async throws {
        var random = SeededGenerator(seed: 11)
        let queries = [
            query("", [.commands]), query("", [.questions]), query("", [.questions, .responses]), query("17"),
            query("17", [.questions]), query("", [.calls]), query("nowhere"),
        ]
        for length in [0, 1, 20, 40, 777] {
            let share = Int.random(in: 2..<60, using: &random)
            let messages = (0..<length).map { number in
                let isQuestion = Int.random(in: 0..<share, using: &random) == 0
                return message(
                    number, Int.random(in: 0..<3, using: &random) == 0 ? .assistant : .user,
                    (isQuestion ? "what is " : "stop ") + String(number))
            }
            for query in queries {
                let finds = messages.reversed().filter { message in
                    (query.kinds?.contains(message.kind) ?? true)
                        && (query.text.isEmpty || message.text.contains(query.text))
                }
                for stepLength in [1, 7, 20, 1_000] {
                    let store = SteppingStore(messages, stepLength: stepLength)
                    var reader = HistoryPageReader(store, query)
                    var all: [Message] = []
                    for (number, expected) in pages(of: finds, query, 20).enumerated() {
                        let comment: Comment = "page \(number) of \(length) messages, \(query), \(stepLength)"
                        let (page, next) = try await reader.next(20)
                        #expect(page == expected.page, comment)
                        #expect(next.oldest == expected.oldest && next.hasEarlier == expected.hasEarlier, comment)
                        reader = next
                        all = page + all
                    }
                    #expect(all == messages.filter(query.finds), "\(length) messages, \(query), \(stepLength)")
                }
            }
        }
    }
}
