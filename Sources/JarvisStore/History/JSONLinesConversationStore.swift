// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation history behind its port: an actor on its own thread, because every durable write waits for the disk.

public import JarvisCore
public import JarvisPlatform

/// Stores the history in `messages.jsonl` and `archive` of one folder, safe against crashes and other processes. Reads
/// nothing before the first call. Pages are read from the end, so opening takes equally long for any history.
///
/// `HistoryRecord` documents the format byte for byte. Damaged lines go to `quarantine.jsonl` in the same folder.
public actor JSONLinesConversationStore: ConversationStore {
    private let executor: WorkerExecutor
    let file: HistoryFile
    let clock: any WallClock
    var random = SystemRandomNumberGenerator()
    /// How many damaged lines were set aside, and how many of those were reported.
    var setAsideCount = 0
    var toldCount = 0
    /// The last reported reason why tidying failed.
    var toldFailure: StoreFailure?
    /// True once `report` has been called.
    var isReported = false
    var awaitingReport: [AsyncStream<Void>.Continuation] = []
    let telling: AsyncStream<StoreReport>.Continuation
    /// Unbounded, because observers rebuild their state from every change.
    let broadcast = Broadcast<HistoryChange>(bufferingPolicy: .unbounded)
    var watching: Task<Void, Never>?
    var sealing: Task<Void, Never>?
    /// The folded texts of the active file, for searches.
    var activeTexts = ActiveTexts()
    /// Memory shared by searches, one step at a time.
    let segmentTexts = SegmentTexts()
    /// Recent turns whose messages must not be stored.
    var unkept: [TurnID] = []
    /// After a failed attempt, sealing waits until the active file has grown to this size in bytes.
    var nextSealingSize = 0

    /// Findings after the first `report`: lines set aside since then, and why expired messages cannot be removed. For
    /// one reader; buffers the newest 8.
    public nonisolated let findings: AsyncStream<StoreReport>

    /// - Parameters:
    ///   - folder: Usually `<data>/history`. Created if missing, readable only by the user.
    ///   - clock: Provides the times of messages.
    ///   - segmentSize: The size in bytes at which the active file is sealed, and the target size of sealed segments.
    ///   - system: The file system calls.
    public init(
        folder: String, clock: any WallClock = SystemWallClock(), segmentSize: Int = 2 << 20,
        system: FileSystem = FileSystem()
    ) {
        self.clock = clock
        (findings, telling) = AsyncStream.makeStream(of: StoreReport.self, bufferingPolicy: .bufferingNewest(8))
        executor = WorkerExecutor(name: "history")
        file = HistoryFile(folder: folder, segmentSize: segmentSize, system: system)
    }

    deinit {
        watching?.cancel()
        sealing?.cancel()
        telling.finish()
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

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

    public func message(_ id: MessageID) async throws -> Message {
        let ulid = try known(id)
        return try read { file throws(StoreFailure) in
            guard let place = try file.place(ulid), !file.index.isDeleted(ulid), let message = try file.message(place)
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
        if draft.kind.repeatsWords, unkept.contains(draft.turn) { return try issue(draft) }
        let message = try write { file throws(StoreFailure) in
            // Continue from the last ID on disk, so IDs rise across processes.
            while file.index.last == nil, !file.index.isComplete { try file.extendBackward() }
            let now = clock.now()
            let id = ULID(at: now, after: file.newest, using: &random)
            let message = Message(id: MessageID(rawValue: id.text), createdAt: now, draft: draft)
            try file.append(HistoryRecord.line(message))
            return message
        }
        sealLater()
        return message
    }

    public func delete(_ ids: [MessageID]) async throws {
        let ulids = try ids.map(known)
        guard !ulids.isEmpty else { return }
        try write { file throws(StoreFailure) in
            for (id, ulid) in zip(ids, ulids) {
                guard try file.place(ulid) != nil, !file.index.isDeleted(ulid) else { throw .unknownMessage(id) }
            }
            try file.append(HistoryRecord.line("delete", ulids, at: clock.now()))
        }
    }

    /// Shows messages again whose lines are still on disk; inserts others in order of time.
    public func restore(_ messages: [Message]) async throws {
        let pairs = try messages.map { ($0, try known($0.id)) }
        try write { file throws(StoreFailure) in
            var deleted: [ULID] = []
            var missing: [(Message, ULID)] = []
            var seen: Set<ULID> = []
            for (message, id) in pairs {
                if try file.place(id) == nil {
                    if seen.insert(id).inserted { missing.append((message, id)) }
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
        try write { file throws(StoreFailure) in try clear(file) }
    }

    public func takeAll(limit: Int) async throws -> [Message]? {
        var messages: [Message] = []
        try write { file throws(StoreFailure) in
            try file.walkBackward(before: nil) { message in
                messages.append(message)
                return messages.count <= limit
            }
            if messages.count <= limit { try clear(file) }
        }
        return messages.count <= limit ? messages.reversed() : nil
    }

    private func clear(_ file: HistoryFile) throws(StoreFailure) {
        let failure = try file.clear()
        file.note(.cleared)
        (setAsideCount, toldCount) = (0, 0)
        if let failure, isReported { tell(failure) }
    }

    // MARK: The file

    func known(_ id: MessageID) throws(StoreFailure) -> ULID {
        guard let ulid = ULID(id.rawValue) else { throw .unknownMessage(id) }
        return ulid
    }

    func read<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try onFile { file throws(StoreFailure) in
            try file.reading { () throws(StoreFailure) in try body(file) }
        }
    }

    func write<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        defer { if broadcast.isObserved { watch() } }
        return try onFile { file throws(StoreFailure) in
            try file.writing { () throws(StoreFailure) in try body(file) }
        }
    }

    /// Works on the file, then reports all changes to observers, including those by other processes.
    func onFile<Result>(_ body: (HistoryFile) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        defer {
            for change in file.takeChanges() {
                broadcast.send(change)
            }
        }
        return try body(file)
    }
}
