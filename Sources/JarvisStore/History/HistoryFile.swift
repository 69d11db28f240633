// SPDX-License-Identifier: GPL-3.0-or-later
// The active file of the history and its lock: opening, following what other processes do to it, and appending. All
// calls block; the store's actor owns this object and runs on a thread of its own.

import Glibc
import JarvisCore
import JarvisPlatform

/// `messages.jsonl` in one folder, shared with other processes, and the archive of what no longer fits into it.
/// `HistoryRecord` has the format.
///
/// - A lock (`flock` on the file `lock`) is held while reading news (shared) and while writing (exclusive). No
///   process sees half a line, and every writer knows all earlier lines.
/// - The file only grows, or is replaced by another one; a process notices the second by the inode.
final class HistoryFile {
    /// Longer lines are damage.
    static let maximumLineLength = 16 << 20

    let folder: String
    let path: String
    let system: FileSystem
    let archive: HistoryArchive
    /// How large the active file grows, and how large segments are, in bytes.
    let segmentSize: Int
    var index = HistoryIndex()
    /// Why nothing can be written, as far as is known.
    private(set) var writeFailure: StoreFailure?
    /// Set to have `changes` collected.
    var isObserved = false
    private(set) var changes: [HistoryChange] = []
    /// True when the first line says what the file is.
    private(set) var hasHeader = false
    /// The first line with its newline, when it is a header.
    private(set) var header: [UInt8] = []
    /// True when the history was cleared and the archive, which no longer counts, has not been removed yet.
    private(set) var isCleared = false
    private var data: OpenFile?
    private var identity = FileStatus()
    private var lock: OpenFile?
    private(set) var isWritable = false
    /// A line at the end that could not be made durable nor be cut off again; it does not count.
    private var refused: Range<Int>?
    private var hasLooked = false

    init(folder: String, segmentSize: Int, system: FileSystem) {
        self.folder = folder
        path = folder + "/messages.jsonl"
        self.segmentSize = segmentSize
        self.system = system
        archive = HistoryArchive(folder: folder, system: system)
    }

    /// The identity of the newest message, as far as it has been read.
    var newest: ULID? { [index.last?.id, archive.last].compactMap(\.self).max() }

    /// True when anything has ever been kept here.
    var exists: Bool {
        var status = FileStatus()
        return ![-Int(ENOENT), -Int(ENOTDIR)].contains(system.statusOfPath(path, &status))
    }

    /// Runs `body` on the file as it is now, with all that other processes have written.
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

    /// Runs `body` while no other process reads or writes; makes the file when there is none.
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

    /// Adds a line and returns once it is durable. On failure the file is as it was. Only inside `writing`.
    func append(_ line: [UInt8]) throws(StoreFailure) {
        guard let data else { throw .readOnly(path: path) }
        guard line.count <= Self.maximumLineLength else { throw .inputOutput(path: path, errno: EMSGSIZE) }
        let size = index.end
        var bytes: [UInt8] = size == 0 ? HistoryRecord.headerLine : []
        // What a crash has left of a line must not swallow this one.
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
        // It is durable: trouble after this is not a failure to keep it. Where locks do not work it may be elsewhere.
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

    /// Notes a change, if changes are being collected.
    func note(_ change: HistoryChange) {
        if isObserved { changes.append(change) }
    }

    /// The changes since the last time.
    func takeChanges() -> [HistoryChange] {
        defer { changes.removeAll() }
        return changes
    }

    // MARK: Opening

    /// Makes the folder and the lock where that is possible; reading works without.
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

    /// True when the folder has been removed, or replaced, while the lock was open: the lock then protects nothing.
    private var lockIsGone: Bool {
        guard let held = try? lock?.status() else { return false }
        var status = FileStatus()
        let result = system.statusOfPath(folder + "/lock", &status)
        if result == -Int(ENOENT) || result == -Int(ENOTDIR) { return true }
        return result >= 0 && !status.isSameFile(as: held)
    }

    /// Takes from group and others what older versions or a copied folder may have given them.
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
        // Until its header has been read it is not known.
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

    /// Tries again what did not work when the file was opened: the disk may be writable by now.
    private func becomeWritable() throws(StoreFailure) {
        if !isWritable {
            var status = FileStatus()
            try StoreFailure.check(system.statusOfPath(path, &status), path)
            try open(status)
            if !isWritable { throw writeFailure ?? .readOnly(path: path) }
        }
        // Still there means that it is still the file's end: no other process has written after it.
        guard let refused, let data else { return }
        try data.truncate(to: refused.lowerBound)
        self.refused = nil
    }

    /// Forgets the open file, after it has been replaced.
    func reopen() throws(StoreFailure) {
        data = nil
        index = HistoryIndex()
        let wasObserved = isObserved
        isObserved = false
        defer { isObserved = wasObserved }
        try refresh()
    }

    // MARK: Following

    /// Takes in what has happened to the files since the last time.
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
        // Until all of it has been read, it has to be done again.
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
        // What others have changed in the archive, or sealed before this process has seen it, is not told in detail.
        if change == .rewritten || archive.last.map({ last in formerNewest.map { $0 < last } ?? true }) ?? false {
            return note(.replaced)
        }
        // The new file is read as far back as the old one was, to tell what is different.
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
