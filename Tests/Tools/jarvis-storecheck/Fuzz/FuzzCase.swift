// SPDX-License-Identifier: GPL-3.0-or-later
// One fuzz case: however a history is damaged, every way of reading finds the same messages, and repairing, compacting
// and appending lose none.

import JarvisCore
import JarvisPlatform
import JarvisStore

struct FuzzCase {
    static let folder = "/history"
    /// The numbers of damaged lines and files.
    private(set) var lineCount = 0
    private(set) var fileCount = 0
    private var mutator: Mutator
    /// False if an index is wrong despite a valid checksum, or a segment has changed without its stamp: then some
    /// messages are not found until the segment is read again.
    private var isTableTrue = true
    /// False if the texts of an index, which have no checksum, may be damaged: then a search may be wrong.
    private var areTextsTrue = true

    private init(seed: UInt64) {
        mutator = Mutator(seed: seed)
    }

    /// Creates a history of some segments and an active file, the same for the same number.
    static func sample(_ number: Int) async throws -> MemoryDisk.Content {
        let lines = FuzzLines(number)
        let disk = MemoryDisk()
        try Folder.create(folder, system: disk.system)
        let path = folder + "/messages.jsonl"
        try AtomicFile.write(path, lines.header + lines.messages(0..<41), system: disk.system)
        _ = await JSONLinesConversationStore(folder: folder, segmentSize: 3000, system: disk.system).report()
        let rest = lines.messages(41..<60) + lines.deletions
        try AtomicFile.write(path, lines.header + rest, system: disk.system)
        return disk.content
    }

    /// Damages a history and reads it.
    /// - Returns: The number of damaged lines and files.
    static func run(
        seed: UInt64, _ samples: [MemoryDisk.Content]
    ) async throws(FuzzFault) -> (lines: Int, files: Int) {
        var fuzz = FuzzCase(seed: seed)
        let disk = MemoryDisk(fuzz.damaged(samples[fuzz.mutator.below(samples.count)]))
        do {
            try await fuzz.read(disk)
            try await fuzz.change(disk)
        } catch let fault as FuzzFault {
            throw fault
        } catch let failure as StoreFailure {
            // A segment of a later version is only read.
            if case .laterVersion(let path) = failure, path.contains("/archive/") {
                return (fuzz.lineCount, fuzz.fileCount)
            }
            throw FuzzFault(what: "unexpected failure: \(failure)")
        } catch {
            throw FuzzFault(what: "error of another kind: \(error)")
        }
        return (fuzz.lineCount, fuzz.fileCount)
    }

    private mutating func damaged(_ sample: MemoryDisk.Content) -> MemoryDisk.Content {
        var content = sample
        for path in content.names.keys.sorted() {
            guard mutator.below(4) > 0, var bytes = content[path] else { continue }
            if path.hasSuffix(".jsonl") {
                lineCount += mutator.lines(&bytes, chance: mutator.below(90))
            } else if path.hasSuffix(".index") {
                mutator.binary(&bytes)
                areTextsTrue = false
                if mutator.below(2) == 0 {
                    IndexStamp.renew(&bytes, content.status(segment(of: path)))
                    isTableTrue = false
                }
            } else {
                continue
            }
            fileCount += 1
            content[path] = bytes
            if path.contains("/archive/") {
                // A failing disk keeps the modification time; an editor does not.
                if mutator.below(2) == 0 { isTableTrue = false } else { content.stamp(path) }
            }
        }
        // Names: a segment that is missing, has another's name, or should not exist.
        if mutator.below(6) == 0, let path = content.names.keys.sorted().first(where: { $0.contains("/archive/") }) {
            let ends = ["0", "ZZZ", ".jsonl", "x.jsonl"]
            let name = path.dropLast(10) + ends[mutator.below(4)] + (mutator.below(2) == 0 ? ".jsonl" : "")
            _ = content.rename(path, mutator.below(3) == 0 ? nil : String(name))
        }
        return content
    }

    private func segment(of index: String) -> String {
        index.replacing("/index/", with: "/archive/").replacing(".index", with: ".jsonl")
    }

    // MARK: Reading

    private func store(_ disk: MemoryDisk, segmentSize: Int = 3000) -> JSONLinesConversationStore {
        JSONLinesConversationStore(folder: Self.folder, segmentSize: segmentSize, system: disk.system)
    }

    private mutating func read(_ disk: MemoryDisk) async throws {
        let store = store(disk)
        let all = try await CrashWork.messages(store)
        if isTableTrue { try expect(Set(all.map(\.id)).count == all.count, "a message is there twice") }
        // Page by page.
        var paged: [Message] = []
        var before: MessageID?
        for _ in 0...(all.count / 7 + 2) {
            let page = try await store.page(before: before, limit: 7)
            paged = page.messages + paged
            before = page.messages.first?.id
            if !page.hasEarlier { break }
        }
        if isTableTrue { try expect(paged == all, "pages" + Self.difference(all, paged)) }
        for message in all where isTableTrue {
            try expect(try await store.message(message.id) == message, "not found by its identity")
        }
        let known = Set(all.map(\.id))
        let found = try await store.search("", kinds: nil, limit: .max)
        if isTableTrue, areTextsTrue { try expect(found.count == all.count, "found \(found.count) of \(all.count)") }
        let spurious = found.filter { !known.contains($0.id) }
        if isTableTrue { try expect(spurious.isEmpty, "found what is not there: \(spurious.map(\.id))") }
        for word in ["uber", "grosser", "час", "e"] {
            for message in try await store.search(word, kinds: nil, limit: 5) {
                try expect(!isTableTrue || known.contains(message.id), "found what is not there")
            }
        }
        for format in HistoryExportFormat.allCases { _ = try await store.export(format) }
    }

    // MARK: Changing

    private mutating func change(_ disk: MemoryDisk) async throws {
        // An active file whose identities do not ascend is shown as it is until it is sealed.
        let before = try await CrashWork.messages(store(disk)).sorted { $0.id < $1.id }
        let first = store(disk)
        let report = await first.report()
        // A history of a later version is only read.
        if case .laterVersion? = report.writeFailure { return }
        try expect(report.writeFailure == nil, "report: \(report)")
        let after = try await CrashWork.messages(store(disk)).sorted { $0.id < $1.id }
        if isTableTrue { try expect(after == before, "setting aside" + Self.difference(before, after)) }
        let known = try await CrashWork.messages(first).sorted { $0.id < $1.id }
        try expect(known == after, "for the one who set it aside" + Self.difference(after, known))
        let added = try await first.append(
            MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: "added", source: .typed))
        if isTableTrue, let last = after.last { try await first.delete([last.id]) }
        try await first.tidy(retention: .forever)
        let tidied = try await CrashWork.messages(store(disk)).sorted { $0.id < $1.id }
        if isTableTrue {
            try expect(
                tidied == after.dropLast() + [added], "tidying" + Self.difference(after.dropLast() + [added], tidied))
            try expect(await store(disk).report() == StoreReport(), "damage is told twice")
        }
        var document = Array(try await first.export(.json).utf8)
        lineCount += mutator.lines(&document, chance: 5)
        do {
            _ = try await first.importDocument(String(decoding: document, as: UTF8.self))
        } catch let failure as StoreFailure {
            guard case .invalidImport = failure else { throw failure }
        }
        let imported = Set(try await CrashWork.messages(store(disk)).map(\.id))
        try expect(imported.isSuperset(of: tidied.map(\.id)), "an import has lost something")
        try await first.tidy(retention: .month)
    }

    private static func difference(_ first: [Message], _ second: [Message]) -> String {
        let place = zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let place else { return ": \(first.count) → \(second.count)" }
        return ": \(first.count) → \(second.count), at \(place) \(first[place]) → \(second[place])"
    }

    private func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
        if !isTrue { throw FuzzFault(what: what()) }
    }
}

/// A violated rule.
struct FuzzFault: Error {
    var what: String
}

extension MemoryDisk.Content {
    /// Marks the file at `path` as changed now.
    mutating func stamp(_ path: String) {
        time += 1
        if let inode = names[path] { files[inode]?.modified = time }
    }
}
