// SPDX-License-Identifier: GPL-3.0-or-later
// Detects changes of a file by any process (inotify). Watches the folder and filters by name, which covers files that
// are created, deleted or replaced by renaming. Events are read on a separate serial dispatch queue.

import Dispatch
import Glibc
public import JarvisCore

/// Watches one file, or a whole folder.
public final class FileWatcher: Sendable {
    /// Yields after each burst of changes; buffers at most one. Ends when the watcher is released or the folder is
    /// removed.
    public let changes: AsyncStream<Void>
    // Unsafe by type only: dispatch sources may be used from any thread, and only `cancel` is called after init.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// - Parameters:
    ///   - folder: The folder to watch, which must exist.
    ///   - name: The file to watch, which need not exist; nil watches every file in the folder.
    public init(folder: String, name: String? = nil) throws(StoreFailure) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { throw StoreFailure(errno: errno, path: folder) }
        let events = UInt32(
            IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF
                | IN_MOVE_SELF | IN_ONLYDIR)
        if inotify_add_watch(descriptor, folder, events) < 0 {
            let code = errno
            close(descriptor)
            throw StoreFailure(errno: code, path: folder)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "jarvis.file-watcher"))
        source.setEventHandler { [name] in
            let news = InotifyEvents.read(from: descriptor, about: name)
            if news.hasChange { continuation.yield() }
            if news.isOver { continuation.finish() }
        }
        source.setCancelHandler {
            close(descriptor)
            continuation.finish()
        }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Yields changes of a file, or of any file in the folder. Watches for as long as the stream is held.
    public static func changes(folder: String, name: String? = nil) throws(StoreFailure) -> AsyncStream<Void> {
        let watcher = try FileWatcher(folder: folder, name: name)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let passing = Task {
                for await _ in watcher.changes { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                passing.cancel()
                watcher.cancel()
            }
        }
    }

    /// Stops watching; `changes` ends.
    public func cancel() {
        source.cancel()
    }
}

private enum InotifyEvents {
    /// Reads all pending events, and returns whether any is about `name`, and whether watching is over.
    static func read(from descriptor: Int32, about name: String?) -> (hasChange: Bool, isOver: Bool) {
        var hasChange = false
        var isOver = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            while true {
                let count = Glibc.read(descriptor, room.baseAddress, room.count)
                if count <= 0 { return }
                var place = 0
                // The layout from inotify(7): wd, mask, cookie, len (32 bits each), then a name of `len` bytes.
                while place + 16 <= count {
                    let mask = room.load(fromByteOffset: place + 4, as: UInt32.self)
                    let length = Int(room.load(fromByteOffset: place + 12, as: UInt32.self))
                    let bytes = room[(place + 16)..<min(place + 16 + length, count)].prefix { $0 != 0 }
                    let isLost = mask & UInt32(IN_Q_OVERFLOW) != 0
                    if isLost || name.map({ bytes.elementsEqual($0.utf8) }) ?? true { hasChange = true }
                    if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isOver = true }
                    place += 16 + length
                }
            }
        }
        return (hasChange, isOver)
    }
}
