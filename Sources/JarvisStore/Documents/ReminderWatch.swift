// SPDX-License-Identifier: GPL-3.0-or-later
// Tells when the reminders' file changes. A timer that goes unnoticed does not ring, so nothing is left to the watch on
// the file alone: it may be refused (too many watches), and it ends when the folder is removed.

import JarvisCore
import JarvisPlatform
import Synchronization

/// Those who wait for changes of one file, and the watch on it. Used from any thread.
final class ReminderWatch: Sendable {
    private let file: JSONDocumentFile
    private let broadcast = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
    private let watching: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ file: JSONDocumentFile) {
        self.file = file
    }

    deinit {
        watching.withLock { $0?.cancel() }
    }

    /// One element after each burst of changes; at most one waits.
    func changes() -> AsyncStream<Void> {
        let stream = broadcast.stream { [weak self] in self?.watchWhileObserved() }
        watchWhileObserved()
        return stream
    }

    /// This process has written the file.
    func hasChanged() {
        broadcast.send()
        watchWhileObserved()
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
        let name = String(file.path.dropFirst(file.folder.count + 1))
        guard let changes = try? FileWatcher.changes(folder: file.folder, name: name) else { return nil }
        return Task { [weak self] in
            for await _ in changes { self?.broadcast.send() }
            // Cancelled, or the folder is gone; then the next change by this process makes it and watches it again.
            if !Task.isCancelled { self?.watchEnded() }
        }
    }

    private func watchEnded() {
        watching.withLock { $0 = nil }
        broadcast.send()
    }
}
