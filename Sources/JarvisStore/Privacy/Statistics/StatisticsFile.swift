// SPDX-License-Identifier: GPL-3.0-or-later
// The figures on disk: written by any process that answers, read by those that show them.

public import JarvisCore
import JarvisPlatform

/// Keeps the figures in one file, on a thread of its own. Errors are `StoreFailure`.
public actor StatisticsFile {
    private let executor = WorkerExecutor(name: "statistics")
    private let path: String
    private let notice: @Sendable (Notice) -> Void

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: usually `<data>/statistics.json`; made with the first figure.
    ///   - notice: told of a damaged file.
    public init(path: String, notice: @escaping @Sendable (Notice) -> Void = { _ in }) {
        self.path = path
        self.notice = notice
    }

    /// What was counted so far; of a damaged file, what can be read of it.
    public func load() throws -> UsageStatistics {
        switch try file.load() {
        case .absent: return UsageStatistics()
        case .document(let object): return UsageStatistics(document: .object(object)) ?? UsageStatistics()
        case .damaged(let reason):
            notice(.fileDamaged(path: path, reason: reason, keptAs: nil))
            return UsageStatistics(document: .object(try file.salvagedDocument())) ?? UsageStatistics()
        }
    }

    /// Changes the figures, after what other processes have written.
    public func change(_ change: @Sendable (inout UsageStatistics) -> Void) throws {
        try Folder.create(Folder.parent(of: path), system: file.system)
        let file = file
        try file.locked { () throws(StoreFailure) in
            var statistics = UsageStatistics()
            switch try file.load() {
            case .document(let object):
                guard let present = UsageStatistics(document: .object(object)) else {
                    throw StoreFailure.laterVersion(path: file.path)
                }
                statistics = present
            case .damaged(let reason):
                let damage = try file.replaceDamaged(reason)
                notice(damage.notice(of: file.path))
                statistics = UsageStatistics(document: .object(damage.salvaged)) ?? UsageStatistics()
            case .absent: break
            }
            change(&statistics)
            guard let document = statistics.document.asObject else { return }
            try file.save(document)
        }
    }

    /// Removes all figures.
    /// - Returns: what there was, so that it can be brought back.
    public func erase() throws -> UsageStatistics {
        // What cannot be read can be removed all the same.
        let statistics = (try? load()) ?? UsageStatistics()
        try file.erase()
        return statistics
    }

    /// Brings figures back; days that were counted since stay as they are.
    public func restore(_ statistics: UsageStatistics) throws {
        try change { present in
            for (date, day) in statistics.days where present.days[date] == nil { present.change(date) { $0 = day } }
        }
    }

    private var file: JSONDocumentFile { JSONDocumentFile(path: path, system: FileSystem()) }
}
