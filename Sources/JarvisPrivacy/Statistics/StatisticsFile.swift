// SPDX-License-Identifier: GPL-3.0-or-later
// The figures on disk: written by any process that answers, read by those that show them.

import JarvisCore
import JarvisPlatform

/// Keeps the figures in one file, on a thread of its own. Errors are `StoreFailure`.
public actor StatisticsFile {
    private let executor = WorkerExecutor(name: "statistics")
    private let path: String

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter path: usually `<data>/statistics.json`; made with the first figure.
    public init(path: String) {
        self.path = path
    }

    /// What was counted so far; a damaged file counts as none and is kept.
    public func load() throws -> UsageStatistics {
        guard case .document(let object) = try file.load() else { return UsageStatistics() }
        return UsageStatistics(document: .object(object)) ?? UsageStatistics()
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
            case .damaged: _ = try file.setAside()
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
        let statistics = try load()
        let result = file.system.remove(path)
        if result != -Int(2) { try StoreFailure.check(result, path) }
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
