// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls used by the stores, as values, so that tests can make single calls fail.

import Glibc

/// The part of `stat` that the stores use.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file, folder
        /// A pipe, a socket or a device.
        case other

        /// The `errno` with which to refuse anything but a file; nil for a file.
        var refusal: Int32? {
            switch self {
            case .file: nil
            case .folder: EISDIR
            // The error that opening a socket, or a pipe without a reader, would give.
            case .other: ENXIO
            }
        }
    }

    public var kind: Kind
    public var device: UInt64
    public var inode: UInt64
    public var size: Int
    public var permissions: UInt32
    /// When the content (of a folder, its names) last changed, in nanoseconds since the epoch.
    public var modifiedNanoseconds: Int64

    public init(
        kind: Kind = .file, device: UInt64 = 0, inode: UInt64 = 0, size: Int = 0, permissions: UInt32 = 0,
        modifiedNanoseconds: Int64 = 0
    ) {
        self.kind = kind
        self.device = device
        self.inode = inode
        self.size = size
        self.permissions = permissions
        self.modifiedNanoseconds = modifiedNanoseconds
    }

    /// True if both describe the same file, even if its content has changed.
    public func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// System calls on files. Each returns its result or the negated `errno`. They are repeated when a signal interrupts
/// them.
public struct FileSystem: Sendable {
    /// Opens a path with flags and permissions; returns the descriptor.
    public var open: @Sendable (String, Int32, UInt32) -> Int = { path, flags, mode in
        outcome { Int(Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))) }
    }
    /// Writes bytes to a descriptor; returns the number written, which may be less.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { file, bytes in
        outcome { Glibc.write(file, bytes.baseAddress, bytes.count) }
    }
    /// Reads into a buffer from an offset; returns the number of bytes read, 0 at the end.
    public var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = { file, room, offset in
        outcome { pread(file, room.baseAddress, room.count, off_t(offset)) }
    }
    /// Makes a file's content durable, with the metadata that reading it needs.
    public var synchronizeData: @Sendable (Int32) -> Int = { file in outcome { Int(fdatasync(file)) } }
    /// Makes a file or folder durable.
    public var synchronize: @Sendable (Int32) -> Int = { file in outcome { Int(fsync(file)) } }
    public var truncate: @Sendable (Int32, Int) -> Int = { file, size in outcome { Int(ftruncate(file, off_t(size))) } }
    public var rename: @Sendable (_ from: String, _ to: String) -> Int = { from, to in
        outcome { Int(Glibc.rename(from, to)) }
    }
    public var remove: @Sendable (String) -> Int = { path in outcome { Int(unlink(path)) } }
    public var makeFolder: @Sendable (String, UInt32) -> Int = { path, mode in
        outcome { Int(mkdir(path, mode_t(mode))) }
    }
    /// Appends the names in a folder in any order, without `.` and `..`.
    public var listFolder: @Sendable (String, inout [String]) -> Int = { path, names in
        guard let folder = opendir(path) else { return -Int(errno) }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else { return -Int(errno) }
            let name = FolderEntry.name(entry)
            if name != ".", name != ".." { names.append(name) }
        }
    }
    /// Changes the permissions of a path.
    public var changeMode: @Sendable (String, UInt32) -> Int = { path, mode in
        outcome { Int(chmod(path, mode_t(mode))) }
    }
    /// Performs a `LOCK_…` operation on a descriptor.
    public var lock: @Sendable (Int32, Int32) -> Int = { file, operation in outcome { Int(flock(file, operation)) } }
    public var statusOfFile: @Sendable (Int32, inout FileStatus) -> Int = { file, status in
        var raw = stat()
        let result = outcome { Int(fstat(file, &raw)) }
        if result >= 0 { status = FileStatus(raw) }
        return result
    }
    public var statusOfPath: @Sendable (String, inout FileStatus) -> Int = { path, status in
        var raw = stat()
        let result = outcome { Int(stat(path, &raw)) }
        if result >= 0 { status = FileStatus(raw) }
        return result
    }

    /// Creates the real system calls.
    public init() {}
}

extension FileStatus {
    init(_ raw: stat) {
        let kind: Kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        self.init(
            kind: kind, device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino), size: Int(raw.st_size),
            permissions: UInt32(raw.st_mode) & 0o7777,
            modifiedNanoseconds: Int64(raw.st_mtim.tv_sec) * 1_000_000_000 + Int64(raw.st_mtim.tv_nsec))
    }
}

/// Repeats a call that a signal has interrupted; converts −1 to the negated `errno`.
private func outcome(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { return -Int(code) }
    }
}
