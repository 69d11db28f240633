// SPDX-License-Identifier: GPL-3.0-or-later
// MPRIS player control with fake players on a private bus.

import GioKit
import JarvisBusTesting
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct MPRISMediaControlTests {
    private let bus: PrivateBus
    private let media: MPRISMediaControl

    init() throws {
        let bus = try PrivateBus()
        self.bus = bus
        // Other tests may keep the main thread busy for longer than a player may take.
        media = MPRISMediaControl(limit: .seconds(20)) { () async throws(BusFailure) in try await bus.connection() }
    }

    private func player(_ program: String, _ identity: String) async throws -> TestPlayer {
        try await TestPlayer(program, identity: identity, on: try await bus.connection())
    }

    @Test func missingPlayersAreReported() async throws {
        #expect(try await media.players().isEmpty)
        await #expect(throws: MediaFailure.noPlayer) { try await media.send(.pause) }
        #expect(MediaFailure.noPlayer.advice == "No media player is running. Start one and try again.")
    }

    @Test func anUnreachableBusIsReported() async throws {
        let nowhere = MPRISMediaControl { () async throws(BusFailure) in
            try await BusConnection.open(address: "unix:path=/nowhere")
        }
        do throws(MediaFailure) {
            _ = try await nowhere.players()
            Issue.record("there is no bus")
        } catch {
            if case .unavailable = error { return }
            Issue.record("\(error)")
        }
    }

    @Test func theCurrentTrackAndItsPlayerAreRead() async throws {
        let test = try await player("vlc.instance42", "VLC media player")
        test.status = "Playing"
        test.position = 61_500_000
        let now = try await media.player()
        #expect(now.id == "org.mpris.MediaPlayer2.vlc.instance42")
        #expect(now.name == "VLC media player")
        #expect(now.program == "vlc")
        #expect(now.state == .playing)
        #expect(
            now.track
                == MediaTrack(
                    title: "Song 1", artists: ["Nina Simone", "Hot Club"], album: "Best of", lengthSeconds: 300))
        #expect(now.positionSeconds == 61.5)
        #expect(now.volume == Level(1))
        test.artist = .text("Someone")
        #expect(try await media.player().track?.artists == ["Someone"])
    }

    @Test func aPlayerThatQuitsOnStopIsReportedAsStopped() async throws {
        let test = try await player("mpv", "mpv")
        test.status = "Playing"
        test.endsOnStop = true
        let after = try await media.send(.stop)
        #expect(after.state == .stopped && after.name == "mpv" && after.track == nil)
        #expect(try await media.players().isEmpty)
    }

    @Test func aPlayerWithTwoNamesIsListedOnce() async throws {
        let first = try await player("vlc", "VLC media player")
        let second = try await player("vlc.instance42", "VLC media player")
        #expect(try await media.players().map(\.id) == ["org.mpris.MediaPlayer2.vlc"])
        // Another window of the same process plays something else.
        second.track = 2
        #expect(try await media.players().count == 2)
        withExtendedLifetime(first) {}
    }

    @Test func playFallsBackToPlayPause() async throws {
        let test = try await player("rhythmbox", "Rhythmbox")
        test.refusesToPlay = true
        #expect(try await media.send(.play).state == .playing)
        #expect(test.calls == ["Play", "PlayPause"])
    }

    @Test func previousSkipsPastARestartOfTheCurrentTrack() async throws {
        let test = try await player("spotify", "Spotify")
        (test.status, test.track, test.position, test.restartsFirst) = ("Playing", 3, 60_000_000, true)
        #expect(try await media.send(.previous).track?.title == "Song 2")
        #expect(test.calls == ["Previous", "Previous"])
        #expect(try await media.send(.previous).track?.title == "Song 1")
        #expect(test.calls.count == 3)
    }

    @Test func playWaitsForTheTrackMetadata() async throws {
        let test = try await player("audacious", "Audacious")
        test.readingsBeforeMetadata = 5
        #expect(try await media.send(.play).track?.title == "Song 1")
    }

    @Test func aGrowingTrackLengthIsOmitted() async throws {
        let test = try await player("mpv", "mpv")
        test.status = "Playing"
        try await media.follow()
        test.grow()
        #expect(try await media.player().track?.lengthSeconds != nil, "found out later")
        for _ in 0..<3 { test.grow() }
        #expect(await eventually { (try? await media.player().track?.lengthSeconds) == .some(nil) })
        #expect(try await media.player().track?.title == "Song 1")
    }

    @Test func unsupportedModesAreReported() async throws {
        let test = try await player("box", "Music Box")
        #expect(try await media.set(.shuffle(true), in: nil).shuffles == true)
        test.ignoresModes = true
        await #expect(throws: MediaFailure.unable(name: "Music Box", .shuffle)) {
            try await media.set(.shuffle(false), in: nil)
        }
        await #expect(throws: MediaFailure.unable(name: "Music Box", .loop)) {
            try await media.set(.loop(.track), in: nil)
        }
    }

    @Test func previousWaitsForTheTrackToChange() async throws {
        let test = try await player("mpv", "mpv")
        (test.status, test.track, test.position) = ("Playing", 2, 60_000_000)
        test.readingsBeforeTrack = 6
        #expect(try await media.send(.previous).track?.title == "Song 1")
    }

    @Test func nextWaitsForTheTitleToReplaceTheFileName() async throws {
        let test = try await player("mpv", "mpv")
        test.status = "Playing"
        test.readingsBeforeTitle = 6
        let after = try await media.send(.next)
        #expect(after.track?.title == "Song 2" && after.track?.lengthSeconds == 300)
    }

    @Test func tracksSharingOnePathAreDistinguished() async throws {
        let test = try await player("audacious", "Audacious")
        test.status = "Playing"
        test.hasOnePath = true
        #expect(try await media.send(.next).track?.title == "Song 2")
        #expect(try await media.send(.previous).track?.title == "Song 1")
        #expect(test.readings < 20, "it was waited for what never comes")
    }

    @Test func nextWorksInAStreamWithoutLengths() async throws {
        let test = try await player("radio", "Radio")
        test.status = "Playing"
        test.tellsLengths = false
        let after = try await media.send(.next)
        #expect(after.track?.title == "Song 2" && after.track?.lengthSeconds == nil)
    }

    @Test(arguments: [
        ("vlc.instance42", "vlc"), ("io.github.celluloid_player.Celluloid.instance-1", "celluloid"),
        ("chromium.instance7", "chromium"), ("org.gnome.Music", "music"), ("mpv", "mpv"),
    ])
    func programNamesAreParsedFromBusNames(name: String, program: String) {
        #expect(MPRIS.player("org.mpris.MediaPlayer2." + name, identity: [:], properties: [:]).program == program)
    }

    @Test func commandsReturnTheResultingState() async throws {
        let test = try await player("box", "Music Box")
        #expect(try await media.send(.play).state == .playing)
        #expect(try await media.send(.playPause).state == .paused)
        #expect(try await media.send(.playPause).state == .playing)
        #expect(try await media.send(.pause).state == .paused)
        #expect(try await media.send(.next).track?.title == "Song 2")
        #expect(try await media.send(.previous).track?.title == "Song 1")
        #expect(try await media.seek(bySeconds: 30).positionSeconds == 30)
        #expect(try await media.seek(bySeconds: -10).positionSeconds == 20)
        #expect(try await media.send(.stop).state == .stopped)
        #expect(try await media.changeVolume(.to(0.4), of: nil).volume?.percent == 40)
        #expect(try await media.changeVolume(.aBitMore, of: nil).volume?.percent == 50)
        #expect(test.volume == 0.5)
        await #expect(throws: MediaFailure.notAVolume(percent: 200)) {
            try await media.changeVolume(.to(2), of: nil)
        }
        #expect(test.calls.count == 9)
    }

    @Test func slowPlayersAreAwaited() async throws {
        let test = try await player("box", "Music Box")
        test.isSlow = true
        async let played = media.send(.play)
        await yieldUntil { test.calls == ["Play"] && test.readings > 2 }
        test.finish()
        #expect(try await played.state == .playing)
    }

    @Test func playingThenMostRecentPlayersAreSelected() async throws {
        let (first, second) = (try await player("aaa", "First"), try await player("bbb", "Second"))
        try await media.follow()
        #expect(try await media.player().name == "First")
        second.set("Playing")
        #expect(await eventually { (try? await media.player().name) == "Second" })
        first.set("Playing")
        #expect(await eventually { (try? await media.player().name) == "First" }, "of two that play the later one")
        first.set("Paused")
        #expect(await eventually { (try? await media.player().name) == "Second" }, "the one that still plays")
        second.set("Paused")
        #expect(await eventually { (try? await media.player().state) == .paused })
        #expect(try await media.player().name == "Second", "the one that played last")
        // Resumes that player and leaves the other one alone.
        #expect(try await media.send(.play).name == "Second")
        #expect(try await media.players().map(\.name) == ["Second", "First"])
        second.quit()
        #expect(await eventually { (try? await media.players().count) == 1 })
        #expect(try await media.send(.play).name == "First")
        #expect(first.calls == ["Play"])
    }

    @Test func proxyPlayersAreSkipped() async throws {
        let (real, proxy) = (try await player("vlc", "VLC"), try await player("playerctld", "VLC"))
        #expect(try await media.players().map(\.program) == ["vlc"])
        withExtendedLifetime((real, proxy)) {}
    }

    @Test func commandsReachThePlayerChosenByName() async throws {
        let (first, second) = (try await player("aaa", "First"), try await player("vlc", "VLC media player"))
        first.status = "Playing"
        let meant = try #require(try await media.players().meant(by: "vlc").first)
        #expect(try await media.send(.play, to: meant.id).state == .playing)
        #expect(first.calls.isEmpty && second.calls == ["Play"])
        second.quit()
        await #expect(throws: MediaFailure.gone(name: "vlc")) {
            _ = await eventually { (try? await media.players().count) == 1 }
            return try await media.send(.pause, to: meant.id)
        }
    }

    @Test func unsupportedCommandsAreRejectedWithoutACall() async throws {
        let test = try await player("box", "Music Box")
        test.canGoNext = false
        await #expect(throws: MediaFailure.unable(name: "Music Box", .next)) { try await media.send(.next) }
        #expect(test.calls.isEmpty)
        #expect(
            MediaFailure.unable(name: "Music Box", .next).advice
                == "There's nothing after this in Music Box. Choose something to play there first.")
        test.refusal = .failed("the disc is out")
        await #expect(throws: MediaFailure.refused(name: "Music Box", reason: "the disc is out")) {
            try await media.send(.play)
        }
    }

    @Test func reconnectsAfterTheBusEnds() async throws {
        let buses = Buses(bus)
        let media = MPRISMediaControl { () async throws(BusFailure) in try await buses.newest.connection() }
        let test = try await player("box", "Music Box")
        #expect(try await media.player().name == "Music Box")
        bus.end()
        #expect(await eventually { (try? await media.players()) == nil })
        buses.newest = try PrivateBus()
        #expect(await eventually { (try? await media.players().isEmpty) == true })
        withExtendedLifetime(test) {}
    }

    @Test(arguments: [
        ("file:///music/My%20song.ogg", "/music/My song.ogg"), ("file://localhost/a", "/a"),
        ("file:///%C3%A4", "/ä"), ("http://host/a", nil), ("file://other/a", nil), ("file:///%zz", nil),
        ("file:///%2", nil), ("file:///%FF", nil), ("file:///a%00b", nil), ("file:", nil), ("", nil),
    ])
    func fileURLsAreParsed(address: String, path: String?) {
        #expect(FileAddress.path(of: address) == path)
    }
}

/// The bus for new connections.
@MainActor
private final class Buses {
    var newest: PrivateBus

    init(_ first: PrivateBus) { newest = first }
}
