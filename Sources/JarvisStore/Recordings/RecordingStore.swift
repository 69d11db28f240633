// SPDX-License-Identifier: GPL-3.0-or-later
// Stores recordings of utterances while the setting is on, and removes them when their retention period ends.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Stores utterances in one folder, on its own thread.
public final class RecordingStore: UtteranceKeeper {
    /// The number of recordings that wait in memory while the disk cannot be written.
    private static let longestQueue = 8

    /// How many recent utterances to remember. A retry of a failed one comes after at most a few others.
    private static let mostKnown = 16

    /// An utterance received by `keep`.
    private struct Known: Sendable {
        let utterance: UtteranceID
        let beganAt: Timestamp
        /// The name of its recording, once written.
        var name: String?
    }

    private struct State: Sendable {
        var waiting: [UtteranceRecording] = []
        /// Oldest first.
        var known: [Known] = []
        var lastFailure: StoreFailure?
    }

    /// Failures to store or remove recordings, each reason once. Buffers the newest 8.
    public let notices: AsyncStream<Notice>
    /// The folder of the recordings.
    public let path: String
    private let folder: RecordingFolder
    private let settings: any SettingsStore
    private let clock: any WallClock
    private let worker = WorkerThread(name: "recordings")
    private let state = Mutex(State())
    private let told: AsyncStream<Notice>.Continuation

    /// - Parameter path: Usually `<data>/recordings`; created with the first recording.
    public init(
        path: String, settings: any SettingsStore, clock: any WallClock, system: FileSystem = FileSystem()
    ) {
        self.path = path
        self.settings = settings
        self.clock = clock
        folder = RecordingFolder(path: path, clock: clock, system: system)
        (notices, told) = AsyncStream.makeStream(of: Notice.self, bufferingPolicy: .bufferingNewest(8))
    }

    deinit {
        told.finish()
    }

    /// False in session-only mode, which must leave no trace.
    public var isKeeping: Bool {
        let settings = settings.current
        return settings.speech.recordsUtterances && !settings.history.isSessionOnly
    }

    public func keep(_ recording: UtteranceRecording) {
        // The setting may have been turned off during the utterance.
        guard isKeeping else { return }
        state.withLock { state in
            var recording = recording
            if let known = state.known.first(where: { $0.utterance == recording.id }) {
                recording.beganAt = known.beganAt
                state.waiting.removeAll { $0.id == recording.id }
            } else {
                state.known.append(Known(utterance: recording.id, beganAt: recording.beganAt))
                if state.known.count > Self.mostKnown { state.known.removeFirst() }
            }
            state.waiting.append(recording)
            if state.waiting.count > Self.longestQueue { state.waiting.removeFirst() }
        }
        worker.async { [weak self] in self?.writeWaiting() }
    }

    /// Removes expired recordings, and retries those that could not be written.
    public func tidy() async {
        try? await worker.run { [self] in
            writeWaiting()
            removeExpired()
        }
    }

    /// Tidies on a schedule until the task is cancelled.
    public func keepTidy(clock: any Clock<Duration>) async {
        await RetentionSchedule(settings: settings, clock: clock).run(\.speech.recordingRetention) { [self] in
            await tidy()
        }
    }

    /// All recordings, oldest first.
    public func recordings() async throws -> [Recording] {
        try await worker.run { [folder] in folder.list() }
    }

    /// Removes recordings by name.
    /// - Returns: The names without a recording.
    /// - Throws: `StoreFailure`.
    public func delete(_ ids: [String]) async throws -> [String] {
        try await worker.run { [folder] in try ids.filter { id in try !folder.remove(id) } }
    }

    private func writeWaiting() {
        // If recording was turned off, drop waiting recordings too.
        if !isKeeping { state.withLock { $0.waiting = [] } }
        while let next = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
            do throws(StoreFailure) {
                let earlier = state.withLock { state in state.known.first { $0.utterance == next.id }?.name }
                let name = try folder.write(next, replacing: earlier)
                state.withLock { state in
                    state.lastFailure = nil
                    if let place = state.known.firstIndex(where: { $0.utterance == next.id }) {
                        state.known[place].name = name
                    }
                }
            } catch {
                state.withLock { state in
                    if state.waiting.count < Self.longestQueue { state.waiting.insert(next, at: 0) }
                }
                return tell(error, .recordingsNotKept(folder: path, error))
            }
        }
    }

    private func removeExpired() {
        let days = settings.current.speech.recordingRetention.days
        do throws(StoreFailure) {
            try folder.remove(before: RetentionSchedule.limit(days: days, at: clock.now()))
        } catch {
            tell(error, .recordingsNotRemoved(folder: path, olderThanDays: days, error))
        }
    }

    private func tell(_ failure: StoreFailure, _ notice: Notice) {
        let isNew = state.withLock { state in
            defer { state.lastFailure = failure }
            return state.lastFailure.map { !$0.isSameFault(as: failure) } ?? true
        }
        if isNew { told.yield(notice) }
    }
}

extension StoreFailure {
    /// True if both have the same remedy, regardless of the file.
    fileprivate func isSameFault(as other: StoreFailure) -> Bool {
        switch (self, other) {
        case (.readOnly, .readOnly), (.diskFull, .diskFull), (.inputOutput, .inputOutput): true
        default: self == other
        }
    }
}
