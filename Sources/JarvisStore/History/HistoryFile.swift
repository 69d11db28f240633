// SPDX-License-Identifier: GPL-3.0-or-later
// The active file of the history and its lock: opens it, follows changes by other processes, and appends. All calls
// block; the store's actor owns this object and runs on its own thread.

import Glibc
import JarvisCore
import JarvisPlatform

/// `messages.jsonl` in one folder, shared with other processes, plus the archive of sealed segments. `HistoryRecord`
/// documents the format.
///
/// - A lock (`flock` on the file `lock`) is held while reading changes (shared) and while writing (exclusive). No
///   process sees half a line, and every writer knows all earlier lines.
/// - The file only grows, or is replaced as a whole; other processes detect a replacement by its inode.
final class HistoryFile {
    /// In bytes. Longer lines count as damaged.
    static let maximumLineLength = 16 << 20

    let folder: String
    let path: String
    let system: FileSystem
    let archive: HistoryArchive
    /// The size in bytes at which the active file is sealed, and the target size of segments.
    let segmentSize: Int
    var index = HistoryIndex()
    /// The last known reason why the history cannot be written.
    private(set) var writeFailure: StoreFailure?
    /// Whether to collect `changes`.
    var isObserved = false
    private(set) var changes: [HistoryChange] = []
    /// True if the first line is a valid header.
    private(set) var hasHeader = false
    /// The first line with its newline if it is a header; otherwise empty.
    private(set) var header: [UInt8] = []
    /// True if the history was cleared but the obsolete archive has not been removed yet.
    private(set) var isCleared = false
    private var data: OpenFile?
    private var identity = FileStatus()
    private var lock: OpenFile?
    private(set) var isWritable = false
    /// A trailing line that could neither be made durable nor truncated. It does not count.
    private var refused: Range<Int>?
    private var hasLooked = false

    init(folder: String, segmentSize: Int, system: FileSystem) {
        self.folder = folder
        path = folder + "/messages.jsonl"
        self.segmentSize = segmentSize
        self.system = system
        archive = HistoryArchive(folder: folder, system: system)
    }

    /// The ID of the newest message read so far.
    var newest: ULID? { [index.last?.id, archive.last].compactMap(\.self).max() }

    /// True unless the history file is missing.
    var exists: Bool {
        var status = FileStatus()
        return ![-Int(ENOENT), -Int(ENOTDIR)].contains(system.statusOfPath(path, &status))
    }

    /// Runs `body` on the current file, after reading everything that other processes have written.
    func reading<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        prepare()
        guard let lock else {
            try refresh()
            return try body()
        }
        return try lock.locked(exclusively: false) { () throws(StoreFailure) in
            try refresh()
            return try body()
        }
    }

    /// Runs `body` while no other process reads or writes. Creates the file if missing.
    func writing<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        prepare()
        guard let lock else { throw writeFailure ?? .readOnly(path: folder) }
        do {
            let result = try lock.locked(exclusively: true) { () throws(StoreFailure) in
                try refresh()
                if data == nil {
                    try AtomicFile.write(path, HistoryRecord.headerLine, system: system)
                    try refresh()
                }
                try becomeWritable()
                return try body()
            }
            writeFailure = nil
            return result
        } catch {
            if error.isAboutWriting { writeFailure = error }
            throw error
        }
    }

    /// Appends a line and returns once it is durable. On failure the file stays as it was. Call inside `writing`.
    func append(_ line: [UInt8]) throws(StoreFailure) {
        guard let data else { throw .readOnly(path: path) }
        guard line.count <= Self.maximumLineLength else { throw .inputOutput(path: path, errno: EMSGSIZE) }
        let size = index.end
        var bytes: [UInt8] = size == 0 ? HistoryRecord.headerLine : []
        // End an incomplete line left by a crash, so it doesn't swallow this one.
        if size > 0, try data.read(at: size - 1, count: 1) != [0x0A] { bytes = [0x0A] }
        bytes += line
        do {
            try data.write(bytes)
            try data.synchronizeData()
        } catch {
            let failure = error
            do {
                try data.truncate(to: size)
            } catch {
                refused = (try? data.status()).map { size..<max(size, $0.size) }
            }
            throw failure
        }
        if size == 0 { hasHeader = true }
        // The line is durable, so later errors don't count. Without working locks, it may have landed somewhere else.
        if (try? data.status().size) == size + bytes.count {
            try? takeIn(bytes, base: size)
        } else {
            try? refresh()
        }
    }

    func read(_ range: Range<Int>) throws(StoreFailure) -> [UInt8] {
        guard let data else { return [] }
        return try data.read(at: range.lowerBound, count: range.count)
    }

    /// Records a change if changes are being collected.
    func note(_ change: HistoryChange) {
        if isObserved { changes.append(change) }
    }

    /// Returns the changes collected since the last call, and clears them.
    func takeChanges() -> [HistoryChange] {
        defer { changes.removeAll() }
        return changes
    }

    // MARK: Opening

    /// Creates the folder and the lock if possible. Reading works without them.
    private func prepare() {
        if lockIsGone { lock = nil }
        guard lock == nil else { return }
        do {
            try Folder.create(folder, system: system)
            try keepPrivate(folder, 0o700)
            lock = try OpenFile(folder + "/lock", flags: O_RDWR | O_CREAT, system: system)
        } catch {
            writeFailure = error
            lock = try? OpenFile(folder + "/lock", flags: O_RDONLY, system: system)
        }
    }

    /// True if the folder was removed or replaced while the lock was open. The open lock then protects nothing.
    private var lockIsGone: Bool {
        guard let held = try? lock?.status() else { return false }
        var status = FileStatus()
        let result = system.statusOfPath(folder + "/lock", &status)
        if result == -Int(ENOENT) || result == -Int(ENOTDIR) { return true }
        return result >= 0 && !status.isSameFile(as: held)
    }

    /// Revokes group and other permissions that an older version or a copied folder may have left.
    private func keepPrivate(_ path: String, _ mode: UInt32) throws(StoreFailure) {
        var status = FileStatus()
        try StoreFailure.check(system.statusOfPath(path, &status), path)
        if status.permissions & 0o077 != 0 { try StoreFailure.check(system.changeMode(path, mode), path) }
    }

    private func open(_ status: FileStatus) throws(StoreFailure) {
        do {
            data = try OpenFile(path, flags: O_RDWR | O_APPEND, system: system)
            isWritable = true
        } catch {
            guard case .readOnly = error else { throw error }
            data = try OpenFile(path, flags: O_RDONLY, system: system)
            isWritable = false
            writeFailure = error
        }
        try? keepPrivate(path, 0o600)
        // Stays unset if the header cannot be read.
        identity = FileStatus()
        refused = nil
        try readHeader()
        identity = status
    }

    private func readHeader() throws(StoreFailure) {
        (hasHeader, isCleared, header) = (false, false, [])
        let head = try read(0..<1024)
        let line = head.prefix { $0 != 0x0A }
        guard case .header(let version)? = line.withUnsafeBufferPointer(HistoryRecord.init(line:)) else { return }
        hasHeader = true
        header = Array(head.prefix(line.count + 1))
        isCleared = HistoryRecord.isCleared(header: line)
        guard version > HistoryRecord.version else { return }
        isWritable = false
        writeFailure = .laterVersion(path: path)
    }

    /// Reopens a file that could only be read before: the disk may be writable by now.
    private func becomeWritable() throws(StoreFailure) {
        if !isWritable {
            var status = FileStatus()
            try StoreFailure.check(system.statusOfPath(path, &status), path)
            try open(status)
            if !isWritable { throw writeFailure ?? .readOnly(path: path) }
        }
        // `refresh` resets this once another process has appended, so the refused line is still the last one.
        guard let refused, let data else { return }
        try data.truncate(to: refused.lowerBound)
        self.refused = nil
    }

    /// Drops the open file after it was replaced, and opens the new one.
    func reopen() throws(StoreFailure) {
        data = nil
        index = HistoryIndex()
        let wasObserved = isObserved
        isObserved = false
        defer { isObserved = wasObserved }
        try refresh()
    }

    // MARK: Following

    /// Reads what has changed in the files since the last call.
    private func refresh() throws(StoreFailure) {
        defer { hasLooked = true }
        var status = FileStatus()
        let result = system.statusOfPath(path, &status)
        if result == -Int(ENOENT) || result == -Int(ENOTDIR) {
            let hadFile = data != nil
            data = nil
            index = HistoryIndex()
            try archive.refresh(isForced: hadFile, isCleared: false)
            if hadFile { note(archive.names.isEmpty ? .cleared : .replaced) }
            return
        }
        try StoreFailure.check(result, path)
        if data == nil || !status.isSameFile(as: identity) || status.size < index.end {
            try reload(status)
        } else {
            if try archive.refresh(isForced: false, isCleared: isCleared) != .none { note(.replaced) }
            guard refused?.upperBound != status.size else { return }
            refused = nil
            try readForward(to: status.size)
        }
    }

    private func reload(_ status: FileStatus) throws(StoreFailure) {
        let former = index
        let formerNewest = newest
        let hadArchive = !archive.names.isEmpty
        try open(status)
        // If reading fails below, the next call reloads the file.
        identity = FileStatus()
        index = HistoryIndex(at: status.size)
        let change = try archive.refresh(isForced: true, isCleared: isCleared)
        identity = status
        guard isObserved, hasLooked else { return }
        if archive.names.isEmpty, hadArchive {
            note(.cleared)
            if !index.isComplete { note(.replaced) }
            return
        }
        // Changes in the archive, or messages sealed before this process saw them, are not reported in detail.
        if change == .rewritten || archive.last.map({ last in formerNewest.map { $0 < last } ?? true }) ?? false {
            return note(.replaced)
        }
        // Read the new file as far back as the old one was read, to compare the two.
        while !index.isComplete, former.reachesBelow(index.first?.id) { try extendBackward() }
        try noteDifferences(from: former)
    }
}

extension StoreFailure {
    /// True for errors that prevent every further write.
    fileprivate var isAboutWriting: Bool {
        switch self {
        case .readOnly, .diskFull, .inputOutput, .laterVersion: true
        case .damaged, .busy, .unknownMessage, .invalidImport, .locked: false
        }
    }
}
