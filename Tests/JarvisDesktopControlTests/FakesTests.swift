// SPDX-License-Identifier: GPL-3.0-or-later
// The fakes reject what the real ports reject, so skills can't pass their tests with invalid requests.

import JarvisCore
import JarvisControlTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct FakesTests {
    @Test func fakeSoundControlChangesVolumesAndRejectsInvalidOnes() async throws {
        let sound = FakeSoundControl(applications: [PlayingApplication(id: "f", name: "Firefox", volume: Level(0.8))])
        #expect(try await sound.changeVolume(.aBitMore).volume.percent == 60)
        #expect(try await sound.changeVolume(.aBitLess, of: "f").volume.percent == 70)
        #expect(try await sound.setMuted(true, application: "f").isMuted)
        await #expect(throws: SoundFailure.notAVolume(percent: 200)) { try await sound.changeVolume(.to(2)) }
        await #expect(throws: SoundFailure.notPlaying("x")) { try await sound.setMuted(true, application: "x") }
        #expect(try await sound.application(named: "the firefox app").id == "f")
        await #expect(throws: SoundFailure.notPlaying("vlc")) { try await sound.application(named: "vlc") }
        sound.fail(with: .noOutput)
        await #expect(throws: SoundFailure.noOutput) { try await sound.output() }
    }

    @Test func fakeMediaControlDrivesPlayersAndReportsMissingOnes() async throws {
        await #expect(throws: MediaFailure.noPlayer) { try await FakeMediaControl().send(.play) }
        let media = FakeMediaControl(players: [
            MediaPlayer(id: "a", name: "A", positionSeconds: 5, abilities: [.play, .pause, .seek]),
            MediaPlayer(id: "b", name: "B"),
        ])
        #expect(try await media.send(.playPause).state == .playing)
        #expect(try await media.seek(bySeconds: -10).positionSeconds == 0)
        #expect(try await media.send(.next, to: "b").id == "b")
        #expect(try await media.player(named: "b").id == "b")
        await #expect(throws: MediaFailure.notRunning(name: "vlc")) { try await media.player(named: "vlc") }
        await #expect(throws: MediaFailure.unable(name: "A", .next)) { try await media.send(.next) }
        #expect(media.commands == [.playPause, .next])
    }

    @Test func fakeSessionClipboardAndScreenRememberChanges() async throws {
        let session = FakeSessionControl()
        try await session.perform(.lock)
        #expect(session.performed == [.lock])
        #expect(try await session.setDoNotDisturb(true))
        let clipboard = FakeClipboard()
        #expect(try await clipboard.text() == nil)
        try await clipboard.setText("eggs")
        #expect(try await clipboard.text() == "eggs")
        let screen = FakeBrightnessControl()
        #expect(try await screen.change(.aBitMore).level.percent == 60)
        await #expect(throws: ReadingFailure.noBattery) { try await FakeMachineReadings().batteryTime() }
    }
}
