// SPDX-License-Identifier: GPL-3.0-or-later
// Reports changes to the history, by this process or another.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    public func changes() async -> AsyncStream<HistoryChange> {
        // Read first, so existing messages are not reported as new.
        _ = try? read { _ in }
        file.isObserved = true
        let stream = broadcast.stream { [weak self] in
            Task { await self?.observerHasGone() }
        }
        watch()
        return stream
    }

    private func observerHasGone() {
        guard !broadcast.isObserved else { return }
        file.isObserved = false
        watching?.cancel()
        watching = nil
    }

    func watch() {
        // Without inotify or the folder, the next call picks up other processes' lines.
        guard watching == nil, let watcher = try? FileWatcher(folder: file.folder, name: "messages.jsonl") else {
            return
        }
        watching = Task { [weak self] in
            // Another process may have changed the file since it was last read.
            await self?.readChanges()
            for await _ in watcher.changes { await self?.readChanges() }
            // After a cancellation, `watching` may already hold a newer task.
            if !Task.isCancelled { await self?.watchEnded() }
        }
    }

    /// Handles the removal of the folder. Reading recreates the folder; if that fails, the next write does, and the
    /// watch resumes then.
    private func watchEnded() {
        watching = nil
        readChanges()
        if broadcast.isObserved { watch() }
    }

    private func readChanges() {
        _ = try? read { _ in }
    }
}
