// SPDX-License-Identifier: GPL-3.0-or-later
// The stopwatch on disk: one small JSON document, replaced atomically at every change.

public import JarvisAgent
public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps the stopwatch in a file that several processes may change, times in milliseconds:
///
///     {"format":"jarvis-stopwatch","version":1,
///      "stopwatch":{"counted":0,"runningSince":1763706184000,"boot":"…","uptime":81200,"laps":[31000]}}
///
/// `uptime` is `runningSince` counted from the start of the computer that `boot` names, for clocks that are set meanwhile.
/// Unknown keys survive. A damaged file is renamed to `<path>.damaged-<n>`.
public actor JSONStopwatchStore: StopwatchStore {
    private static let key = "stopwatch"

    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let found = Mutex<[Notice]>([])

    public nonisolated var notices: [Notice] { found.withLock { $0 } }

    /// - Parameter path: usually `<data>/stopwatch.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        executor = WorkerExecutor(name: "stopwatch")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The stopwatch; nil where there is none.
    /// - Throws: `StoreFailure.damaged` once, when the file is damaged and has been set aside; `StoreFailure` where it cannot be
    ///   read.
    public func stopwatch() async throws -> Stopwatch? {
        // Replaced atomically, the file can be read without the lock.
        switch try file.load() {
        case .absent: return nil
        case .document(let document): return Self.stopwatch(of: document)
        case .damaged(let reason):
            let damage = try file.locked { () throws(StoreFailure) in try file.replaceDamaged(reason) }
            throw StoreFailure.damaged(path: file.path, reason: reason, keptAs: damage.keptAs)
        }
    }

    /// Changes it without another process coming in between.
    /// - Throws: `StoreFailure` where the file cannot be written.
    @discardableResult
    public func update(_ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?) async throws -> Stopwatch? {
        let file = file
        return try file.update(
            setAside: { damage in found.withLock { $0.append(damage.notice(of: file.path)) } }, read: Self.stopwatch,
            write: { stopwatch, document in
                document["format"] = .text("jarvis-stopwatch")
                document["version"] = .integer(1)
                document[Self.key] = stopwatch.map(Self.written)
            },
            { stopwatch in
                let before = stopwatch
                stopwatch = change(before)
                return before
            })
    }

    /// Milliseconds that can be added up without an overflow; 285 thousand years.
    private static let possible: Range<Int64> = 0..<(1 << 53)

    private static func stopwatch(of document: JSONObject) -> Stopwatch? {
        guard let object = document[key]?.asObject, let counted = object["counted"]?.asInteger else { return nil }
        // Written last: where it is missing, what else was written may be as well.
        guard let laps = object["laps"]?.asArray?.compactMap(\.asInteger) else { return nil }
        let since = object["runningSince"]?.asInteger
        guard (laps + [counted] + (since.map { [$0] } ?? [])).allSatisfy(possible.contains) else { return nil }
        let uptime = object["uptime"]?.asInteger.flatMap { possible.contains($0) ? $0 : nil }
        return Stopwatch(
            counted: .milliseconds(counted),
            runningSince: since.map { Timestamp(millisecondsSinceEpoch: $0) },
            boot: object["boot"]?.asText.flatMap { boot in uptime.map { BootMoment(boot: boot, milliseconds: $0) } },
            isPaused: object["paused"]?.asFlag ?? false,
            laps: laps.map { .milliseconds($0) })
    }

    private static func written(_ stopwatch: Stopwatch) -> JSONValue {
        var object = JSONObject()
        object["counted"] = .integer(milliseconds(stopwatch.counted))
        object["runningSince"] = (stopwatch.runningSince?.millisecondsSinceEpoch).map(JSONValue.integer)
        object["boot"] = (stopwatch.runningSinceBoot?.boot).map(JSONValue.text)
        object["uptime"] = (stopwatch.runningSinceBoot?.milliseconds).map(JSONValue.integer)
        if stopwatch.isPaused { object["paused"] = .flag(true) }
        object["laps"] = .array(stopwatch.laps.map { .integer(milliseconds($0)) })
        return .object(object)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
