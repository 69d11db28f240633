// SPDX-License-Identifier: GPL-3.0-or-later
// An in-memory disk for histories that are created, damaged and read many times a second.

import Glibc
import JarvisPlatform
import Synchronization

/// Files and folders behind a `FileSystem`. Every write appends to the file, as the store's do; locks always succeed.
final class MemoryDisk: Sendable {
    struct File {
        var bytes: [UInt8]
        var modified: Int64
    }

    /// The whole content; a copy costs nothing until it is changed.
    struct Content {
        var files: [UInt64: File] = [:]
        var names: [String: UInt64] = [:]
        var folders: [String: FileStatus] = ["/": FileStatus(inode: 1)]
        var time: Int64 = 1

        /// The bytes of a file; setting them keeps its stamp, as a failing disk does.
        subscript(path: String) -> [UInt8]? {
            get { names[path].flatMap { files[$0]?.bytes } }
            set { if let newValue, let inode = names[path] { files[inode]?.bytes = newValue } }
        }

        mutating func touch(_ path: String) {
            time += 1
            folders[Folder.parent(of: path)]?.modifiedNanoseconds = time
        }

        /// Creates an empty file.
        mutating func make(_ path: String) -> UInt64 {
            touch(path)
            let inode = UInt64(time) + 1000
            names[path] = inode
            files[inode] = File(bytes: [], modified: time)
            return inode
        }

        /// Moves or removes a file.
        mutating func rename(_ from: String, _ to: String?) -> Int {
            guard let inode = names.removeValue(forKey: from) else { return -Int(ENOENT) }
            if let to { names[to] = inode }
            touch(from)
            return 0
        }

        func status(_ path: String) -> FileStatus? {
            if let folder = folders[path] { return folder }
            return names[path].flatMap(status)
        }

        func status(_ inode: UInt64) -> FileStatus? {
            guard let file = files[inode] else { return nil }
            return FileStatus(
                device: 1, inode: inode, size: file.bytes.count, permissions: 0o600, modifiedNanoseconds: file.modified)
        }
    }

    private struct State {
        var content: Content
        var open: [UInt64] = []
    }

    /// Descriptor numbers that the system does not use, so that closing one has no effect.
    private static let firstDescriptor = 1_000_000
    private let state: Mutex<State>

    init(_ content: Content = Content()) {
        state = Mutex(State(content: content))
    }

    var content: Content { state.withLock { $0.content } }

    private func change(_ file: Int32, _ body: (inout File) -> Int) -> Int {
        state.withLock { state in
            let place = Int(file) - Self.firstDescriptor
            guard state.open.indices.contains(place),
                var inner = state.content.files.removeValue(forKey: state.open[place])
            else { return -Int(EBADF) }
            state.content.time += 1
            inner.modified = state.content.time
            let result = body(&inner)
            state.content.files[state.open[place]] = inner
            return result
        }
    }

    private func open(_ path: String, _ flags: Int32) -> Int {
        state.withLock { state in
            var inode = state.content.names[path]
            if state.content.folders[path] != nil {
                if flags & (O_WRONLY | O_RDWR) != 0 { return -Int(EISDIR) }
                inode = 0
            }
            if inode == nil {
                if flags & O_CREAT == 0 { return -Int(ENOENT) }
                if state.content.folders[Folder.parent(of: path)] == nil { return -Int(ENOENT) }
                inode = state.content.make(path)
            } else if flags & O_EXCL != 0 {
                return -Int(EEXIST)
            }
            state.open.append(inode ?? 0)
            return Self.firstDescriptor + state.open.count - 1
        }
    }

    var system: FileSystem {
        var system = FileSystem()
        system.open = { path, flags, _ in self.open(path, flags) }
        system.write = { file, bytes in
            self.change(file) {
                $0.bytes.append(contentsOf: bytes)
                return bytes.count
            }
        }
        system.read = { file, room, offset in
            self.state.withLock { state in
                let place = Int(file) - Self.firstDescriptor
                guard state.open.indices.contains(place), let bytes = state.content.files[state.open[place]]?.bytes
                else { return -Int(EBADF) }
                let count = max(0, min(room.count, bytes.count - offset))
                if count > 0 {
                    bytes.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[offset..<(offset + count)])) }
                }
                return count
            }
        }
        system.synchronizeData = { _ in 0 }
        system.synchronize = { _ in 0 }
        system.truncate = { file, size in
            self.change(file) {
                $0.bytes.removeLast(max(0, $0.bytes.count - size))
                return 0
            }
        }
        system.rename = { from, to in self.state.withLock { $0.content.rename(from, to) } }
        system.remove = { path in self.state.withLock { $0.content.rename(path, nil) } }
        system.makeFolder = { path, _ in
            self.state.withLock { state in
                state.content.touch(path)
                let status = FileStatus(
                    inode: UInt64(state.content.time), permissions: 0o700, modifiedNanoseconds: state.content.time)
                state.content.folders[path] = status
                return 0
            }
        }
        system.listFolder = { path, names in
            self.state.withLock { state in
                guard state.content.folders[path] != nil else { return -Int(ENOENT) }
                for name in state.content.names.keys where Folder.parent(of: name) == path {
                    names.append(String(name.dropFirst(path.utf8.count + 1)))
                }
                return 0
            }
        }
        system.changeMode = { _, _ in 0 }
        system.lock = { _, _ in 0 }
        system.statusOfFile = { file, status in
            self.state.withLock { state in
                let place = Int(file) - Self.firstDescriptor
                guard state.open.indices.contains(place), let found = state.content.status(state.open[place]) else {
                    return -Int(EBADF)
                }
                status = found
                return 0
            }
        }
        system.statusOfPath = { path, status in
            self.state.withLock { state in
                guard let found = state.content.status(path) else { return -Int(ENOENT) }
                status = found
                return 0
            }
        }
        return system
    }
}
