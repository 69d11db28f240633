// SPDX-License-Identifier: GPL-3.0-or-later
// The settings file as a port. The file is read and written on a thread of its own; readers get a snapshot and
// never wait for a disk.

import Glibc
public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps settings in one JSON file that people may edit and other processes may change.
///
/// A change holds at once and is then written: under a lock that other processes respect, the file is read again, the
/// change is made to what it says now, and the file is replaced. So no change of another process is lost.
///
/// A damaged file is renamed to `<path>.damaged-<n>` and what can be read of it is used; a bad value is replaced by its default.
/// Both are told in `notices` and never stop the start.
public final class JSONSettingsStore: SettingsStore {
    /// A change that holds and is not in the file yet.
    private struct PendingChange: Sendable {
        var number: Int
        var apply: @Sendable (inout Settings) throws -> Void
    }

    /// What readers see. Its lock is held for moments only, never while a file is touched.
    private struct Snapshot {
        var settings = Settings()
        var notices: [Notice] = []
        /// Oldest first; what could not be written stays here and is written along with the next change.
        var pending: [PendingChange] = []
        var changeCount = 0
    }

    /// The file as it was last read or written; touched on `worker` only, and at first in `init`.
    private struct FileState {
        var document = SettingsDocument()
        var settings = Settings()
        var notices: [Notice] = []
    }

    private let file: JSONDocumentFile
    private let worker = WorkerThread(name: "settings")
    private let fileState = Mutex(FileState())
    private let snapshot = Mutex(Snapshot())
    private let broadcast = Broadcast<Settings>(bufferingPolicy: .bufferingNewest(1))
    private let watching: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Reads the file at once; none is made before the first change.
    /// - Parameter path: usually `<configuration>/settings.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        file = JSONDocumentFile(path: path, system: system)
        fileState.withLock { state in
            do {
                if try !load(into: &state, settingAside: false) {
                    // Another process may be about to put it right.
                    _ = try file.locked { () throws(StoreFailure) in try load(into: &state, settingAside: true) }
                }
            } catch {
                // The notices report it.
            }
            merge(state)
        }
    }

    deinit {
        watching.withLock { $0?.cancel() }
    }

    /// The current settings.
    public var current: Settings { snapshot.withLock { $0.settings } }

    /// The faults of the file when it was read last.
    public var notices: [Notice] { snapshot.withLock { $0.notices } }

    @discardableResult
    public func update(
        _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) throws -> Task<Void, any Error> {
        let number = try snapshot.withLock { snapshot in
            let settings = try Self.settings(snapshot.settings, after: change)
            snapshot.changeCount += 1
            snapshot.pending.append(PendingChange(number: snapshot.changeCount, apply: change))
            publish(settings, in: &snapshot)
            return snapshot.changeCount
        }
        let (written, report) = AsyncThrowingStream.makeStream(of: Never.self)
        worker.async { [self] in
            do {
                try write(through: number)
                report.finish()
            } catch {
                report.finish(throwing: error)
            }
        }
        return Task { for try await _ in written {} }
    }

    public func settle() async {
        let (done, finish) = AsyncStream.makeStream(of: Never.self)
        worker.async { finish.finish() }
        for await _ in done {}
    }

    /// Every change from now on, by any process; only the newest is buffered.
    public func changes() -> AsyncStream<Settings> {
        let stream = broadcast.stream { [weak self] in self?.watchWhileObserved() }
        watchWhileObserved()
        return stream
    }

    // MARK: Snapshot

    private func publish(_ settings: Settings, in snapshot: inout Snapshot) {
        guard settings != snapshot.settings else { return }
        snapshot.settings = settings
        broadcast.send(settings)
    }

    /// Takes over what the file says, with the changes that are not in it yet.
    private func merge(_ file: FileState) {
        snapshot.withLock { snapshot in
            snapshot.notices = file.notices
            let settings = snapshot.pending.reduce(file.settings) { settings, change in
                // One that no longer fits is reported to its caller when it is written.
                (try? Self.settings(settings, after: change.apply)) ?? settings
            }
            publish(settings, in: &snapshot)
        }
    }

    /// - Throws: `SettingError` when a setting is then outside its range, and what `change` throws.
    private static func settings(
        _ settings: Settings, after change: (inout Settings) throws -> Void
    ) throws -> Settings {
        var changed = settings
        try change(&changed)
        var copy = changed
        for descriptor in SettingDescriptor.all { try descriptor.set(descriptor.get(changed), in: &copy) }
        return changed
    }

    // MARK: The file

    private func readAgain() {
        fileState.withLock { state in
            // The notices report it.
            _ = try? load(into: &state, settingAside: false)
            merge(state)
        }
    }

    /// Writes this change and earlier ones that wait. On failure they go on to hold, and to wait.
    private func write(through number: Int) throws {
        var refusal: (any Error)?
        try fileState.withLock { state in
            try file.locked { () throws(StoreFailure) in
                // What cannot be read or set aside must not be written over.
                _ = try load(into: &state, settingAside: true)
                let pending = snapshot.withLock { $0.pending.filter { $0.number <= number } }
                var settings = state.settings
                for change in pending {
                    do {
                        settings = try Self.settings(settings, after: change.apply)
                    } catch {
                        if change.number == number { refusal = error }
                    }
                }
                var document = state.document
                document.write(settings)
                if document != state.document { try file.save(document.object) }
                (state.document, state.settings) = (document, settings)
            }
            snapshot.withLock { $0.pending.removeAll { $0.number <= number } }
            merge(state)
        }
        watchWhileObserved()
        if let refusal { throw refusal }
    }

    /// - Returns: false when the file is damaged and was left as it is.
    /// - Throws: when the file cannot be read, or is damaged and cannot be set aside; the notices report it as well.
    private func load(into state: inout FileState, settingAside: Bool) throws(StoreFailure) -> Bool {
        let content: JSONDocumentFile.Content
        do {
            content = try file.load()
        } catch {
            state.notices = [.settingsUnreadable(path: file.path, error)]
            throw error
        }
        switch content {
        case .absent:
            // Removing the file asks for the defaults.
            state = FileState()
        case .document(let object):
            state.document = SettingsDocument(object)
            (state.settings, state.notices) = state.document.read()
        case .damaged(let reason):
            // An editor may be in the middle of saving.
            guard settingAside else { return false }
            state.notices = [.settingsDamaged(path: file.path, reason: reason, keptAs: nil)]
            // What was read of it before is whole; else what can still be read of it counts.
            if state.document == SettingsDocument() {
                let salvaged = try file.salvagedDocument()
                if salvaged != JSONObject() { state.document = SettingsDocument(salvaged) }
                state.settings = state.document.read().settings
            }
            let known = state.document == SettingsDocument() ? JSONObject() : state.document.object
            let damage = try file.replaceDamaged(reason) { _ in known }
            state.notices = [.settingsDamaged(path: file.path, reason: reason, keptAs: damage.keptAs)]
        }
        return true
    }

    // MARK: Following others

    /// Watches the file while there are observers, and else not.
    private func watchWhileObserved() {
        watching.withLock { task in
            guard broadcast.isObserved else {
                task?.cancel()
                task = nil
                return
            }
            if task == nil { task = watch() }
        }
    }

    private func watch() -> Task<Void, Never>? {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        guard let watcher = try? FileWatcher(folder: file.folder, name: name) else { return nil }
        return Task { [weak self, worker] in
            for await _ in watcher.changes {
                worker.async { [weak self] in self?.readAgain() }
            }
            // Cancelled, or the folder is gone; then the next change by this process makes it and watches it again.
            if !Task.isCancelled { self?.watching.withLock { $0 = nil } }
        }
    }
}
