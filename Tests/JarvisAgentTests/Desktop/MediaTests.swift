// SPDX-License-Identifier: GPL-3.0-or-later
// Media players on fakes.

import JarvisControlPorts
import JarvisControlTesting
import JarvisCore
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MediaTests {
    private let rig = AgentRig()

    private var state: MediaPlayer.State {
        get async throws { try await rig.desktop.media.player().state }
    }

    @Test func pausingIsTakenBack() async throws {
        #expect(try await rig.ask("pause the music").text == "I've paused VLC.")
        #expect(try await state == .paused)
        #expect(try await rig.ask("pause").text == "VLC isn't playing anything.")
        #expect(try await rig.ask("undo that").text == "VLC plays again.")
        #expect(try await state == .playing)
    }

    @Test func playingIsTakenBack() async throws {
        #expect(try await rig.ask("play").text == "VLC is playing Strange Fruit by Nina Simone.")
        _ = try await rig.desktop.media.send(.pause)
        #expect(try await rig.ask("resume").text == "VLC is playing Strange Fruit by Nina Simone.")
        #expect(try await rig.ask("undo that").text == "Paused again.")
        #expect(try await state == .paused)
    }

    @Test(arguments: [
        ("what song is this", "This is Strange Fruit by Nina Simone, from Pastel Blues."),
        ("who sings this", "This is Strange Fruit by Nina Simone, from Pastel Blues."),
        ("how long is this song", "Strange Fruit by Nina Simone lasts 3 minutes and 30 seconds."),
        ("stop the music", "I've stopped VLC."), ("skip ahead 30 seconds", "VLC is at 1 minute and 30 seconds now."),
        ("rewind ten seconds", "VLC is at 50 seconds now."), ("go back two minutes", "VLC is at the beginning now."),
        ("fast forward", "VLC is at 1 minute and 10 seconds now."),
        ("previous song", "Strange Fruit by Nina Simone starts over."),
        ("next song", "VLC was asked for the next track, but hasn't moved on."),
        ("pause the music on vlc", "I've paused VLC."),
        ("pause firefox", "Firefox isn't a player that I can control, but VLC is."),
    ])
    func aPlayerAnswers(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply && answer.skill == "media")
    }

    @Test func skippingIsTakenBackToTheSamePlace() async throws {
        _ = try await rig.ask("go back two minutes")
        #expect(try await rig.ask("undo that").text == "VLC is back where it was.")
        #expect(try await rig.desktop.media.player().positionSeconds == 60)
    }

    @Test(arguments: ["play", "pause the music", "next song", "what song is this", "rewind ten seconds"])
    func withoutAPlayerThatIsSaid(request: String) async throws {
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

    @Test func whoWantsSilenceWantsItOfAll() async throws {
        let rig = AgentRig(desktop: Self.two)
        #expect(try await rig.ask("pause the music").text == "I've paused mpv and VLC media player.")
        #expect(rig.desktop.media.commands == [.pause, .pause])
        #expect(try await rig.ask("undo that").text == "mpv and VLC media player play again.")
        #expect(try await rig.ask("pause vlc").text == "I've paused VLC media player.")
        #expect(rig.desktop.media.commands.count == 5)
    }

    @Test func whereItMattersItIsAskedWhichOne() async throws {
        let rig = AgentRig(desktop: Self.two)
        let question = try await rig.ask("next song")
        #expect(question.text == "Which one, mpv or VLC media player?" && question.summary.followUp == .dictation)
        #expect(rig.desktop.media.commands.isEmpty)
        _ = try await rig.ask("vlc", isFollowUp: true)
        #expect(rig.desktop.media.commands == [.next])
    }

    @Test(arguments: [
        ("how long is this", "One by A lasts 1 minute and 40 seconds."), ("what is this", "This is One by A."),
        ("how much of this song is left", "1 minute left of One by A."),
        ("how long is the song vlc is playing", "VLC media player doesn't say how long Two is."),
    ])
    func lengthsAreTold(request: String, reply: String) async throws {
        #expect(try await AgentRig(desktop: Self.two).ask(request).text == reply)
    }

    @Test func anotherPlayerIsNeverPausedInstead() async throws {
        let answer = try await rig.ask("pause cmus")
        #expect(answer.text == "Cmus isn't a player that I can control, but VLC is.")
        #expect(rig.desktop.media.commands.isEmpty)
    }

    @Test func aPlayerThatCannotSkipSaysSo() async throws {
        let radio = MediaPlayer(id: "r", name: "Radio", state: .playing, abilities: [.play, .pause])
        let rig = AgentRig(desktop: FakeDesktop(players: [radio]))
        #expect(try await rig.ask("next song").text.hasPrefix("Radio has nothing next to play."))
        #expect(try await rig.ask("skip ahead ten seconds").text.hasPrefix("Radio cannot move"))
        #expect(try await rig.ask("what is playing").text == "Radio is playing, but doesn't say what.")
    }
}
