// SPDX-License-Identifier: GPL-3.0-or-later
// All of this process's watches on one inotify instance. A user may have only 128 instances (fs.inotify.max_user_instances),
// shared by all programs of the desktop, but many thousands of watched folders (max_user_watches).

import Dispatch
import Glibc
import JarvisCore
import Synchronization

/// Watches of folders. Safe to use from any thread.
final class FolderWatches: Sendable {
    typealias Changes = AsyncStream<Void>.Continuation

    /// A watch that ends when it is cancelled or its folder is gone.
    struct Watch: Sendable {
        fileprivate let watches: FolderWatches
        fileprivate let folder: Int32
        fileprivate let number: Int

        /// Ends the watch and its stream; idempotent.
        func cancel() { watches.remove(self) }
    }

    /// An observer of one file in a folder, or of every file if `name` is nil.
    private struct Observer {
        let name: [UInt8]?
        let changes: Changes
    }

    private struct State {
        /// The inotify instance; made for the first watch and closed after the last.
        var instance: Instance?
        /// By the kernel's number of the folder, then by the watch's own.
        var observers: [Int32: [Int: Observer]] = [:]
        var count = 0
    }

    private struct Instance {
        let descriptor: Int32
        // Unsafe by type only: dispatch sources may be used from any thread, and only `cancel` is called.
        nonisolated(unsafe) let source: any DispatchSourceRead
    }

    /// The instance that the whole process shares, because of the limit above.
    static let ofProcess = FolderWatches()

    private static let events = UInt32(
        IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "jarvis.file-watcher")

    /// Watches a folder, and yields after each burst of changes.
    /// - Throws: `StoreFailure` if the folder is missing or the system allows no more watches.
    func add(_ folder: String, name: String?, _ changes: Changes) throws(StoreFailure) -> Watch {
        try state.withLock { state throws(StoreFailure) in
            if state.instance == nil { state.instance = try makeInstance(for: folder) }
            // A folder that is already watched keeps its number.
            let number = state.instance.map { inotify_add_watch($0.descriptor, folder, Self.events) } ?? -1
            guard number >= 0 else {
                let code = errno
                closeUnused(&state)
                throw StoreFailure(errno: code, path: folder)
            }
            state.count += 1
            state.observers[number, default: [:]][state.count] = Observer(
                name: name.map { Array($0.utf8) }, changes: changes)
            return Watch(watches: self, folder: number, number: state.count)
        }
    }

    private func remove(_ watch: Watch) {
        let observer = state.withLock { state in
            guard let observer = state.observers[watch.folder]?.removeValue(forKey: watch.number) else {
                return Observer?.none
            }
            if state.observers[watch.folder]?.isEmpty == true {
                state.observers[watch.folder] = nil
                if let instance = state.instance { inotify_rm_watch(instance.descriptor, watch.folder) }
                closeUnused(&state)
            }
            return observer
        }
        observer?.changes.finish()
    }

    private func makeInstance(for folder: String) throws(StoreFailure) -> Instance {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { throw StoreFailure(errno: errno, path: folder) }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.readEvents(descriptor) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return Instance(descriptor: descriptor, source: source)
    }

    private func closeUnused(_ state: inout State) {
        guard state.observers.isEmpty else { return }
        state.instance?.source.cancel()
        state.instance = nil
    }

    /// Reads all pending events and tells the observers.
    private func readEvents(_ descriptor: Int32) {
        var (changed, ended): ([Changes], [Changes]) = ([], [])
        state.withLock { state in
            // Events left in an instance that has been given up are about folders of an earlier time.
            guard state.instance?.descriptor == descriptor else { return }
            let news = InotifyEvents(readFrom: descriptor)
            for (folder, names) in news.names {
                guard let observers = state.observers[folder]?.values else { continue }
                changed += observers.filter { $0.name.map(names.contains) ?? true }.map(\.changes)
            }
            // Some events were dropped, so anything may have changed.
            if news.hasLost { changed += state.observers.values.flatMap { $0.values.map(\.changes) } }
            for folder in news.ended {
                guard let observers = state.observers.removeValue(forKey: folder) else { continue }
                inotify_rm_watch(descriptor, folder)
                ended += observers.values.map(\.changes)
            }
            closeUnused(&state)
        }
        // Outside the lock, since an observer may add or cancel a watch at once.
        for changes in changed { changes.yield() }
        for changes in ended { changes.finish() }
    }
}

/// The pending events of an inotify instance.
private struct InotifyEvents {
    /// The names that changed, by the number of their folder.
    private(set) var names: [Int32: Set<[UInt8]>] = [:]
    /// The folders that were removed or moved, or are no longer watched.
    private(set) var ended: Set<Int32> = []
    /// True if the kernel dropped events.
    private(set) var hasLost = false

    init(readFrom descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            while true {
                let count = Glibc.read(descriptor, room.baseAddress, room.count)
                if count <= 0 { return }
                var place = 0
                // The layout from inotify(7): wd, mask, cookie, len (32 bits each), then a name of `len` bytes.
                while place + 16 <= count {
                    let folder = room.load(fromByteOffset: place, as: Int32.self)
                    let mask = room.load(fromByteOffset: place + 4, as: UInt32.self)
                    let length = Int(room.load(fromByteOffset: place + 12, as: UInt32.self))
                    let bytes = room[(place + 16)..<min(place + 16 + length, count)].prefix { $0 != 0 }
                    names[folder, default: []].insert(Array(bytes))
                    if mask & UInt32(IN_Q_OVERFLOW) != 0 { hasLost = true }
                    if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { ended.insert(folder) }
                    place += 16 + length
                }
            }
        }
    }
}
