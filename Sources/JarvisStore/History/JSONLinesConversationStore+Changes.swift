// SPDX-License-Identifier: GPL-3.0-or-later
// Telling what changes, whoever changes it.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    public func changes() async -> AsyncStream<HistoryChange> {
        // What is there now is not news.
        _ = try? read { _ in }
        file.isObserved = true
        let (stream, continuation) = AsyncStream.makeStream(of: HistoryChange.self)
        let number = nextObserver
        nextObserver += 1
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(number) }
        }
        watch()
        return stream
    }

    private func forget(_ number: Int) {
        observers[number] = nil
        guard observers.isEmpty else { return }
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
            await self?.watchEnded()
        }
    }

    /// The folder is gone; the next write makes it anew, and it is watched again.
    private func watchEnded() {
        watching = nil
        look()
    }

    private func look() {
        _ = try? read { _ in }
    }
}
