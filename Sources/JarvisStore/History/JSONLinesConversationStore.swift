// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation history as a port: an actor on a thread of its own, because every durable write waits for the disk.

public import JarvisCore
public import JarvisPlatform

/// Keeps the history in `messages.jsonl` of one folder, safe against crashes and other processes. Nothing is read
/// before the first call; pages are read from the end, so that opening costs the same however long the history is.
///
/// The format is described, byte for byte, at `HistoryRecord`; damaged lines go to `quarantine.jsonl` beside it.
public actor JSONLinesConversationStore: ConversationStore {
    private let executor: WorkerExecutor
    private let file: HistoryFile
    private let clock: any WallClock
    private var random = SystemRandomNumberGenerator()
    private var setAsideCount = 0
    private var observers: [Int: AsyncStream<HistoryChange>.Continuation] = [:]
    private var nextObserver = 0
    private var watching: Task<Void, Never>?

    /// - Parameters:
    ///   - folder: made when missing, readable by the user only; usually `<data>/history`.
    ///   - clock: gives messages their time.
    ///   - system: the system calls on files.
    public init(folder: String, clock: any WallClock = SystemWallClock(), system: FileSystem = FileSystem()) {
        self.clock = clock
        executor = WorkerExecutor(name: "history")
        file = HistoryFile(folder: folder, system: system)
    }

    deinit {
        watching?.cancel()
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Checks the whole history, block by block, with room for other calls in between; sets damaged lines aside.
    public func report() async -> StoreReport {
        do {
            var isComplete = false
            while !isComplete {
                isComplete = try onFile { file throws(StoreFailure) in
                    try file.reading { () throws(StoreFailure) in
                        for _ in 0..<16 where !file.index.isComplete { try file.extendBackward() }
                        return file.index.isComplete
                    }
                }
                await Task.yield()
            }
            if file.index.damaged.isEmpty {
                // Finds out whether anything can be written, for the user to know before the first word is lost.
                if !file.isWritable { try onFile { file throws(StoreFailure) in try file.writing {} } }
            } else {
                setAsideCount += try onFile { file throws(StoreFailure) in
                    try file.writing { () throws(StoreFailure) in try file.setAsideDamage(at: clock.now()) }
                }
            }
        } catch {
            return finding(error)
        }
        return finding(nil)
    }

    private func finding(_ failure: StoreFailure?) -> StoreReport {
        StoreReport(
            damagedLineCount: setAsideCount + file.index.damaged.count,
            quarantinePath: setAsideCount > 0 ? file.quarantinePath : nil, writeFailure: file.writeFailure ?? failure)
    }

    // MARK: Reading

    public func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        let start = try id.map(known)
        var messages: [Message] = []
        try read { file throws(StoreFailure) in
            try file.walkBackward(before: start) { message in
                messages.append(message)
                return messages.count <= limit
            }
        }
        let hasEarlier = messages.count > limit
        return HistoryPage(messages: messages.prefix(max(0, limit)).reversed(), hasEarlier: hasEarlier)
    }

    /// Ends early, with what it has, when its task is cancelled.
    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        let words = SearchFolding.words(query)
        var found: [Message] = []
        guard limit > 0 else { return [] }
        try read { file throws(StoreFailure) in
            try file.walkBackward(before: nil) { message in
                if kinds?.contains(message.kind) ?? true, SearchFolding.matches(message.text, words) {
                    found.append(message)
                }
                return found.count < limit && !Task.isCancelled
            }
        }
        return found
    }

    public func message(_ id: MessageID) async throws -> Message {
        let ulid = try known(id)
        return try read { file throws(StoreFailure) in
            guard let entry = try file.entry(ulid), !file.index.isDeleted(ulid), let message = try file.message(entry)
            else { throw .unknownMessage(id) }
            return message
        }
    }

    public func export(_ format: HistoryExportFormat) async throws -> String {
        var messages: [Message] = []
        try read { file throws(StoreFailure) in
            try file.walkBackward(before: nil) { message in
                messages.append(message)
                return true
            }
        }
        return HistoryExport.document(messages.reversed(), format, clock: clock)
    }

    // MARK: Writing

    public func append(_ draft: MessageDraft) async throws -> Message {
        try write { file throws(StoreFailure) in
            // The last identity in the file rules, so that identities rise across processes.
            while file.index.last == nil, !file.index.isComplete { try file.extendBackward() }
            let now = clock.now()
            let id = ULID(at: now, after: file.index.last?.id, using: &random)
            let message = Message(id: MessageID(rawValue: id.text), createdAt: now, draft: draft)
            try file.append(HistoryRecord.line(message))
            return message
        }
    }

    public func delete(_ ids: [MessageID]) async throws {
        let ulids = try ids.map(known)
        guard !ulids.isEmpty else { return }
        try write { file throws(StoreFailure) in
            for (id, ulid) in zip(ids, ulids) {
                guard try file.entry(ulid) != nil, !file.index.isDeleted(ulid) else { throw .unknownMessage(id) }
            }
            try file.append(HistoryRecord.line("delete", ulids, at: clock.now()))
        }
    }

    /// Messages whose lines are still in the file are shown again; others are written at their place in time.
    public func restore(_ messages: [Message]) async throws {
        let pairs = try messages.map { ($0, try known($0.id)) }
        try write { file throws(StoreFailure) in
            var deleted: [ULID] = []
            var missing: [(Message, ULID)] = []
            for (message, id) in pairs {
                if try file.entry(id) == nil {
                    if !missing.contains(where: { $0.1 == id }) { missing.append((message, id)) }
                } else if file.index.isDeleted(id) {
                    deleted.append(id)
                }
            }
            if !deleted.isEmpty { try file.append(HistoryRecord.line("restore", deleted, at: clock.now())) }
            if !missing.isEmpty {
                try file.insert(missing)
                file.note(.restored(missing.map(\.0)))
            }
        }
    }

    public func deleteAll() async throws {
        try write { file throws(StoreFailure) in
            try file.clear()
            file.note(.cleared)
        }
        setAsideCount = 0
    }

    /// Removes deleted messages from the disk for good.
    public func compact() async throws {
        try write { file throws(StoreFailure) in try file.compact(at: clock.now()) }
    }

    // MARK: Changes

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

    private func watch() {
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

    // MARK: The file

    private func known(_ id: MessageID) throws(StoreFailure) -> ULID {
        guard let ulid = ULID(id.rawValue) else { throw .unknownMessage(id) }
        return ulid
    }

    private func read<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try onFile { file throws(StoreFailure) in
            try file.reading { () throws(StoreFailure) in try body(file) }
        }
    }

    private func write<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        defer { if !observers.isEmpty { watch() } }
        return try onFile { file throws(StoreFailure) in
            try file.writing { () throws(StoreFailure) in try body(file) }
        }
    }

    /// Works on the file and tells observers what has changed, also what other processes have.
    private func onFile<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        defer {
            for change in file.takeChanges() {
                for observer in observers.values { observer.yield(change) }
            }
        }
        return try body(file)
    }
}
