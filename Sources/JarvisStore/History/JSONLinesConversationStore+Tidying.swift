// SPDX-License-Identifier: GPL-3.0-or-later
// Removes deleted and expired messages from disk. Sets aside any damage found on the way and reports it: through
// `report` the first time, through `findings` afterwards.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// Removes deleted messages from disk.
    public func compact() async throws {
        try write { file throws(StoreFailure) in try file.compact() }
    }

    /// Removes expired and deleted messages from disk, segment by segment, letting other calls and other processes run
    /// in between.
    public func tidy(retention: HistoryRetention) async throws {
        defer { tellOfDamage() }
        var leftAside = 0
        try await setDamageAside(&leftAside)
        let limit = retention.days.map { RetentionSchedule.limit(days: $0, at: clock.now()) }
        try write { file throws(StoreFailure) in try file.removeLeftovers() }
        if let limit {
            var isChanged = false
            defer { if isChanged { tellReplaced() } }
            while try write({ file throws(StoreFailure) in try file.removeSome(before: limit, &isChanged) }) {
                try Task.checkCancellation()
                await Task.yield()
            }
            try write { file throws(StoreFailure) in try file.removeQuarantined(before: limit) }
        }
        var cursor: ULID?
        while try write({ file throws(StoreFailure) in try file.compactSome(after: &cursor) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        try await compact()
    }

    /// Tidies on a schedule until the task is cancelled. Waits for the first `report`, which covers any existing
    /// damage. In session-only mode, leaves the disk alone.
    public func keepTidy(_ settings: any SettingsStore, clock: any Clock<Duration>) async {
        await RetentionSchedule(settings: settings, clock: clock).run(\.history) { [self] in
            if !settings.current.history.isSessionOnly { await reported() }
        } tidy: { [self] in
            await tidy(settings)
        }
    }

    /// Returns once `report` has been called or the task is cancelled.
    private func reported() async {
        guard !isReported else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        awaitingReport.append(continuation)
        for await _ in stream {}
    }

    private func tidy(_ settings: any SettingsStore) async {
        let history = settings.current.history
        guard !Task.isCancelled, !history.isSessionOnly, file.exists else { return }
        // The history was not in use at startup, so its faults have not been reported yet.
        if !isReported {
            let report = await report()
            if report != StoreReport() { telling.yield(report) }
        }
        do {
            try await tidy(retention: history.retention)
            toldFailure = nil
        } catch {
            if let failure = error as? StoreFailure { tell(failure) }
        }
    }

    /// Reports, once, why something cannot be removed from disk.
    func tell(_ failure: StoreFailure) {
        guard failure != toldFailure else { return }
        toldFailure = failure
        telling.yield(StoreReport(writeFailure: failure))
    }

    private func tellReplaced() {
        broadcast.send(.replaced)
    }

    private func tellOfDamage() {
        guard isReported, setAsideCount > toldCount else { return }
        telling.yield(
            StoreReport(damagedLineCount: setAsideCount - toldCount, quarantinePath: file.quarantinePath))
        toldCount = setAsideCount
    }
}
