// SPDX-License-Identifier: GPL-3.0-or-later
// The settings file behind the `SettingsStore` port. A worker thread reads and writes it; readers get a snapshot and
// never wait for the disk.

import Glibc
public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Stores settings in one JSON file that people may edit and other processes may change.
///
/// A change takes effect immediately and is written afterwards: under a lock that other processes respect, the store
/// rereads the file, applies the change to the current content, and replaces the file. No process overwrites
/// another's change.
///
/// A damaged file is renamed to `<path>.damaged-<n>` and its readable part stays in use. A bad value falls back to its
/// default. `notices` reports both; neither prevents startup.
public final class JSONSettingsStore: SettingsStore {
    /// A change that is in effect but not yet in the file.
    private struct PendingChange: Sendable {
        var number: Int
        var apply: @Sendable (inout Settings) throws -> Void
    }

    /// The state that readers see. Its lock is held only briefly, never during file access.
    private struct Snapshot {
        var settings = Settings()
        var notices: [Notice] = []
        /// Oldest first. A change that could not be written stays here and is retried with the next one.
        var pending: [PendingChange] = []
        var changeCount = 0
    }

    /// The file as last read or written. Touched only on `worker`, except in `init`.
    private struct FileState {
        var document = SettingsDocument()
        var settings = Settings()
        /// Faults of the present file.
        var notices: [Notice] = []
        /// The damaged file that this store set aside, if any.
        var damage: Notice?
    }

    private let file: JSONDocumentFile
    private let worker = WorkerThread(name: "settings")
    private let fileState = Mutex(FileState())
    private let snapshot = Mutex(Snapshot())
    private let broadcast = Broadcast<Settings>(bufferingPolicy: .bufferingNewest(1))
    private let watching: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Reads the file synchronously. A missing file is created on the first change.
    /// - Parameter path: Usually `<configuration>/settings.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        file = JSONDocumentFile(path: path, system: system)
        fileState.withLock { state in
            do {
                if try !load(into: &state, settingAside: false) {
                    // Another process may be about to repair it.
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

    /// Faults found when the file was last read, and any damaged file that this store has set aside: the intact file that
    /// replaced it may be read before anyone has asked.
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

    /// Yields the settings after each change by any process, buffering only the newest.
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

    /// Publishes the file's settings with the pending changes applied on top.
    private func merge(_ file: FileState) {
        snapshot.withLock { snapshot in
            snapshot.notices = (file.damage.map { [$0] } ?? []) + file.notices
            let settings = snapshot.pending.reduce(file.settings) { settings, change in
                // A change that no longer fits is reported to its caller when it is written.
                (try? Self.settings(settings, after: change.apply)) ?? settings
            }
            publish(settings, in: &snapshot)
        }
    }

    /// Applies a change and checks every setting.
    /// - Throws: `SettingError` if the result has a setting outside its range, or any error from `change`.
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

    /// Writes pending changes up to this one. If that fails, they stay in effect and pending.
    private func write(through number: Int) throws {
        var refusal: (any Error)?
        try fileState.withLock { state in
            try file.locked { () throws(StoreFailure) in
                // Never overwrite a file that cannot be read or set aside.
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

    /// Loads the file into `state`.
    /// - Returns: False if the file is damaged and was left in place.
    /// - Throws: If the file cannot be read, or is damaged and cannot be set aside. The notices report it too.
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
            // Deleting the file resets all settings to their defaults.
            state = FileState(damage: state.damage)
        case .document(let object):
            state.document = SettingsDocument(object)
            (state.settings, state.notices) = state.document.read()
        case .damaged(let reason):
            // An editor may be in the middle of saving.
            guard settingAside else { return false }
            state.notices = [.settingsDamaged(path: file.path, reason: reason, keptAs: nil)]
            // Prefer what was read before the damage; otherwise use the readable part of the file.
            if state.document == SettingsDocument() {
                let salvaged = try file.salvagedDocument()
                if salvaged != JSONObject() { state.document = SettingsDocument(salvaged) }
                state.settings = state.document.read().settings
            }
            let known = state.document == SettingsDocument() ? JSONObject() : state.document.object
            let damage = try file.replaceDamaged(reason) { _ in known }
            state.damage = .settingsDamaged(path: file.path, reason: reason, keptAs: damage.keptAs)
            state.notices = []
        }
        return true
    }

    // MARK: Following others

    /// Watches the file as long as there are observers.
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
        guard let watcher = try? FileWatcher(folder: file.folder, name: file.name) else { return nil }
        // Another process may have changed the file since it was last read.
        worker.async { [weak self] in self?.readAgain() }
        return Task { [weak self, worker] in
            for await _ in watcher.changes {
                worker.async { [weak self] in self?.readAgain() }
            }
            // Unless cancelled, the folder is gone. The next change by this process creates it and watches it again.
            if !Task.isCancelled { self?.watching.withLock { $0 = nil } }
        }
    }
}
