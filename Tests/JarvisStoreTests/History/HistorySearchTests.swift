// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(2))) struct HistorySearchTests {
    @Test(arguments: [
        ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Ärger", "arger"), ("Straße", "strasse"), ("ΆΣ", "ας"),
        ("Ёлка", "елка"), ("TIẾNG VIỆT", "tieng viet"), ("Łódź", "lodz"), ("日本語", "日本語"), ("İstanbul", "istanbul"),
        ("שָׁלוֹם", "שלום"), ("한국어", "한국어"), ("🎉", "🎉"),
    ])
    func foldingForgetsCaseAndMarks(text: String, expected: String) {
        #expect(SearchFolding.fold(text) == SearchFolding.fold(expected))
    }

    @Test func differentWordsStayDifferent() {
        #expect(SearchFolding.fold("cafe") != SearchFolding.fold("cape"))
        #expect(SearchFolding.fold("か") != SearchFolding.fold("は"))
    }

    @Test func allWordsMustBeThereAndTheNewestComesFirst() async throws {
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
