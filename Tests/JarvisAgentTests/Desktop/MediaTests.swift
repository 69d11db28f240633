// SPDX-License-Identifier: GPL-3.0-or-later
// Media player requests on fakes.

import JarvisCore
import JarvisControlTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MediaTests {
    private let rig = AgentRig()

    private var state: MediaPlayer.State {
        get async throws { try await rig.desktop.media.player().state }
    }

    @Test func pausingCanBeUndone() async throws {
        #expect(try await rig.ask("pause the music").text == "Paused.")
        #expect(try await state == .paused)
        #expect(try await rig.ask("pause").text == "VLC is already paused.")
        #expect(try await rig.ask("undo that").text == "VLC is playing again.")
        #expect(try await state == .playing)
    }

    @Test func playingCanBeUndone() async throws {
        #expect(try await rig.ask("play").text == "VLC is playing Strange Fruit by Nina Simone.")
        _ = try await rig.desktop.media.send(.pause)
        #expect(try await rig.ask("resume").text == "VLC is playing Strange Fruit by Nina Simone.")
        #expect(try await rig.ask("undo that").text == "VLC is paused again.")
        #expect(try await state == .paused)
    }

    @Test(arguments: [
        ("what song is this", "This is Strange Fruit by Nina Simone, from Pastel Blues."),
        ("who sings this", "This is Strange Fruit by Nina Simone, from Pastel Blues."),
        ("how long is this song", "Strange Fruit by Nina Simone is 3 minutes and 30 seconds long."),
        ("stop the music", "Stopped."), ("stop vlc", "Stopped."),
        ("skip ahead 30 seconds", "Now at 1 minute and 30 seconds."),
        ("rewind ten seconds", "Now at 50 seconds."), ("go back two minutes", "Now at the beginning."),
        ("fast forward", "Now at 1 minute and 10 seconds."),
        ("go forward a bit", "Now at 1 minute and 10 seconds."),
        ("jump to two minutes", "Now at 2 minutes."), ("go to the beginning", "Now at the beginning."),
        ("restart the song", "Strange Fruit by Nina Simone starts over."),
        ("play it again", "Strange Fruit by Nina Simone starts over."),
        ("how long has this been playing", "Strange Fruit by Nina Simone is at 1 minute."),
        ("previous song", "Strange Fruit by Nina Simone starts over."),
        ("next song", "VLC hasn't skipped yet."),
        ("pause the music on vlc", "Paused."),
        ("pause firefox", "I can't control Firefox, but I can control VLC."),
    ])
    func mediaRequestsAreAnswered(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply && answer.skill == "media", "\(answer.text)")
    }

    @Test func undoingASkipReturnsToTheSamePosition() async throws {
        _ = try await rig.ask("go back two minutes")
        #expect(try await rig.ask("undo that").text == "VLC is back where it was.")
        #expect(try await rig.desktop.media.player().positionSeconds == 60)
    }

    @Test(arguments: ["play", "pause the music", "next song", "what song is this", "rewind ten seconds"])
    func aMissingPlayerIsReported(request: String) async throws {
        let answer = try await AgentRig(desktop: FakeDesktop()).ask(request)
        #expect(answer.text == "No media player is running. Start one and try again.")
    }

    private static var two: FakeDesktop {
        FakeDesktop(players: [
            MediaPlayer(
                id: "m", name: "mpv", program: "mpv", state: .playing,
                track: MediaTrack(title: "One", artists: ["A"], lengthSeconds: 100), positionSeconds: 40),
            MediaPlayer(
                id: "v", name: "VLC media player", program: "vlc", state: .playing, track: MediaTrack(title: "Two")),
        ])
    }

    @Test func pausingTheMusicPausesEveryPlayer() async throws {
        let rig = AgentRig(desktop: Self.two)
        #expect(try await rig.ask("pause the music").text == "Paused mpv and VLC media player.")
        #expect(rig.desktop.media.commands == [.pause, .pause])
        #expect(try await rig.ask("undo that").text == "mpv and VLC media player are playing again.")
        #expect(try await rig.ask("pause vlc").text == "Paused.")
        #expect(rig.desktop.media.commands.count == 5)
    }

    @Test func anAmbiguousPlayerIsAskedAbout() async throws {
        let rig = AgentRig(desktop: Self.two)
        let question = try await rig.ask("next song")
        #expect(question.text == "Which one, mpv or VLC media player?" && question.summary.followUp == .dictation)
        #expect(rig.desktop.media.commands.isEmpty)
        _ = try await rig.ask("vlc", isFollowUp: true)
        #expect(rig.desktop.media.commands == [.next])
    }

    @Test(arguments: [
        ("how long is this", "One by A is 1 minute and 40 seconds long."),
        ("what is this", "mpv is playing One by A. VLC media player is playing Two."),
        ("how much of this song is left", "1 minute left of One by A."),
        ("how long is the song vlc is playing", "I don't know how long Two is."),
    ])
    func trackLengthsAreReported(request: String, reply: String) async throws {
        #expect(try await AgentRig(desktop: Self.two).ask(request).text == reply)
    }

    @Test func resumePlaysThePausedPlayer() async throws {
        let rig = AgentRig(desktop: Self.two)
        _ = try await rig.ask("pause vlc")
        #expect(try await rig.ask("resume").text == "VLC media player is playing Two.")
        #expect(try await rig.desktop.media.players().allSatisfy { $0.state == .playing })
        #expect(try await rig.ask("undo that").text == "VLC media player is paused again.")
        #expect(try await rig.ask("play").text == "mpv is playing One by A.")
    }

    @Test func playersWithTheSameNameAreDistinguishedByTrack() async throws {
        let players = ["One", "Two"].map { title in
            MediaPlayer(id: title, name: "mpv", program: "mpv", state: .playing, track: MediaTrack(title: title))
        }
        let rig = AgentRig(desktop: FakeDesktop(players: players))
        #expect(try await rig.ask("next song").text == "Which one, mpv with One or mpv with Two?")
        _ = try await rig.ask("two", isFollowUp: true)
        #expect(rig.desktop.media.commands == [.next])
        #expect(try await rig.ask("pause mpv").text == "Paused mpv with One and mpv with Two.")
        #expect(try await rig.desktop.media.players().allSatisfy { $0.state == .paused })
    }

    @Test func playAgainResumesAPausedPlayer() async throws {
        _ = try await rig.ask("pause vlc")
        let answer = try await rig.ask("play vlc again")
        #expect(answer.text == "VLC is playing Strange Fruit by Nina Simone.", "\(answer.text)")
        #expect(try await rig.desktop.media.player().positionSeconds == 60)
        #expect(try await rig.ask("play that song again").text == "Strange Fruit by Nina Simone starts over.")
    }

    @Test func restartingATrackDoesNotSkipToThePreviousOne() async throws {
        _ = try await rig.ask("restart the song")
        #expect(rig.desktop.media.commands.isEmpty)
        #expect(try await rig.desktop.media.player().positionSeconds == 0)
        #expect(try await rig.ask("undo that").text == "VLC is back where it was.")
        #expect(try await rig.desktop.media.player().positionSeconds == 60)
    }

    @Test(arguments: [
        ("shuffle", "Shuffle is on."), ("turn shuffle off", "Shuffle is off."),
        ("repeat this song", "Repeating this one."), ("repeat the playlist", "Repeating everything."),
        ("turn off repeat", "Repeat is off."), ("play faster", "Playing at 125 percent speed."),
        ("slow down the video", "Playing at 75 percent speed."),
        ("play it at double speed", "Playing at 200 percent speed."),
    ])
    func shuffleRepeatAndSpeedCanBeChangedAndUndone(request: String, reply: String) async throws {
        var player = MediaPlayer(id: "b", name: "Box", state: .playing, track: MediaTrack(title: "One"))
        (player.shuffles, player.loop, player.rate) = (request == "turn shuffle off", .nothing, 1)
        let rig = AgentRig(desktop: FakeDesktop(players: [player]))
        let answer = try await rig.ask(request)
        #expect(answer.text == reply && answer.skill == "media")
        _ = try await rig.ask("undo that")
        #expect(try await rig.desktop.media.player() == player)
    }

    @Test func unsupportedPlayerModesAreReported() async throws {
        #expect(try await rig.ask("shuffle").text == "I can't change whether VLC shuffles. Try it in the app itself.")
        #expect(try await rig.ask("play faster").text.hasPrefix("I can't change how fast VLC plays."))
    }

    @Test(arguments: ["how long is left", "how much longer", "how much time is left"])
    func withoutATimerTheTimeLeftIsThatOfTheTrack(request: String) async throws {
        let rest = "2 minutes and 30 seconds left of Strange Fruit by Nina Simone."
        #expect(try await rig.ask(request).text == rest)
        _ = try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask(request).text == "Your timer has 10 minutes left.")
    }

    @Test(arguments: ["stop cmus", "stop mpd", "stop vlc"])
    func aPlayerIsStoppedByItsProgramName(request: String) async throws {
        let program = String(request.dropFirst("stop ".count))
        let player = MediaPlayer(id: "p", name: "Some Player", program: program, state: .playing)
        let rig = AgentRig(desktop: FakeDesktop(players: [player]))
        let answer = try await rig.ask(request)
        #expect(answer.text == "Stopped.", "\(answer)")
    }

    @Test(arguments: [
        "stop it", "stop that", "stop talking", "stop nagging me", "stop the tea timer", "stop the alarm",
        "stop hitting your brother", "Stop, don't shut it down.",
    ])
    func otherThingsToStopAreNotPlayers(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(rig.desktop.media.commands.isEmpty && !answer.text.contains("playing"), "\(answer.text)")
    }

    @Test func anotherPlayerIsNeverPausedInstead() async throws {
        let answer = try await rig.ask("pause cmus")
        #expect(answer.text == "I can't control Cmus, but I can control VLC.")
        #expect(rig.desktop.media.commands.isEmpty)
    }

    @Test func aPlayerThatCannotSkipIsReported() async throws {
        let radio = MediaPlayer(id: "r", name: "Radio", state: .playing, abilities: [.play, .pause])
        let rig = AgentRig(desktop: FakeDesktop(players: [radio]))
        #expect(try await rig.ask("next song").text.hasPrefix("There's nothing after this in Radio."))
        #expect(try await rig.ask("skip ahead ten seconds").text.hasPrefix("I can't seek in Radio."))
        #expect(try await rig.ask("what is playing").text == "Radio is playing, but I can't tell what.")
    }
}
