// SPDX-License-Identifier: GPL-3.0-or-later
// Regular upkeep of the history: checks for damage, and sealing.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// Checks the whole history piece by piece, letting other calls run in between, and sets damaged lines aside.
    /// Trusts sealed segments that were checked before. Seals an active file that has grown too large.
    public func report() async -> StoreReport {
        var leftAside = 0
        var failure: StoreFailure?
        do {
            try await setDamageAside(&leftAside)
            sealLater()
            await sealing?.value
        } catch {
            failure = error
        }
        let report = StoreReport(
            damagedLineCount: setAsideCount + file.index.damaged.count + leftAside,
            quarantinePath: setAsideCount > 0 ? file.quarantinePath : nil, writeFailure: file.writeFailure ?? failure)
        (toldCount, toldFailure, isReported) = (setAsideCount, report.writeFailure, true)
        for waiting in awaitingReport { waiting.finish() }
        awaitingReport = []
        return report
    }

    /// Sets aside the damage found so far, without searching for more, and reports it.
    public func damageMet() async -> StoreReport {
        if !file.index.damaged.isEmpty {
            setAsideCount += (try? write { file throws(StoreFailure) in try file.setAsideDamage(at: clock.now()) }) ?? 0
        }
        return StoreReport(
            damagedLineCount: setAsideCount + file.index.damaged.count,
            quarantinePath: setAsideCount > 0 ? file.quarantinePath : nil)
    }

    /// Finds damaged lines in the whole history and sets them aside.
    /// - Parameter leftAside: Counts damaged lines of the archive that cannot be set aside.
    func setDamageAside(_ leftAside: inout Int) async throws(StoreFailure) {
        var isComplete = false
        while !isComplete {
            isComplete = try read { file throws(StoreFailure) in
                for _ in 0..<16 where !file.index.isComplete { try file.extendBackward() }
                return file.index.isComplete
            }
            await Task.yield()
        }
        if file.index.damaged.isEmpty {
            // Try a write, so the user learns of a read-only history before the first message is lost.
            if !file.isWritable { try write { _ in } }
        } else {
            setAsideCount += try write { file throws(StoreFailure) in try file.setAsideDamage(at: clock.now()) }
        }
        for name in try read({ file in file.archive.names }) {
            leftAside += try check(name)
            await Task.yield()
        }
    }

    /// Checks one segment.
    /// - Returns: The number of damaged lines that cannot be set aside.
    private func check(_ name: ULID) throws(StoreFailure) -> Int {
        let damaged = try read { file throws(StoreFailure) in
            let archive = file.archive
            let path = archive.path(name)
            guard let place = archive.names.firstIndex(of: name),
                !HistorySegment.isChecked(path: path, indexPath: archive.indexPath(name), system: file.system)
            else { return 0 }
            return try archive.segment(place).damaged.count
        }
        guard damaged > 0 else { return 0 }
        do {
            setAsideCount += try write { file throws(StoreFailure) in
                guard let place = file.archive.names.firstIndex(of: name) else { return 0 }
                return try file.setAsideDamage(in: try file.archive.segment(place), at: clock.now())
            }
            return 0
        } catch {
            switch error {
            case .readOnly, .laterVersion: return damaged
            default: throw error
            }
        }
    }

    // MARK: Sealing

    /// Seals an oversized active file in the background, so the call that filled it doesn't wait.
    func sealLater() {
        guard sealing == nil, file.isToBeSealed, file.index.end >= nextSealingSize else { return }
        sealing = Task { [weak self] in
            await self?.sealNow()
        }
    }

    private func sealNow() async {
        defer { sealing = nil }
        do {
            try await seal()
        } catch {
            // No messages are lost: everything stays in the active file.
            nextSealingSize = file.index.end + file.segmentSize / 4
        }
    }

    /// Moves all messages into the archive, piece by piece, letting other calls run in between.
    func seal() async throws {
        var cursor: ULID?
        while try !write({ file throws(StoreFailure) in try file.seal(after: &cursor) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
