// SPDX-License-Identifier: GPL-3.0-or-later
// The user's prompt of the day: which one it is after “New prompt”, and whether it has been shown. Stored in a file
// that several processes share.

public import JarvisCore
public import JarvisPlatform

/// The prompt of one day.
public struct DailyPrompt: Hashable, Sendable {
    public var day: PromptDay
    /// How often the user asked for another prompt that day.
    public var step: Int
    public var text: String
}

/// Stores the state of the prompt of the day:
///
///     {"format":"jarvis-prompt","version":1,"day":"2026-11-26","step":2,"shown":"2026-11-26"}
///
/// A damaged file is renamed to `<path>.damaged-<n>`, and the day starts over with its first prompt. Unknown keys
/// survive.
public actor PromptBook {
    private struct Record: Equatable {
        var day: PromptDay?
        var step = 0
        var shown: PromptDay?
    }

    /// Prevents an overflow, since a file may contain any number.
    private static let mostSteps = 1_000_000

    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private nonisolated let watch: DocumentWatch
    private let clock: any WallClock
    private let locale: String
    private let table: PromptTable
    private let notice: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - path: Usually `<data>/daily-prompt.json`.
    ///   - table: The prompts in the user's language.
    ///   - locale: Determines the order of the prompts.
    ///   - notice: Called when a damaged file was set aside.
    public init(
        path: String, table: PromptTable, locale: String, clock: any WallClock, system: FileSystem = FileSystem(),
        notice: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.notice = notice
        executor = WorkerExecutor(name: "prompts")
        file = JSONDocumentFile(path: path, system: system)
        watch = DocumentWatch(file)
        (self.table, self.locale, self.clock) = (table, locale, clock)
    }

    /// Loads the prompts for a language from the program's resources; falls back to English, then to an empty table.
    /// - Throws: `StoreFailure` if the file cannot be read.
    public static func table(_ language: String, _ resources: ResourceLocator) throws(StoreFailure) -> PromptTable {
        for code in [language, "en"] {
            if let path = resources.path("data/prompts/\(code).txt"), let bytes = try AtomicFile.read(path) {
                return PromptTable(String(decoding: bytes, as: UTF8.self))
            }
        }
        return PromptTable("")
    }

    /// The book's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Today's prompt; nil if there are no prompts.
    /// - Throws: `StoreFailure` if the file cannot be read.
    public func today() throws(StoreFailure) -> DailyPrompt? {
        // The file is replaced atomically, so it can be read without the lock, even on a read-only disk.
        if case .document(let document) = try file.load() { return prompt(Self.record(document)) }
        return prompt(Record())
    }

    /// Moves on to another prompt for today.
    /// - Throws: `StoreFailure` if the choice cannot be saved.
    public func another() throws(StoreFailure) -> DailyPrompt? {
        let today = PromptDay(clock.local(clock.now()))
        return prompt(
            try update { record in
                record.step = record.day == today ? min(record.step, Self.mostSteps) + 1 : 1
                record.day = today
            })
    }

    /// The last day whose prompt was shown; nil if none was.
    /// - Throws: `StoreFailure` if the file cannot be read.
    public func lastShown() throws(StoreFailure) -> PromptDay? {
        if case .document(let document) = try file.load() { return Self.record(document).shown }
        return nil
    }

    /// Claims the right to show this day's prompt.
    /// - Returns: False if this or another process has already shown it.
    /// - Throws: `StoreFailure` if the claim cannot be saved. Don't show the prompt then, or it would appear
    ///   repeatedly.
    public func claim(_ day: PromptDay) throws(StoreFailure) -> Bool {
        var isFirst = false
        _ = try update { record in
            isFirst = record.shown != day
            record.shown = day
        }
        return isFirst
    }

    /// Yields after each change of the file by any process, buffering at most one. Reports changes by this process even
    /// if the file cannot be watched.
    public nonisolated func changes() -> AsyncStream<Void> { watch.changes() }

    private func prompt(_ record: Record) -> DailyPrompt? {
        let today = PromptDay(clock.local(clock.now()))
        let step = record.day == today ? record.step : 0
        return table.prompt(day: today.number, step: step, locale: locale).map {
            DailyPrompt(day: today, step: step, text: $0)
        }
    }

    private func update(_ change: (inout Record) -> Void) throws(StoreFailure) -> Record {
        let (record, isChanged) = try file.update(
            setAside: { [file, notice] in notice($0.notice(of: file.path)) }, read: Self.record, write: Self.write,
            { record in
                let before = record
                change(&record)
                return (record, record != before)
            })
        if isChanged { watch.hasChanged() }
        return record
    }

    private static func record(_ document: JSONObject) -> Record {
        Record(
            day: document["day"]?.asText.flatMap(PromptDay.init),
            step: Int(clamping: max(0, document["step"]?.asInteger ?? 0)),
            shown: document["shown"]?.asText.flatMap(PromptDay.init))
    }

    private static func write(_ record: Record, into document: inout JSONObject) {
        document["format"] = .text("jarvis-prompt")
        document["version"] = .integer(1)
        document["day"] = record.day.map { .text($0.text) }
        document["step"] = .integer(Int64(record.step))
        document["shown"] = record.shown.map { .text($0.text) }
    }
}
