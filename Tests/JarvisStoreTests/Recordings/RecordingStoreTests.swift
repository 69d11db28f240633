// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(10)))
struct RecordingStoreTests {
    private let folder: TemporaryFolder
    private let clock = FakeWallClock()
    private let settings: FakeSettingsStore
    private let disk = FaultySystem()

    init() throws {
        folder = try TemporaryFolder()
        var values = Settings()
        values.speech.recordsUtterances = true
        settings = FakeSettingsStore(values)
    }

    private func store() -> RecordingStore {
        RecordingStore(path: folder.path + "/recordings", settings: settings, clock: clock, system: disk.system)
    }

    private func utterance(_ text: String? = "what time is it", at instant: Timestamp? = nil) -> UtteranceRecording {
        UtteranceRecording(
            samples: (0..<8_000).map { Int16($0 % 100) }, beganAt: instant ?? clock.now(),
            transcript: text.map { Transcript(text: $0, confidence: 0.75, engine: "test", search: .grammar) })
    }

    @Test func recordingsAreStoredPrivatelyWithTheirText() async throws {
        let store = store()
        store.keep(utterance())
        let recordings = try await store.recordings()
        #expect(
            recordings == [
                Recording(
                    id: "2026-01-05/09-30-00-000", recordedAt: clock.now(), durationSeconds: 0.5,
                    text: "what time is it")
            ])
        let sound = try WAVFile.decode(try folder.bytes("recordings/2026-01-05/09-30-00-000.wav"))
        #expect(sound.int16Samples(atRate: 16_000) == utterance().samples)
        #expect(try folder.text("recordings/2026-01-05/09-30-00-000.json").contains("\"confidence\": 0.75"))
        #expect(folder.permissions("recordings") == 0o700 && folder.permissions("recordings/2026-01-05") == 0o700)
        for name in [".wav", ".json"] {
            #expect(folder.permissions("recordings/2026-01-05/09-30-00-000" + name) == 0o600)
        }
    }

    @Test func twoRecordingsOfTheSameMomentAreBothKept() async throws {
        let store = store()
        store.keep(utterance("one"))
        store.keep(utterance(nil))
        let recordings = try await store.recordings()
        #expect(recordings.map(\.id) == ["2026-01-05/09-30-00-000", "2026-01-05/09-30-00-000-2"])
        #expect(recordings.map(\.text) == ["one", ""])
    }

    @Test func recordingsAreNotKeptOnceRecordingIsOff() async throws {
        let store = store()
        #expect(store.isKeeping)
        try settings.update { $0.history.isSessionOnly = true }
        store.keep(utterance())
        try settings.update { $0.history.isSessionOnly = false }
        // A recording waiting for a full disk.
        disk.arm(0, .error(ENOSPC), isLasting: true)
        store.keep(utterance())
        _ = try await store.recordings()
        try settings.update { $0.speech.recordsUtterances = false }
        disk.disarm()
        await store.tidy()
        #expect(try await store.recordings().isEmpty)
    }

    @Test func aRetriedRecordingReplacesItsEarlierVersion() async throws {
        let store = store()
        let first = utterance(nil)
        store.keep(first)
        _ = try await store.recordings()
        clock.advance(by: .seconds(5))
        var again = utterance("one")
        again.id = first.id
        store.keep(again)
        #expect(try await store.recordings().map(\.text) == ["one"])
        disk.arm(0, .error(EIO), isLasting: true)
        store.keep(again)
        _ = try await store.recordings()
        disk.disarm()
        // The failed write loses nothing.
        #expect(try await store.recordings().map(\.text) == ["one"])
    }

    @Test func soundAndTextOfARecordingBelongTogetherWhicheverCallFails() async throws {
        let calls = disk.callCount
        var place = calls
        var isFailing = true
        while isFailing {
            let store = store()
            let first = utterance("one", at: clock.now())
            store.keep(first)
            _ = try await store.recordings()
            var again = utterance("one two", at: first.beganAt)
            again.id = first.id
            again.samples += again.samples
            disk.arm(place - calls, .error(EIO))
            store.keep(again)
            _ = try await store.recordings()
            isFailing = !disk.failedCalls.isEmpty
            disk.disarm()
            let kept = FolderCheck(folder, clock)
            // A half that can't be removed has no counterpart.
            for recording in kept.recordings where kept.length(recording) >= 0 && recording.durationSeconds > 0 {
                #expect(kept.length(recording) == recording.durationSeconds)
            }
            #expect(kept.recordings.contains { $0.text.hasPrefix("one") }, "call \(place - calls)")
            place += 1
            clock.advance(by: .seconds(60))
            _ = try await store.delete(try await store.recordings().map(\.id))
        }
        #expect(place - calls > 5, "calls have failed")
    }

    /// The recordings as they are on the disk.
    private struct FolderCheck {
        let path: String
        let recordings: [Recording]

        init(_ folder: TemporaryFolder, _ clock: any WallClock) {
            path = folder.path + "/recordings"
            recordings = RecordingFolder(path: path, clock: clock, system: FileSystem()).list()
        }

        /// Seconds of sound.
        func length(_ recording: Recording) -> Double {
            guard let bytes = try? WholeFile.bytes("\(path)/\(recording.id).wav"),
                let sound = try? WAVFile.decode(bytes)
            else { return -1 }
            return Double(sound.int16Samples(atRate: 16_000).count) / 16_000
        }
    }

    /// Of two recordings of the same moment, retrying the second must not replace the first.
    @Test func aRetriedRecordingDoesNotReplaceAnother() async throws {
        let store = store()
        store.keep(utterance("one"))
        let second = utterance(nil)
        store.keep(second)
        var again = utterance("two")
        again.id = second.id
        store.keep(again)
        let recordings = try await store.recordings()
        #expect(recordings.map(\.id) == ["2026-01-05/09-30-00-000", "2026-01-05/09-30-00-000-2"])
        #expect(recordings.map(\.text) == ["one", "two"])
    }

    @Test(arguments: RecordingRetention.allCases) func recordingsAreRemovedWhenTheirRetentionEnds(
        retention: RecordingRetention
    ) async throws {
        try settings.update { $0.speech.recordingRetention = retention }
        let store = store()
        store.keep(utterance("old"))
        clock.advance(by: .seconds(3_600))
        store.keep(utterance("new"))
        clock.advance(by: .seconds(retention.days * 86_400 - 3_600))
        await store.tidy()
        #expect(try await store.recordings().map(\.text) == ["old", "new"], "not a moment early")
        clock.advance(by: .seconds(1))
        await store.tidy()
        #expect(try await store.recordings().map(\.text) == ["new"])
        clock.advance(by: .seconds(3_600))
        await store.tidy()
        #expect(folder.files == ["recordings"], "the day's folder goes with its last recording")
    }

    @Test func foreignFilesAreNeverRemoved() async throws {
        let foreign = [
            "recordings/2020-01-01/notes.txt", "recordings/2020-01-01/10-00-00-000.wav.part", "recordings/song.wav",
            "recordings/2020-13-01/10-00-00-000.wav", "recordings/mine/10-00-00-000.wav",
        ]
        for name in foreign { try folder.write([1], to: name) }
        let store = store()
        await store.tidy()
        #expect(try await store.delete(["../recordings/song", "mine/10-00-00-000"]).count == 2)
        #expect(Set(foreign).isSubset(of: folder.files))
    }

    @Test func tidyingRunsEveryFewHoursAndOnANewRetention() async throws {
        try settings.update { $0.speech.recordingRetention = .month }
        let store = store()
        let time = ManualClock()
        store.keep(utterance("first"))
        let tidying = Task { await store.keepTidy(clock: time) }
        defer { tidying.cancel() }
        await yieldUntil { time.sleeperCount > 0 }
        clock.advance(by: .seconds(30 * 86_400 + 1))
        time.advance(by: RetentionSchedule.interval)
        try await yieldUntil { try await store.recordings().isEmpty }

        store.keep(utterance("second"))
        clock.advance(by: .seconds(8 * 86_400))
        try settings.update { $0.speech.recordingRetention = .week }
        try await yieldUntil { try await store.recordings().isEmpty }
    }

    @Test func recordingsAreDeletedByID() async throws {
        let store = store()
        store.keep(utterance("one"))
        store.keep(utterance("two"))
        let id = try #require(try await store.recordings().first?.id)
        #expect(try await store.delete([id, "2026-01-05/11-11-11-111"]) == ["2026-01-05/11-11-11-111"])
        #expect(try await store.recordings().map(\.text) == ["two"])
    }

    @Test(arguments: [ENOSPC, EROFS, EIO]) func aFailingDiskIsReportedOnceAndLosesNothing(code: Int32) async throws {
        let store = store()
        disk.arm(0, .error(code), isLasting: true)
        store.keep(utterance("one"))
        store.keep(utterance("two", at: clock.now().advanced(by: .seconds(1))))
        var notices = store.notices.makeAsyncIterator()
        let notice = try #require(await notices.next())
        #expect(notice.advice.contains("JARVIS can't save recordings."), "\(notice)")
        #expect(notice.advice.contains("disk is full") == (code == ENOSPC), "\(notice)")
        disk.disarm()
        await store.tidy()
        #expect(try await store.recordings().map(\.text) == ["one", "two"])
        store.keep(utterance("three", at: clock.now().advanced(by: .seconds(2))))
        disk.arm(0, .error(code), isLasting: true)
        store.keep(utterance("four", at: clock.now().advanced(by: .seconds(3))))
        #expect(await notices.next()?.advice == notice.advice, "a new fault after a time without one is told again")
    }

    @Test func recordingsSurviveAnyFailingSystemCall() async throws {
        disk.arm(.max, .error(ENOSPC))
        let store = store()
        store.keep(utterance("count"))
        _ = try await store.recordings()
        let calls = disk.callCount
        #expect(calls > 6)
        disk.disarm()
        for place in 0..<calls {
            disk.arm(place, .error(ENOSPC))
            store.keep(utterance("n\(place)", at: clock.now().advanced(by: .seconds(place + 1))))
            _ = try await store.recordings()
            disk.disarm()
            await store.tidy()
        }
        let texts = try await store.recordings().map(\.text)
        #expect(texts == ["count"] + (0..<calls).map { "n\($0)" })
    }
}
