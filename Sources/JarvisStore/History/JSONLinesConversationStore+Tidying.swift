// SPDX-License-Identifier: GPL-3.0-or-later
// Removing what was deleted and what is too old from the disk. Damage that is met on the way is set aside and told: by
// `report` until that has been asked for, by `findings` from then on.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// Removes deleted messages from the disk for good.
    public func compact() async throws {
        try write { file throws(StoreFailure) in try file.compact() }
    }

    /// Removes what is too old and what was deleted from the disk, segment by segment, with room for other calls and
    /// other processes in between.
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

    /// Tidies by the schedule until the task is cancelled, first when `report` has been asked for: what was damaged before
    /// is told there. In session-only mode the disk is left alone.
    public func keepTidy(_ settings: any SettingsStore, clock: any Clock<Duration>) async {
        await RetentionSchedule(settings: settings, clock: clock).run(\.history) { [self] in
            if !settings.current.history.isSessionOnly { await reported() }
        } tidy: { [self] in
            await tidy(settings)
        }
    }

    /// Returns once `report` has been asked for, or when the task is cancelled.
    private func reported() async {
        guard !isReported else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        awaitingReport.append(continuation)
        for await _ in stream {}
    }

    private func tidy(_ settings: any SettingsStore) async {
        let history = settings.current.history
        guard !Task.isCancelled, !history.isSessionOnly, file.exists else { return }
        // A history that was not in use at the start: its faults have not been reported.
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

    /// Tells, once, why something cannot be removed from the disk.
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
