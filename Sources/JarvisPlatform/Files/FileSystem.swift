// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls that the stores live by, as values: tests put failing ones in their place, one call at a time.

import Glibc

/// What `stat` says about a file, as far as the stores care.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file, folder
        /// A pipe, a socket or a device.
        case other

        /// Why it is not to be read or written as a file: an `errno`; nil for a file.
        var refusal: Int32? {
            switch self {
            case .file: nil
            case .folder: EISDIR
            // What opening a socket, or a pipe without a reader, gives as well.
            case .other: ENXIO
            }
        }
    }

    public var kind: Kind
    public var device: UInt64
    public var inode: UInt64
    public var size: Int
    public var permissions: UInt32
    /// When the content (of a folder: its names) changed last, in nanoseconds since the epoch.
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

    /// True when both are the same file, whatever its content is by now.
    public func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// System calls on files. Each returns its result, or the negated `errno`; none is interrupted by signals.
public struct FileSystem: Sendable {
    /// Path, flags, permissions → descriptor.
    public var open: @Sendable (String, Int32, UInt32) -> Int = { path, flags, mode in
        outcome { Int(Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))) }
    }
    /// Descriptor, bytes → how many were written, which may be fewer.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { file, bytes in
        outcome { Glibc.write(file, bytes.baseAddress, bytes.count) }
    }
    /// Descriptor, room, offset → how many were read; 0 at the end.
    public var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = { file, room, offset in
        outcome { pread(file, room.baseAddress, room.count, off_t(offset)) }
    }
    /// Makes the content of a file durable, and of its metadata what is needed to read it.
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
    /// Path → the names in a folder, in no order, without `.` and `..`.
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
    /// Path, permissions.
    public var changeMode: @Sendable (String, UInt32) -> Int = { path, mode in
        outcome { Int(chmod(path, mode_t(mode))) }
    }
    /// Descriptor, `LOCK_…` operation.
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

    /// The real system calls.
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

/// Makes a call until no signal interrupts it; turns −1 into the negated `errno`.
private func outcome(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { return -Int(code) }
    }
}
