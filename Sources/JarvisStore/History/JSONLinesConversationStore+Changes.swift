// SPDX-License-Identifier: GPL-3.0-or-later
// Telling what changes, by this process or another.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    public func changes() async -> AsyncStream<HistoryChange> {
        // Existing messages are not news.
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
        // Without inotify or without the folder, other processes' lines are seen at the next call.
        guard watching == nil, let watcher = try? FileWatcher(folder: file.folder, name: "messages.jsonl") else {
            return
        }
        watching = Task { [weak self] in
            for await _ in watcher.changes { await self?.look() }
            // It may have been replaced after it was cancelled.
            if !Task.isCancelled { await self?.watchEnded() }
        }
    }

    /// The folder is gone. Looking makes it again; where that does not work, the next write does, and it is watched
    /// from then on.
    private func watchEnded() {
        watching = nil
        look()
        guard broadcast.isObserved else { return }
        watch()
        // What has happened in between.
        look()
    }

    private func look() {
        _ = try? read { _ in }
    }
}
