// SPDX-License-Identifier: GPL-3.0-or-later
// Detects changes of a file by any process (inotify). Watches the folder and filters by name, which covers files that
// are created, deleted or replaced by renaming. Events are read on a separate serial dispatch queue.

public import JarvisCore

/// Watches one file, or a whole folder.
///
/// Changes are reported from `init` on. Create the watcher first and read the file afterwards, or read it again: a change
/// between a read and the start of the watch would go unnoticed.
public final class FileWatcher: Sendable {
    /// Yields after each burst of changes; buffers at most one. Ends when the watcher is released or the folder is
    /// removed.
    public let changes: AsyncStream<Void>
    private let watch: FolderWatches.Watch

    /// - Parameters:
    ///   - folder: The folder to watch, which must exist.
    ///   - name: The file to watch, which need not exist; nil watches every file in the folder.
    public init(folder: String, name: String? = nil) throws(StoreFailure) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        watch = try FolderWatches.ofProcess.add(folder, name: name, continuation)
    }

    deinit {
        watch.cancel()
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
        watch.cancel()
    }
}
