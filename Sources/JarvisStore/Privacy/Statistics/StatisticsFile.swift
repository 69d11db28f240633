// SPDX-License-Identifier: GPL-3.0-or-later
// The usage statistics on disk. Any process that answers writes them; the statistics page reads them.

public import JarvisCore
import JarvisPlatform

/// Stores the statistics in one file, on its own thread. Errors are `StoreFailure`.
public actor StatisticsFile {
    private let executor = WorkerExecutor(name: "statistics")
    private let path: String
    private let notice: @Sendable (Notice) -> Void

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: Usually `<data>/statistics.json`; created with the first figure.
    ///   - notice: Called for a damaged file.
    public init(path: String, notice: @escaping @Sendable (Notice) -> Void = { _ in }) {
        self.path = path
        self.notice = notice
    }

    /// The statistics so far; from a damaged file, its readable part.
    public func load() throws -> UsageStatistics {
        switch try file.load() {
        case .absent: return UsageStatistics()
        case .document(let object): return UsageStatistics(document: .object(object)) ?? UsageStatistics()
        case .damaged(let reason):
            notice(.fileDamaged(path: path, reason: reason, keptAs: nil))
            return UsageStatistics(document: .object(try file.salvagedDocument())) ?? UsageStatistics()
        }
    }

    /// Applies a change to the current file, including what other processes have written.
    /// - Throws: `StoreFailure.laterVersion` if the file's format or version is unknown.
    public func change(_ change: @Sendable (inout UsageStatistics) -> Void) throws {
        try Folder.create(Folder.parent(of: path), system: file.system)
        let file = file
        try file.locked { () throws(StoreFailure) in
            var statistics = UsageStatistics()
            var earlier = JSONObject()
            switch try file.load() {
            case .document(let object):
                guard let present = UsageStatistics(document: .object(object)) else {
                    throw StoreFailure.laterVersion(path: file.path)
                }
                (statistics, earlier) = (present, object)
            case .damaged(let reason):
                let damage = try file.replaceDamaged(reason)
                notice(damage.notice(of: file.path))
                statistics = UsageStatistics(document: .object(damage.salvaged)) ?? UsageStatistics()
            case .absent: break
            }
            change(&statistics)
            try file.save(statistics.document(keeping: earlier))
        }
    }

    /// Removes all statistics.
    /// - Returns: The removed statistics, so they can be restored.
    public func erase() throws -> UsageStatistics {
        // An unreadable file can still be removed.
        let statistics = (try? load()) ?? UsageStatistics()
        try file.erase()
        return statistics
    }

    /// Restores removed statistics. Days counted since then keep their new figures.
    public func restore(_ statistics: UsageStatistics) throws {
        try change { present in
            for (date, day) in statistics.days where present.days[date] == nil { present.change(date) { $0 = day } }
        }
    }

    private var file: JSONDocumentFile { JSONDocumentFile(path: path, system: FileSystem()) }
}
