// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is still being downloaded: the part beside its place, and the record of what it is a part of.

import Glibc
import JarvisCore
import JarvisPlatform

/// The part of one file, locked against other downloads to the same place until it is released or goes.
final class PartialFile: @unchecked Sendable {
    // Unchecked: `file` and the paths are constant; the variables are touched on the downloader's worker thread only.
    private let path: String
    private let file: OpenFile
    private(set) var size: Int
    private(set) var record: DownloadRecord?

    private var partPath: String { Self.partPath(path) }
    private var recordPath: String { partPath + ".json" }

    private static func partPath(_ path: String) -> String { path + ".part" }

    /// Opens the part that an earlier attempt left, or an empty one.
    /// - Throws: `StoreFailure`; `inputOutput` with `EBUSY` while another download writes there.
    init(for path: String) throws(StoreFailure) {
        self.path = path
        try Folder.create(Folder.parent(of: path))
        file = try Self.open(Self.partPath(path))
        size = try file.status().size
        record = try AtomicFile.read(Self.partPath(path) + ".json").flatMap { DownloadRecord(parsing: $0) }
    }

    private static func open(_ path: String) throws(StoreFailure) -> OpenFile {
        while true {
            let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_APPEND)
            guard try file.lock() else { throw .inputOutput(path: path, errno: EBUSY) }
            // Another download may have finished between opening and locking: then this is its file, under its name.
            var named = FileStatus()
            if FileSystem().statusOfPath(path, &named) >= 0, try file.status().isSameFile(as: named) { return file }
        }
    }

    /// Forgets the part; what comes belongs to another version, or to one that cannot be told apart.
    func restart() throws(StoreFailure) {
        // In this order: after a crash a record never speaks of bytes of another version.
        _ = FileSystem().remove(recordPath)
        record = nil
        try file.truncate(to: 0)
        size = 0
    }

    /// Notes of which version the bytes are that will be appended.
    func begin(_ record: DownloadRecord) throws(StoreFailure) {
        try restart()
        try AtomicFile.write(recordPath, record.bytes)
        self.record = record
    }

    func append(_ bytes: [UInt8]) throws(StoreFailure) {
        try file.write(bytes)
        size += bytes.count
    }

    /// Adds some of the file to a checksum.
    /// - Returns: How many bytes; 0 at the end.
    func add(to checksum: Checksum, from offset: Int) throws(StoreFailure) -> Int {
        let bytes = try file.read(at: offset, count: min(1 << 20, size - offset))
        checksum.add(bytes)
        return bytes.count
    }

    /// Puts the finished file into its place.
    func commit() throws(StoreFailure) {
        try file.synchronize()
        try StoreFailure.check(FileSystem().rename(partPath, path), path)
        _ = FileSystem().remove(recordPath)
        try Folder.synchronize(Folder.parent(of: path))
    }

    /// Lets the next download in; this object is of no use after it.
    func release() { file.unlock() }

    /// Keeps nothing.
    func discard() {
        _ = FileSystem().remove(recordPath)
        _ = FileSystem().remove(partPath)
    }
}
