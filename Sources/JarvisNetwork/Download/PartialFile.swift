// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a download in progress: the part next to the target, and the record of the version that it belongs to.

import Glibc
import JarvisCore
import JarvisPlatform

/// The part of a file, locked against other downloads to the same path until it is released or deallocated.
final class PartialFile: @unchecked Sendable {
    // Unchecked: `file` and the paths are constant; the variables are touched on the downloader's worker thread only.
    private let path: String
    private let file: OpenFile
    private(set) var size: Int
    private(set) var record: DownloadRecord?

    private var partPath: String { Self.partPath(path) }
    private var recordPath: String { partPath + ".json" }

    private static func partPath(_ path: String) -> String { path + ".part" }

    /// Opens the part left by an earlier attempt, or an empty one.
    /// - Throws: `StoreFailure`, which is `inputOutput` with `EBUSY` while another download writes there.
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
            // If another download finished between opening and locking, this file has become the finished one, under
            // its final name.
            var named = FileStatus()
            if FileSystem().statusOfPath(path, &named) >= 0, try file.status().isSameFile(as: named) { return file }
        }
    }

    /// Discards the part, because the data to come belongs to another version, or to one that can't be identified.
    func restart() throws(StoreFailure) {
        // Remove the record first: after a crash, it must not describe bytes of another version.
        _ = FileSystem().remove(recordPath)
        record = nil
        try file.truncate(to: 0)
        size = 0
    }

    /// Records the version of the bytes that will be appended.
    func begin(_ record: DownloadRecord) throws(StoreFailure) {
        try restart()
        try AtomicFile.write(recordPath, record.bytes)
        self.record = record
    }

    func append(_ bytes: [UInt8]) throws(StoreFailure) {
        try file.write(bytes)
        size += bytes.count
    }

    /// Adds a block of the file to a checksum.
    /// - Returns: The number of bytes added; 0 at the end of the file.
    func add(to checksum: Checksum, from offset: Int) throws(StoreFailure) -> Int {
        let bytes = try file.read(at: offset, count: min(1 << 20, size - offset))
        checksum.add(bytes)
        return bytes.count
    }

    /// Moves the finished file into place.
    func commit() throws(StoreFailure) {
        try file.synchronize()
        try StoreFailure.check(FileSystem().rename(partPath, path), path)
        _ = FileSystem().remove(recordPath)
        try Folder.synchronize(Folder.parent(of: path))
    }

    /// Unlocks the file for the next download. Don't use this object afterwards.
    func release() { file.unlock() }

    /// Deletes the part and its record.
    func discard() {
        _ = FileSystem().remove(recordPath)
        _ = FileSystem().remove(partPath)
    }
}
