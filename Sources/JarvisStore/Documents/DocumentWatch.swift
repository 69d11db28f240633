// SPDX-License-Identifier: GPL-3.0-or-later
// Reports changes to a document. A timer must ring and a list must be shown even if the file watch is refused (too many
// watches) or ends because the folder was removed, so this process also reports its own writes.

import JarvisCore
import JarvisPlatform
import Synchronization

/// The observers of one file, and the watch shared among them. Safe to use from any thread.
final class DocumentWatch: Sendable {
    private let file: JSONDocumentFile
    private let broadcast = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
    private let watching: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ file: JSONDocumentFile) {
        self.file = file
    }

    deinit {
        watching.withLock { $0?.cancel() }
    }

    /// Yields after each burst of changes, buffering at most one.
    func changes() -> AsyncStream<Void> {
        let stream = broadcast.stream { [weak self] in self?.watchWhileObserved() }
        watchWhileObserved()
        return stream
    }

    /// Reports a write by this process, and restarts the watch if it has ended.
    func hasChanged() {
        // Watch before observers read the file, so no change by another process falls in between.
        watchWhileObserved()
        broadcast.send()
    }

    private func watchWhileObserved() {
        watching.withLock { task in
            guard broadcast.isObserved else {
                task?.cancel()
                task = nil
                return
            }
            if task == nil { task = makeWatch() }
        }
    }

    private func makeWatch() -> Task<Void, Never>? {
        try? Folder.create(file.folder, system: file.system)
        guard let changes = try? FileWatcher.changes(folder: file.folder, name: file.name) else { return nil }
        return Task { [weak self] in
            for await _ in changes { self?.broadcast.send() }
            // Unless cancelled, the folder is gone. The next change by this process creates it and watches it again.
            if !Task.isCancelled { self?.watchEnded() }
        }
    }

    private func watchEnded() {
        watching.withLock { $0 = nil }
        broadcast.send()
    }
}
