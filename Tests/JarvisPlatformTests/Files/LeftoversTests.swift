// SPDX-License-Identifier: GPL-3.0-or-later
// Leftovers of interrupted writes, and FIFOs or folders in place of files.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LeftoversTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/lists.json" }

    init() throws { folder = try TemporaryFolder("jarvis-leftovers") }

    private func write(_ names: String...) throws {
        for name in names { try AtomicFile.write(folder.path + "/" + name, [1]) }
    }

    private var names: [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(folder.path, &names)
        return names.sorted()
    }

    /// A child process that has ended.
    private func deadProcess() throws -> pid_t {
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        try #require(posix_spawnp(&child, "true", nil, nil, &arguments, environ) == 0)
        waitpid(child, nil, 0)
        return child
    }

    @Test func filesLeftByDeadProcessesAreRemoved() throws {
        try Folder.create(folder.path + "/deep/er")
        let (dead, alive) = (try deadProcess(), getppid())
        try write("a.json.new-\(dead).5", "b.json.new-\(alive).5", "deep/er/c.json.new-\(dead)", "d.json", "e.new-x")
        let now = time(nil)
        Leftovers.tidy([folder.path], now: now)
        #expect(names.contains("a.json.new-\(dead).5"), "it may be written at this very moment")
        Leftovers.tidy([folder.path], now: now + 120)
        #expect(names == ["b.json.new-\(alive).5", "d.json", "deep", "e.new-x"])
        #expect(!Environment.exists(folder.path + "/deep/er/c.json.new-\(dead)"))
        // No process takes a day to write a file.
        Leftovers.tidy([folder.path], now: now + 100_000)
        #expect(names == ["d.json", "deep", "e.new-x"])
    }

    @Test func onlyAFewRecentDamagedCopiesAreKept() throws {
        let file = JSONDocumentFile(path: path)
        for number in 1...5 {
            try AtomicFile.write(path, Array("{\"damaged\": \(number)".utf8))
            let damage = try file.locked { () throws(StoreFailure) in try file.replaceDamaged("cut") }
            #expect(damage.keptAs == path + ".damaged-\(number)")
        }
        let copies = names.filter { $0.contains("damaged") }
        #expect(copies == ["lists.json.damaged-3", "lists.json.damaged-4", "lists.json.damaged-5"])
        #expect(Leftovers.beside(path).count == 3)
        Leftovers.tidy([folder.path], now: time(nil) + 89 * 86_400)
        #expect(Leftovers.beside(path).count == 3)
        Leftovers.tidy([folder.path], now: time(nil) + 91 * 86_400)
        #expect(Leftovers.beside(path).isEmpty)
    }

    @Test func erasingAFileErasesItsCopies() throws {
        try write(
            "lists.json", "lists.json.damaged-2", "lists.json.new-123", "lists.json.new-123.4", "lists.json.damaged-x",
            "other.json.damaged-1")
        try JSONDocumentFile(path: path).erase()
        #expect(names == ["lists.json.damaged-x", "lists.json.lock", "other.json.damaged-1"])
        try JSONDocumentFile(path: folder.path + "/none/lists.json").erase()
        try write("elsewhere.json")
        try #require(symlink(folder.path + "/elsewhere.json", path) == 0)
        try JSONDocumentFile(path: path).erase()
        #expect(!names.contains("elsewhere.json") && !names.contains("lists.json"))
    }

    @Test(arguments: [
        (#"{"a":1,"b":[{"c":2},{"c":"#, #"{"a":1,"b":[{"c":2}]}"#), (#"{"a":1,"b":12"#, #"{"a":1}"#),
        (#"{"a":1,"days":{"x":{"n":1},"y":{"n"#, #"{"a":1,"days":{"x":{"n":1}}}"#),
        (#"{"a":tru"#, "{}"), (#"{"a":1,"b"#, #"{"a":1}"#), (#"{"a":"half a te"#, "{}"),
        (#"{"a":1} and more"#, #"{"a":1}"#), ("{", "{}"),
        (#"{"a":[1,2,3"#, #"{"a":[1,2]}"#), (#"{"whole":true}"#, #"{"whole":true}"#),
    ])
    func completeValuesBeforeATruncationAreSalvaged(text: String, salvaged: String) throws {
        let value = try #require(JSONValue(salvaging: Array(text.utf8)))
        #expect(value.line == salvaged)
    }

    @Test(arguments: ["", "nonsense", "\"text"]) func otherTextIsNotSalvaged(text: String) {
        #expect(JSONValue(salvaging: Array(text.utf8)) == nil)
    }

    @Test func aDamagedFileThatCannotBeReplacedStays() throws {
        try AtomicFile.write(path, Array("{\"a\":1,".utf8))
        var system = FileSystem()
        system.write = { _, _ in -Int(ENOSPC) }
        let file = JSONDocumentFile(path: path, system: system)
        #expect(throws: StoreFailure.self) {
            try file.locked { () throws(StoreFailure) in _ = try file.replaceDamaged("cut") }
        }
        #expect(
            names.filter { !$0.hasSuffix(".lock") } == ["lists.json"], "or what is in it would be lost without a word")
    }

    // MARK: What is not a file

    /// Opening a FIFO would wait for its other end forever.
    @Test func fifosAndFoldersAreRefusedAtOnce() throws {
        try #require(mkfifo(path, 0o600) == 0)
        try Folder.create(folder.path + "/folder.json")
        for (name, code) in [("lists.json", ENXIO), ("folder.json", EISDIR)] {
            let place = folder.path + "/" + name
            let failure = StoreFailure.inputOutput(path: place, errno: code)
            #expect(throws: failure) { try AtomicFile.read(place) }
            #expect(throws: failure) { try JSONDocumentFile(path: place).load() }
            let refused = #expect(throws: WholeFile.Failure.self) { try WholeFile.bytes(place) }
            #expect(refused?.code == code)
            #expect(MappedFile(path: place) == nil)
            #expect(!RingerLock.isHeld(reminders: place))
        }
        let text = StoreFailure.inputOutput(path: path, errno: ENXIO).advice
        #expect(text.contains("is a pipe, a socket or a device, not a file"), "\(text)")
        #expect(throws: StoreFailure.inputOutput(path: "/dev/zero", errno: ENXIO)) { try AtomicFile.read("/dev/zero") }
    }

    @Test func aFIFOInPlaceOfTheLockIsRefused() throws {
        try #require(mkfifo(path + ".lock", 0o600) == 0)
        let file = JSONDocumentFile(path: path)
        // The lock is in the way, not the file.
        #expect(throws: StoreFailure.inputOutput(path: path + ".lock", errno: ENXIO)) {
            try file.locked { () throws(StoreFailure) in try file.save(JSONObject()) }
        }
        let text = StoreFailure.inputOutput(path: path + ".lock", errno: ENXIO).advice
        #expect(text.contains("lists.json.lock is a pipe") && text.contains("Move it away"), "\(text)")
    }

    @Test func anUnreadableFileIsNotOverwritten() throws {
        try AtomicFile.write(path, Array("{\"a\":1}".utf8))
        var system = FileSystem()
        system.read = { _, _, _ in -Int(EIO) }
        let file = JSONDocumentFile(path: path, system: system)
        #expect(throws: StoreFailure.inputOutput(path: path, errno: EIO)) {
            try file.update(setAside: { _ in }, read: { $0 }, write: { $1 = $0 }) { $0["a"] = .integer(2) }
        }
        #expect(try AtomicFile.read(path) == Array("{\"a\":1}".utf8))
    }
}
