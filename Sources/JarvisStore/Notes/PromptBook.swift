// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt of the day as the user has it: which one it is after "New prompt", and whether the day's has been shown. In
// a file that several processes share.

public import JarvisCore
public import JarvisPlatform

/// The prompt of one day.
public struct DailyPrompt: Hashable, Sendable {
    public var day: PromptDay
    /// How often another one was asked for on this day.
    public var step: Int
    public var text: String
}

/// Keeps what became of the prompt of the day:
///
///     {"format":"jarvis-prompt","version":1,"day":"2026-11-26","step":2,"shown":"2026-11-26"}
///
/// A file that cannot be read is renamed to `<path>.damaged-<n>`, and the day begins with its own prompt. Unknown keys
/// survive.
public actor PromptBook {
    private struct Record: Equatable {
        var day: PromptDay?
        var step = 0
        var shown: PromptDay?
    }

    /// A file may hold any number.
    private static let mostSteps = 1_000_000

    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let clock: any WallClock
    private let locale: String
    private let table: PromptTable
    private let notice: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - path: usually `<data>/daily-prompt.json`.
    ///   - table: the prompts of the user's language.
    ///   - locale: which locale's order they come in.
    ///   - notice: told of a damaged file.
    public init(
        path: String, table: PromptTable, locale: String, clock: any WallClock, system: FileSystem = FileSystem(),
        notice: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.notice = notice
        executor = WorkerExecutor(name: "prompts")
        file = JSONDocumentFile(path: path, system: system)
        (self.table, self.locale, self.clock) = (table, locale, clock)
    }

    /// The prompts of a language from among the program's files; those in English where it has none.
    /// - Throws: `StoreFailure` where they cannot be read.
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

    /// Today's prompt; nil where there are none.
    /// - Throws: `StoreFailure` where the file cannot be read.
    public func today() throws(StoreFailure) -> DailyPrompt? {
        // Replaced atomically, the file can be read without the lock, on a read-only disk too.
        if case .document(let document) = try file.load() { return prompt(Self.record(document)) }
        return prompt(Record())
    }

    /// Goes on to another prompt for today.
    /// - Throws: `StoreFailure` where it cannot be kept.
    public func another() throws(StoreFailure) -> DailyPrompt? {
        let today = PromptDay(clock.local(clock.now()))
        return prompt(
            try update { record in
                record.step = record.day == today ? min(record.step, Self.mostSteps) + 1 : 1
                record.day = today
            })
    }

    /// The last day whose prompt was shown; nil: none was.
    /// - Throws: `StoreFailure` where the file cannot be read.
    public func lastShown() throws(StoreFailure) -> PromptDay? {
        if case .document(let document) = try file.load() { return Self.record(document).shown }
        return nil
    }

    /// Takes it upon the caller to show this day's prompt.
    /// - Returns: false where it has been shown, be it by another process.
    /// - Throws: `StoreFailure` where that cannot be kept; it is not to be shown then, or it would be again and again.
    public func claim(_ day: PromptDay) throws(StoreFailure) -> Bool {
        var isFirst = false
        _ = try update { record in
            isFirst = record.shown != day
            record.shown = day
        }
        return isFirst
    }

    /// Yields whenever the file has changed, by this or another process; at most one waits.
    public nonisolated func changes() -> AsyncStream<Void> {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        return (try? FileWatcher.changes(folder: file.folder, name: name)) ?? AsyncStream { $0.finish() }
    }

    private func prompt(_ record: Record) -> DailyPrompt? {
        let today = PromptDay(clock.local(clock.now()))
        let step = record.day == today ? record.step : 0
        return table.prompt(day: today.number, step: step, locale: locale).map {
            DailyPrompt(day: today, step: step, text: $0)
        }
    }

    private func update(_ change: (inout Record) -> Void) throws(StoreFailure) -> Record {
        try file.update(
            setAside: { [file, notice] in notice($0.notice(of: file.path)) }, read: Self.record, write: Self.write,
            { record in
                change(&record)
                return record
            })
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
