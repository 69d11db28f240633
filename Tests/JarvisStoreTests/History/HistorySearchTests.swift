// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(10))) struct HistorySearchTests {
    @Test(arguments: [
        ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Ärger", "arger"), ("Straße", "strasse"), ("ΆΣ", "ας"),
        ("Ёлка", "елка"), ("TIẾNG VIỆT", "tieng viet"), ("Łódź", "lodz"), ("日本語", "日本語"), ("İstanbul", "istanbul"),
        ("שָׁלוֹם", "שלום"), ("한국어", "한국어"), ("🎉", "🎉"),
    ])
    func foldingIgnoresCaseAndDiacritics(text: String, expected: String) {
        #expect(SearchFolding.fold(text) == SearchFolding.fold(expected))
    }

    @Test func foldingKeepsDifferentWordsDifferent() {
        #expect(SearchFolding.fold("cafe") != SearchFolding.fold("cape"))
        #expect(SearchFolding.fold("か") != SearchFolding.fold("は"))
    }

    @Test func searchRequiresAllWordsAndReturnsTheNewestFirst() async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let all = try await store.append(texts: ["Tea timer set", "Kaffee", "the TIMER for téa is up", "timer"])
        let note = try await store.append(.said("tea timer note", kind: .note))
        #expect(try await store.search("timer tea", kinds: nil, limit: 10) == [note, all[2], all[0]])
        #expect(try await store.search("timer tea", kinds: [.note], limit: 10) == [note])
        #expect(try await store.search("timer", kinds: nil, limit: 2) == [note, all[3]])
        #expect(try await store.search("absent", kinds: nil, limit: 2).isEmpty)
        try await store.delete([note.id])
        #expect(try await store.search("timer tea", kinds: nil, limit: 10) == [all[2], all[0]])
    }

    /// The first search of a session reads the active file; each part is read a few times, not once per message.
    @Test func theFirstSearchReadsTheActiveFileOnlyAFewTimes() async throws {
        let folder = try TemporaryFolder()
        let padding = String(repeating: "word ", count: 300)
        let texts = (0..<400).map { "message \($0) " + padding }
        let all = try await JSONLinesConversationStore(folder: folder.path).append(texts: texts)
        let size = padding.utf8.count * texts.count
        let amount = Amount()
        var system = FileSystem()
        let read = system.read
        system.read = { file, room, offset in
            let count = read(file, room, offset)
            amount.add(max(0, count))
            return count
        }
        let store = JSONLinesConversationStore(folder: folder.path, system: system)
        #expect(try await store.search("message 399", kinds: nil, limit: 1000) == [all[399]])
        #expect(amount.sum < 4 * size, "\(amount.sum) bytes of \(size)")
    }

    private final class Amount: Sendable {
        private let state = Mutex(0)

        var sum: Int { state.withLock { $0 } }

        func add(_ count: Int) { state.withLock { $0 += count } }
    }

    @Test func tenThousandMessagesArePagedAndSearchedCorrectly() async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 1)
        var messages: [Message] = []
        var last: ULID?
        var bytes = HistoryRecord.headerLine
        for number in 0..<10_000 {
            let time = Timestamp(secondsSinceEpoch: 1_700_000_000 + Int64(number))
            let id = ULID(at: time, after: last, using: &random)
            last = id
            let text =
                number % 100 == 0 ? "rare \(number)" : "common \(number) " + String(repeating: "x", count: number % 300)
            messages.append(Message(id: MessageID(rawValue: id.text), createdAt: time, draft: .said(text)))
            bytes += HistoryRecord.line(messages[number])
        }
        try folder.write(bytes, to: "messages.jsonl")
        let store = JSONLinesConversationStore(folder: folder.path)
        var paged: [Message] = []
        var page = try await store.page(before: nil, limit: 50)
        while true {
            paged = page.messages + paged
            guard page.hasEarlier, let first = page.messages.first else { break }
            page = try await store.page(before: first.id, limit: 50)
        }
        #expect(paged == messages)
        let rare = messages.filter { $0.text.hasPrefix("rare") }
        #expect(try await store.search("RARE", kinds: nil, limit: 1000) == rare.reversed())
        #expect(try await store.message(messages[3].id) == messages[3])
        #expect(await store.report() == StoreReport())
    }
}

/// Searching a history of several segments.
@Suite(.timeLimit(.minutes(10))) struct HistorySegmentSearchTests {
    let folder: TemporaryFolder
    let store: JSONLinesConversationStore
    let all: [Message]

    init() async throws {
        folder = try TemporaryFolder()
        store = JSONLinesConversationStore(folder: folder.path, segmentSize: 3000)
        let words = ["Straße", "tea\nroom", "ЁЛКА", "the", "then", "日本語", "a", "x the theory", "", "needle"]
        var drafts: [MessageDraft] = []
        for number in 0..<400 {
            let text = "\(words[number * 7 % 10]) \(words[number % 10]) \(number)"
            drafts.append(.said(text, kind: MessageKind.allCases[number % 5]))
        }
        var messages: [Message] = []
        for draft in drafts { messages.append(try await store.append(draft)) }
        try await store.seal()
        for draft in drafts.prefix(25) { messages.append(try await store.append(draft)) }
        try await store.delete([messages[7].id, messages[205].id, messages[410].id])
        for number in [410, 205, 7] { messages.remove(at: number) }
        all = messages
    }

    /// The matches found by examining each message, newest first.
    private func expected(_ query: String, _ kinds: Set<MessageKind>?) -> [Message] {
        let words = SearchFolding.words(query).map { String(decoding: $0, as: UTF8.self) }
        return all.reversed().filter { message in
            let folded = String(decoding: SearchFolding.fold(message.text), as: UTF8.self)
            return (kinds?.contains(message.kind) ?? true) && words.allSatisfy { folded.contains($0) }
        }
    }

    @Test(arguments: [
        "strasse", "the", "THE 3", "елка", "本", "a", "room tea", "needle 399", "99", "absent", "e e", "", "7",
    ])
    func indexedSearchMatchesAnExhaustiveSearch(query: String) async throws {
        for kinds in [nil, [.user], [.note, .call]] as [Set<MessageKind>?] {
            let expected = expected(query, kinds)
            #expect(try await store.search(query, kinds: kinds, limit: .max) == expected)
            #expect(try await store.search(query, kinds: kinds, limit: 3) == Array(expected.prefix(3)))
            var last = SearchProgress(messages: [], count: 0, isComplete: false)
            for try await progress in store.finds(query, kinds: kinds, before: nil, limit: 5) {
                #expect(progress.count >= last.count && progress.messages.starts(with: last.messages))
                last = progress
            }
            #expect(last.isComplete && last.count == expected.count)
            #expect(last.messages == Array(expected.prefix(5)))
            guard let bound = last.messages.last else { continue }
            for try await progress in store.finds(query, kinds: kinds, before: bound.id, limit: 5) { last = progress }
            #expect(last.messages == Array(expected.dropFirst(5).prefix(5)))
            #expect(last.count == max(0, expected.count - 5))
        }
    }

    @Test func searchWorksWithoutAWritableIndex() async throws {
        for name in folder.files where name.hasSuffix(".index") { try folder.remove(name) }
        let reader = JSONLinesConversationStore(folder: folder.path, system: FaultySystem.readOnly)
        #expect(try await reader.search("needle", kinds: nil, limit: .max) == expected("needle", nil))
        #expect(!folder.files.contains { $0.hasSuffix(".index") })
    }

    @Test func searchFollowsNewDeletedAndRestoredMessages() async throws {
        #expect(try await store.search("quokka", kinds: nil, limit: 5).isEmpty)
        let message = try await store.append(.said("A Quokka"))
        #expect(try await store.search("quokka", kinds: nil, limit: 5) == [message])
        try await store.delete([message.id])
        #expect(try await store.search("quokka", kinds: nil, limit: 5).isEmpty)
        try await store.restore([message])
        try await store.seal()
        #expect(try await store.search("quokka", kinds: nil, limit: 5) == [message])
    }

    @Test func anAbandonedSearchEnds() async throws {
        for try await progress in store.finds("a", kinds: nil, before: nil, limit: 1) {
            #expect(progress.count > 0)
            break
        }
        let task = Task { try await store.search("absent", kinds: nil, limit: 1) }
        task.cancel()
        #expect(try await task.value.isEmpty)
    }
}
