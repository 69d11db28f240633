// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisStore
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3))) struct ListStoreTests {
    private let folder: TemporaryFolder
    private let store: JSONListStore
    private var path: String { folder.path + "/jarvis/lists.json" }

    init() throws {
        folder = try TemporaryFolder()
        store = JSONListStore(path: folder.path + "/jarvis/lists.json")
    }

    private func write(_ text: String) throws {
        try Folder.create(folder.path + "/jarvis")
        try AtomicFile.write(path, Array(text.utf8))
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
    }

    private func add(_ items: [String], to name: String, _ store: JSONListStore) async throws {
        try await store.update { lists in
            let place = lists.firstIndex { $0.name == name } ?? lists.endIndex
            if place == lists.endIndex { lists.append(NamedList(name: name)) }
            lists[place].items += items
        }
    }

    @Test func changesByAnotherStoreAreReported() async throws {
        var changes = store.changes().makeAsyncIterator()
        try await add(["milk"], to: "shopping", JSONListStore(path: path))
        #expect(await changes.next() != nil)
        #expect(try await store.lists().map(\.items) == [["milk"]])
    }

    @Test func ownChangeIsReportedAfterTheFolderWasRemoved() async throws {
        var changes = store.changes().makeAsyncIterator()
        try await add(["milk"], to: "shopping", store)
        #expect(await changes.next() != nil)
        try folder.remove("jarvis")
        while try await !store.lists().isEmpty { #expect(await changes.next() != nil) }
        try await add(["bread"], to: "shopping", store)
        repeat { #expect(await changes.next() != nil) } while try await store.lists().isEmpty
    }

    @Test func listsSurviveARestartInOrder() async throws {
        #expect(try await store.lists().isEmpty)
        try await add(["milk", "eggs", "milk"], to: "shopping", store)
        try await add([], to: "gift \"ideas\"", store)
        try await add(["call mum"], to: "to-do", store)
        let other = JSONListStore(path: path)
        let lists = try await other.lists()
        #expect(lists.map(\.name) == ["shopping", "gift \"ideas\"", "to-do"])
        #expect(lists.map(\.items) == [["milk", "eggs", "milk"], [], ["call mum"]])
        var status = FileStatus()
        #expect(FileSystem().statusOfPath(path, &status) == 0)
        #expect(status.permissions & 0o777 == 0o600)
    }

    @Test func concurrentStoresLoseNoItems() async throws {
        let other = JSONListStore(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = number % 2 == 0 ? store : other
                group.addTask { try await add(["\(number)"], to: "shopping", store) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await store.lists()[0].items) == Set((0..<40).map(String.init)))
    }

    @Test func anUnreadableItemIsReportedAndSetAside() async throws {
        let whole =
            #"{"version":1,"lists":[{"name":"shopping"}],"items":[{"list":"shopping","text":"milk"},{"list":"shopping","text":7},{"since":9}]}"#
        try write(whole)
        #expect(try await store.lists() == [NamedList(name: "shopping", items: ["milk"])])
        #expect(
            store.notices.map(\.advice).contains { $0.contains("one entry can't be read") && $0.contains("damaged-1") })
        #expect(try text(path + ".damaged-1") == whole)
        #expect(try text(path).contains("\"since\""), "what a later version may have written stays")
        // Only once: the next change clears the damage.
        try await add(["eggs"], to: "shopping", store)
        let next = JSONListStore(path: path)
        #expect(try await next.lists().first?.items == ["milk", "eggs"])
        #expect(next.notices.isEmpty)
    }

    @Test func invisibleCharactersAreRemoved() async throws {
        try await add(["mi\u{200B}lk", "\u{2060}", "\u{2764}\u{FE0F}"], to: "shop\u{FEFF}ping", store)
        #expect(try await store.lists() == [NamedList(name: "shopping", items: ["milk", "\u{2764}\u{FE0F}"])])
    }

    @Test func aDamagedFileIsReportedAndNotReadAsEmpty() async throws {
        try write("{\"lis")
        for _ in 0..<3 {
            await #expect(throws: StoreFailure.self) { try await store.lists() }
        }
        #expect(store.notices.count == 1)
        // Another process, or the next start, doesn't read it as empty either.
        await #expect(throws: StoreFailure.self) { try await JSONListStore(path: path).lists() }
        #expect(try text(path + ".damaged-1") == "{\"lis")
        // The next change starts a new file.
        try await add(["milk"], to: "shopping", store)
        #expect(try await store.lists().map(\.items) == [["milk"]])
    }

    @Test func readableItemsOfADamagedFileAreKept() async throws {
        try await add(["milk", "eggs", "bread"], to: "shopping", store)
        let whole = try text(path)
        // Cuts the last item in the middle.
        try write(String(whole.prefix(whole.count - 40)))
        let other = JSONListStore(path: path)
        #expect(try await other.lists() == [NamedList(name: "shopping", items: ["milk", "eggs"])])
        #expect(other.notices.contains { $0.advice.contains("damaged-1") })
    }

    @Test func unknownFieldsAndListsSurviveAChange() async throws {
        try write(
            """
            {"version":1,"later":true,"lists":[{"name":"shopping","colour":"red"},{"kind":"smart"}],
             "items":[{"list":"shopping","text":"milk","price":2},{"list":"shopping","text":"eggs"},7]}
            """)
        try await add(["bread"], to: "shopping", store)
        try await store.update { $0[0].items.removeAll { $0 == "eggs" } }
        #expect(try await store.lists().map(\.items) == [["milk", "bread"]])
        let written = try text(path)
        for part in ["red", "smart", "\"price\": 2", "\"later\": true"] {
            #expect(written.contains(part), "\(part)")
        }
        #expect(try text(path + ".damaged-1").contains("7"), "what is no item at all is kept beside")
        #expect(!written.contains("eggs"))
    }

    @Test func aFullDiskKeepsTheOldFile() async throws {
        try await add(["milk"], to: "shopping", store)
        var system = FileSystem()
        system.write = { _, _ in -Int(ENOSPC) }
        let full = JSONListStore(path: path, system: system)
        await #expect(throws: StoreFailure.self) { try await add(["eggs"], to: "shopping", full) }
        #expect(try await store.lists().map(\.items) == [["milk"]])
    }

    @Test func deeplyNestedBracketsAreRejected() async throws {
        try write(String(repeating: "[{", count: 200_000))
        await #expect(throws: StoreFailure.self) { try await store.lists() }
    }
}
