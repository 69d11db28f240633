// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the stopwatch on disk: one small JSON document, replaced atomically on every change.

public import JarvisAgent
public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Stores the stopwatch in a file that several processes may change. Times are in milliseconds:
///
///     {"format":"jarvis-stopwatch","version":1,
///      "stopwatch":{"counted":0,"runningSince":1763706184000,"boot":"…","uptime":81200,"laps":[31000]}}
///
/// `uptime` is `runningSince` relative to the boot that `boot` names, so the stopwatch stays right if the clock is set.
/// A paused stopwatch also has `"paused":true`. Unknown keys survive. A damaged file is renamed to
/// `<path>.damaged-<n>`.
public actor JSONStopwatchStore: StopwatchStore {
    private static let key = "stopwatch"

    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let found = Mutex<[Notice]>([])

    /// Reports of damaged files that updates have set aside.
    public nonisolated var notices: [Notice] { found.withLock { $0 } }

    /// - Parameter path: The file, usually `<data>/stopwatch.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        executor = WorkerExecutor(name: "stopwatch")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// The store's own thread, which all file access runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The stopwatch, or `nil` if there is none.
    /// - Throws: `StoreFailure.damaged` once, after setting a damaged file aside; another `StoreFailure` if the file
    ///   cannot be read or set aside.
    public func stopwatch() async throws -> Stopwatch? {
        // Writers replace the file atomically, so reading needs no lock.
        switch try file.load() {
        case .absent: return nil
        case .document(let document): return Self.stopwatch(of: document)
        case .damaged(let reason):
            let damage = try file.locked { () throws(StoreFailure) in try file.replaceDamaged(reason) }
            throw StoreFailure.damaged(path: file.path, reason: reason, keptAs: damage.keptAs)
        }
    }

    /// Changes the stopwatch under a lock that other processes respect.
    /// - Parameter change: Returns the new stopwatch, or `nil` to remove it.
    /// - Returns: The stopwatch before the change.
    /// - Throws: `StoreFailure` if the file cannot be written.
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

    /// Plausible milliseconds: sums of them don't overflow. The upper bound is 285 thousand years.
    private static let possible: Range<Int64> = 0..<(1 << 53)

    private static func stopwatch(of document: JSONObject) -> Stopwatch? {
        guard let object = document[key]?.asObject, let counted = object["counted"]?.asInteger else { return nil }
        // A writer adds `laps` last. Without it, other values may be missing too.
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
