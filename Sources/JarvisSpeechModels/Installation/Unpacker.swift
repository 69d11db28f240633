// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks model archives, even hostile ones: writes only regular files, below one folder, up to a limit.

import CArchive
import Glibc
import JarvisCore
import JarvisPlatform

/// Unpacks tar (bzip2, gzip, xz, zstd) and zip archives with libarchive. Blocks; use a worker thread.
struct Unpacker {
    private static let mostEntries = 50_000
    private static let blockSize = 1 << 18
    /// The most by which an archive can expand: network weights hardly compress at all.
    private static let largestRatio = 100

    /// The archive exceeds the caller's limit.
    struct LimitReached: Error {
        /// The archive's estimated total size, extrapolated from the part unpacked so far.
        var neededBytes: Int
    }

    /// The number of bytes that may still be written, and the number written so far.
    private struct Room {
        /// The bytes left of the caller's limit.
        var rest: Int
        /// The bytes left of the most that an archive of this size can contain.
        var likelyRest: Int
        let archiveSize: Int
        var written = 0

        mutating func take(_ count: Int) {
            rest -= count
            likelyRest -= count
            written += count
        }

        /// Estimates the total size of the files from the part written so far.
        /// - Parameter read: The number of archive bytes read so far.
        func estimate(after read: Int) -> Int {
            let share = min(1, Double(max(1, read)) / Double(max(1, archiveSize)))
            return max(written, Int(min(Double(written) / share, 1e15)))
        }
    }

    private let functions: archive_functions

    init() throws(ModelFailure) {
        var functions = archive_functions()
        if let reason = archive_load(&functions) { throw .unpackerMissing(reason: String(cString: reason)) }
        self.functions = functions
    }

    /// Writes an archive's regular files into a folder, which is created. Skips links and devices, as well as files
    /// that are only for trying the model: sound, and other programs' phoneme tables.
    /// - Parameters:
    ///   - limit: The most bytes to write.
    ///   - progress: Receives the number of archive bytes read.
    /// - Throws: `LimitReached`, `ModelFailure`, `StoreFailure` or `CancellationError`.
    func unpack(
        _ archive: String, into folder: String, limit: Int, cancellation: CancellationFlag, progress: (Int) -> Void
    ) throws {
        let name = String(archive.split(separator: "/").last ?? "")
        var status = FileStatus()
        guard FileSystem().statusOfPath(archive, &status) >= 0 else { throw ModelFailure.sourceMissing(path: archive) }
        let size = ModelInstaller.bounded(status.size)
        var room = Room(rest: limit, likelyRest: (size + (1 << 20)) * Self.largestRatio, archiveSize: size)
        guard let reader = functions.read_new() else {
            throw ModelFailure.archiveDamaged(name: name, reason: "out of memory")
        }
        defer { _ = functions.read_free(reader) }
        for support in [
            functions.read_support_filter_bzip2, functions.read_support_filter_gzip, functions.read_support_filter_xz,
            functions.read_support_filter_zstd, functions.read_support_format_tar, functions.read_support_format_zip,
        ] {
            _ = support?(reader)
        }
        try check(functions.read_open_filename(reader, archive, Self.blockSize), reader, name)
        try Folder.create(folder)
        var entry: OpaquePointer?
        for _ in 0..<Self.mostEntries {
            if cancellation.isCancelled { throw CancellationError() }
            guard try check(functions.read_next_header(reader, &entry), reader, name) else { return }
            guard let entry, functions.entry_filetype(entry) == S_IFREG, functions.entry_hardlink(entry) == nil else {
                continue
            }
            guard let text = functions.entry_pathname_utf8(entry) else { continue }
            let path = String(cString: text)
            guard Self.isInside(path) else { throw ModelFailure.archiveUnsafe(name: name, entry: path) }
            guard Self.isWanted(path) else { continue }
            let file = try create(path, in: folder, name)
            try write(file, reader, name, &room, cancellation, progress)
        }
        throw ModelFailure.archiveTooLarge(name: name)
    }

    /// Creates the file of an entry.
    /// - Throws: `archiveDamaged` for an entry that cannot be a file, such as one below another file.
    private func create(_ entry: String, in folder: String, _ name: String) throws -> OpenFile {
        let path = folder + "/" + entry
        do {
            try Folder.create(Folder.parent(of: path))
            return try OpenFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions: 0o600)
        } catch {
            guard case .inputOutput(_, let code) = error, Self.faultsOfEntries.contains(code) else { throw error }
            let reason = "\(entry.prefix(40)): \(StoreFailure.systemText(of: code))"
            throw ModelFailure.archiveDamaged(name: name, reason: reason)
        }
    }

    private static let faultsOfEntries: Set = [EEXIST, EISDIR, ENOTDIR, ENAMETOOLONG]

    private func write(
        _ file: OpenFile, _ reader: OpaquePointer, _ name: String, _ room: inout Room, _ cancellation: CancellationFlag,
        _ progress: (Int) -> Void
    ) throws {
        while true {
            if cancellation.isCancelled { throw CancellationError() }
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, filled in
                count = functions.read_data(reader, buffer.baseAddress, Self.blockSize)
                filled = max(0, count)
            }
            guard count >= 0 else { throw damage(reader, name) }
            guard count > 0 else { return }
            let read = Int(functions.filter_bytes(reader, -1))
            room.take(count)
            guard room.likelyRest >= 0 else { throw ModelFailure.archiveTooLarge(name: name) }
            guard room.rest >= 0 else { throw LimitReached(neededBytes: room.estimate(after: read)) }
            try file.write(bytes)
            progress(read)
        }
    }

    /// Checks the status that libarchive has returned.
    /// - Returns: False at the end of the archive.
    /// - Throws: `ModelFailure.archiveDamaged`.
    @discardableResult
    private func check(_ status: Int32, _ reader: OpaquePointer, _ name: String) throws -> Bool {
        switch Int(status) {
        case archive_ok, archive_warning: return true
        case archive_end: return false
        default: throw damage(reader, name)
        }
    }

    private func damage(_ reader: OpaquePointer, _ name: String) -> ModelFailure {
        let reason = functions.error_string(reader).map { String(cString: $0) } ?? "it ends early"
        return .archiveDamaged(name: name, reason: reason)
    }

    static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.hasSuffix("/")
    }

    private static func isWanted(_ path: String) -> Bool {
        !path.hasSuffix(".wav") && !path.contains("espeak-ng-data/")
    }
}
