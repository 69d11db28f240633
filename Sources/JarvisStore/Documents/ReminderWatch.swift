// SPDX-License-Identifier: GPL-3.0-or-later
// Tells when the reminders' file changes. A timer that nobody hears of does not ring, so nothing is left to the watch on
// the file alone: it may be refused (too many watches), and it ends when the folder is removed.

import JarvisCore
import JarvisPlatform
import Synchronization

/// Those who wait for changes of one file, and the watch on it. Used from any thread.
final class ReminderWatch: Sendable {
    private struct State {
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextObserver = 0
        var watching: Task<Void, Never>?
    }

    private let file: JSONDocumentFile
    private let state = Mutex(State())

    init(_ file: JSONDocumentFile) {
        self.file = file
    }

    deinit {
        state.withLock { $0.watching?.cancel() }
    }

    /// One element after each burst of changes; at most one waits.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            let number = state.nextObserver
            state.nextObserver += 1
            state.observers[number] = continuation
            continuation.onTermination = { [weak self] _ in
                // Not at once: the stream may end while the lock is held.
                Task { self?.forget(number) }
            }
            if state.watching == nil { state.watching = makeWatch() }
        }
        return stream
    }

    /// This process has written the file.
    func hasChanged() {
        state.withLock { state in
            for observer in state.observers.values { observer.yield() }
            if state.watching == nil, !state.observers.isEmpty { state.watching = makeWatch() }
        }
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            state.observers[number] = nil
            guard state.observers.isEmpty else { return }
            state.watching?.cancel()
            state.watching = nil
        }
    }

    private func makeWatch() -> Task<Void, Never>? {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        guard let changes = try? FileWatcher.changes(folder: file.folder, name: name) else { return nil }
        return Task { [weak self] in
            for await _ in changes { self?.tell() }
            // Cancelled, or the folder is gone; then the next change of this process makes and watches it anew.
            if !Task.isCancelled { self?.watchEnded() }
        }
    }

    private func tell() {
        state.withLock { state in
            for observer in state.observers.values { observer.yield() }
        }
    }

    private func watchEnded() {
        state.withLock { state in
            state.watching = nil
            for observer in state.observers.values { observer.yield() }
        }
    }
}
