// SPDX-License-Identifier: GPL-3.0-or-later
// Erased messages disappear from every file at once.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(10))) struct HistoryErasingTests {
    typealias Store = JSONLinesConversationStore
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The files that contain a word.
    private func files(with word: String) throws -> [String] {
        try folder.files.filter { name in
            guard !FolderTree.isFolder(folder.path + "/" + name) else { return false }
            return SearchFolding.fold(try folder.text(name)).contains(word)
        }
    }

    private func history(sealed: Bool) async throws -> (Store, [Message]) {
        let store = Store(folder: folder.path, segmentSize: 900)
        let messages = try await store.append(texts: (0..<20).map { $0 == 7 ? "the code is zanzibar" : "m\($0)" })
        if sealed {
            try await store.seal()
            // The index holds the texts as well.
            _ = try await store.search("zanzibar", kinds: nil, limit: 1)
        }
        return (store, messages)
    }

    @Test(arguments: [false, true]) func erasedMessagesAreInNoFileAndCanBeRestored(sealed: Bool) async throws {
        let (store, messages) = try await history(sealed: sealed)
        #expect(try !files(with: "zanzibar").isEmpty)
        try await store.erase([messages[7].id], askedIn: nil)
        #expect(try files(with: "zanzibar").isEmpty)
        #expect(try await store.texts() == messages.map(\.text).filter { $0.hasPrefix("m") })
        // A caller that kept the message can restore it in its place.
        try await store.restore([messages[7]])
        #expect(try await reopened(folder.path).texts == messages.map(\.text))
    }

    @Test func theTurnThatAsksForErasureIsNotStored() async throws {
        let (store, messages) = try await history(sealed: false)
        let turn = TurnID(rawValue: 9)
        func draft(_ text: String) -> MessageDraft { MessageDraft(turn: turn, kind: .user, text: text, source: .typed) }
        _ = try await store.append(draft("forget zanzibar"))
        try await store.erase([messages[7].id], askedIn: turn)
        let reply = try await store.append(draft("I've forgotten zanzibar."))
        #expect(reply.text == "I've forgotten zanzibar." && reply.id > messages[19].id)
        #expect(try files(with: "zanzibar").isEmpty)
        let next = try await store.append(.said("next"))
        #expect(next.id > messages[19].id)
        #expect(try await store.texts().suffix(2) == ["m19", "next"])
    }

    /// "No, buy bread": the earlier note is erased, and its replacement is made in the same turn.
    @Test func aNoteMadeInTheErasingTurnIsKept() async throws {
        let (store, messages) = try await history(sealed: false)
        let turn = TurnID(rawValue: 9)
        func note(_ text: String) -> MessageDraft { MessageDraft(turn: turn, kind: .note, text: text, source: .typed) }
        _ = try await store.append(note("made before"))
        try await store.erase([messages[7].id], askedIn: turn)
        let after = try await store.append(note("made after"))
        #expect(try await store.message(after.id).text == "made after")
        #expect(try await reopened(folder.path).texts.suffix(2) == ["made before", "made after"])
        try await store.eraseAll(askedIn: turn) { $0.text == "m3" }
        #expect(try await store.texts().suffix(2) == ["made before", "made after"])
    }

    @Test func erasingAnUnknownMessageErasesNothing() async throws {
        let (store, messages) = try await history(sealed: true)
        try await store.delete([messages[3].id])
        await #expect(throws: StoreFailure.unknownMessage(messages[3].id)) {
            try await store.erase([messages[7].id, messages[3].id], askedIn: nil)
        }
        #expect(try !files(with: "zanzibar").isEmpty)
    }

    @Test(arguments: [false, true]) func eraseAllAlsoRemovesUnreadableData(sealed: Bool) async throws {
        let (store, messages) = try await history(sealed: sealed)
        // Sealing, which has begun by itself, takes lines out of the file that is written to next.
        await store.sealing?.value
        try folder.write(try folder.bytes("messages.jsonl") + Array("spoilt zanzibar\n".utf8), to: "messages.jsonl")
        try folder.write([1], to: "messages.jsonl.new-1")
        try await store.eraseAll { $0.text.contains("zanzibar") }
        #expect(try files(with: "zanzibar").isEmpty)
        #expect(!folder.files.contains { $0.contains("quarantine") || $0.contains(".new-") })
        #expect(try await store.texts().count == messages.count - 1)
        try await store.eraseAll { _ in true }
        #expect(try await reopened(folder.path).texts.isEmpty)
        #expect(try files(with: "m19").isEmpty)
    }

    @Test func otherStoresNoticeTheErasure() async throws {
        let (store, messages) = try await history(sealed: false)
        let other = Store(folder: folder.path)
        let changes = await other.changes()
        try await store.erase([messages[7].id], askedIn: nil)
        _ = await next(changes)
        #expect(try await !other.texts().contains { $0.contains("zanzibar") })
    }

    /// A FIFO in place of an index, then of a segment.
    @Test func aPipeInTheArchiveIsReportedAtOnce() async throws {
        let (_, messages) = try await history(sealed: true)
        let segment = try #require(folder.files.first { $0.hasPrefix("archive/") && $0.hasSuffix(".jsonl") })
        let index = try #require(folder.files.first { $0.hasPrefix("index/") })
        try folder.remove(index)
        try #require(mkfifo(folder.path + "/" + index, 0o600) == 0)
        #expect(try await Store(folder: folder.path).texts() == messages.map(\.text))
        try folder.remove(segment)
        try #require(mkfifo(folder.path + "/" + segment, 0o600) == 0)
        await #expect(throws: StoreFailure.inputOutput(path: folder.path + "/" + segment, errno: ENXIO)) {
            try await Store(folder: folder.path).texts()
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool {
        let word = Array(word.utf8)
        guard count >= word.count else { return false }
        return (0...(count - word.count)).contains { self[$0..<($0 + word.count)].elementsEqual(word) }
    }
}
