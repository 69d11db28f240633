// SPDX-License-Identifier: GPL-3.0-or-later
// The settings file as a port. Reads and writes are small and rare, and block the caller.

import Glibc
public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps settings in one JSON file that people may edit and other processes may change.
///
/// A damaged file is renamed to `<path>.damaged-<n>` and defaults are used; a bad value is replaced by its default.
/// Both are told in `notices` and never stop the start.
public final class JSONSettingsStore: SettingsStore {
    private struct State {
        var document = SettingsDocument()
        var settings = Settings()
        var notices: [String] = []
        /// True when the last change could not be written: memory is then ahead of the file.
        var isUnsaved = false
        var observers: [Int: AsyncStream<Settings>.Continuation] = [:]
        var nextObserver = 0
        var watching: Task<Void, Never>?
    }

    private let file: JSONDocumentFile
    private let state = Mutex(State())

    /// Reads the file at once; none is made before the first change.
    /// - Parameter path: usually `<configuration>/settings.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        file = JSONDocumentFile(path: path, system: system)
        state.withLock { load(into: &$0, settingAside: true) }
    }

    deinit {
        state.withLock { $0.watching?.cancel() }
    }

    /// The settings as they are in force.
    public var current: Settings { state.withLock { $0.settings } }

    /// What was wrong with the file when it was read last, for people.
    public var notices: [String] { state.withLock { $0.notices } }

    /// - Throws: `SettingError` when the change leaves a setting outside its range (nothing is changed then),
    ///   `StoreFailure` when it holds but could not be written.
    public func update(_ change: @Sendable (inout Settings) throws -> Void) throws {
        try state.withLock { state in
            do {
                try file.locked { () throws(StoreFailure) in
                    // Somebody else may have written since.
                    if !state.isUnsaved { load(into: &state, settingAside: true) }
                }
            } catch {
                // What cannot be locked cannot be written either; the write below says why.
            }
            var settings = state.settings
            try change(&settings)
            try validate(settings)
            let isNew = settings != state.settings
            state.settings = settings
            defer { if isNew { publish(state) } }
            try save(&state)
        }
    }

    /// Every change from now on, whoever made it; the newest only is buffered.
    public func changes() -> AsyncStream<Settings> {
        let (stream, continuation) = AsyncStream.makeStream(of: Settings.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            let number = state.nextObserver
            state.nextObserver += 1
            state.observers[number] = continuation
            continuation.onTermination = { [weak self] _ in
                // Not at once: the stream may end while the lock is held.
                Task { self?.forget(number) }
            }
            if state.watching == nil { state.watching = watch() }
        }
        return stream
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            state.observers[number] = nil
            guard state.observers.isEmpty else { return }
            state.watching?.cancel()
            state.watching = nil
        }
    }

    private func watch() -> Task<Void, Never>? {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        guard let watcher = try? FileWatcher(folder: file.folder, name: name) else { return nil }
        return Task { [weak self] in
            for await _ in watcher.changes { self?.follow() }
        }
    }

    /// Takes over what somebody has written. An editor may be in the middle of saving: what cannot be read now leaves
    /// all as it is.
    private func follow() {
        state.withLock { state in
            guard !state.isUnsaved else { return }
            let before = state.settings
            load(into: &state, settingAside: false)
            if state.settings != before { publish(state) }
        }
    }

    private func publish(_ state: State) {
        for observer in state.observers.values { observer.yield(state.settings) }
    }

    private func validate(_ settings: Settings) throws {
        var copy = settings
        for descriptor in SettingDescriptor.all { try descriptor.set(descriptor.get(settings), in: &copy) }
    }

    // MARK: The file

    private func save(_ state: inout State) throws(StoreFailure) {
        var document = state.document
        document.write(state.settings)
        guard state.isUnsaved || document != state.document else { return }
        do {
            try file.locked { () throws(StoreFailure) in try file.save(document.object) }
            state.document = document
            state.isUnsaved = false
        } catch {
            state.isUnsaved = true
            throw error
        }
    }

    private func load(into state: inout State, settingAside: Bool) {
        do {
            switch try file.load() {
            case .absent:
                // Removing the file asks for the defaults.
                state.document = SettingsDocument()
                state.settings = Settings()
                state.notices = []
            case .document(let object):
                state.document = SettingsDocument(object)
                (state.settings, state.notices) = state.document.read()
            case .damaged(let reason):
                guard settingAside else { return }
                state.notices = [notice(reason)]
            }
        } catch {
            state.notices = ["\(file.path) cannot be read; its settings are not in force. \(error.advice)"]
        }
    }

    /// Sets the damaged file aside and says so.
    private func notice(_ reason: String) -> String {
        let start = "\(file.path) is damaged (\(reason))"
        do {
            return "\(start). It was kept as \(try file.setAside()); settings are as they were last known."
        } catch {
            return "\(start) and could not be set aside (\(error)); settings are as they were last known."
        }
    }
}
