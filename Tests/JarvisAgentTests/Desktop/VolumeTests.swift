// SPDX-License-Identifier: GPL-3.0-or-later
// Volume and brightness requests on fakes: replies, changes and undo.

import JarvisCore
import JarvisControlTesting
import Testing

@testable import JarvisSkills

@Suite(.timeLimit(.minutes(3)))
struct VolumeTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("turn the volume up", 60), ("turn it up a bit", 60), ("turn the volume up by 20 percent", 70),
        ("make it a lot louder", 75), ("raise the volume by five percent", 55), ("turn it up to 80", 80),
        ("turn the volume down", 40), ("turn it down a little", 40), ("lower the volume by 20 percent", 30),
        ("turn it down to 15 percent", 15), ("set the volume to 35 percent", 35), ("volume 20", 20),
        ("set the volume to three quarters", 75), ("half volume", 50), ("volume to maximum", 100),
        ("set the volume to a quarter", 25), ("turn it up two notches", 70), ("volume at zero percent", 0),
        ("minimum volume", 5), ("turn it all the way up", 100), ("as loud as possible", 100), ("it is too loud", 40),
        ("it's too quiet", 60), ("volume up", 60), ("a bit louder please", 60),
    ])
    func volumeRequestsSetTheVolume(request: String, percent: Int) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "volume" && answer.values["volume"] == String(percent), "\(answer)")
        #expect(try await rig.desktop.sound.output().volume.percent == percent, "\(answer)")
        #expect(answer.text.contains("\(percent) percent"), "\(answer)")
    }

    @Test func aVolumeChangeCanBeUndone() async throws {
        #expect(try await rig.ask("turn the volume up").text == "The volume is at 60 percent.")
        #expect(try await rig.ask("undo that").text == "The volume is at 50 percent again.")
        #expect(try await rig.desktop.sound.output().volume.percent == 50)
    }

    @Test func fullVolumeIsReportedAndLeavesNothingToUndo() async throws {
        _ = try await rig.desktop.sound.changeVolume(.to(1))
        #expect(try await rig.ask("turn the volume up").text == "The volume is already at 100 percent.")
        #expect(try await rig.ask("undo that").text.contains("nothing"))
    }

    @Test func moreThanFullVolumeIsRejected() async throws {
        let answer = try await rig.ask("set the volume to 150 percent")
        #expect(answer.text == "The volume can't be 150 percent. Choose 0 to 100 percent.")
        #expect(try await rig.desktop.sound.output().volume.percent == 50)
    }

    @Test func muteIsReportedAndCanBeUndone() async throws {
        #expect(try await rig.ask("mute the sound").text == "The sound is muted.")
        #expect(try await rig.ask("mute").text == "The sound is already muted.")
        #expect(try await rig.ask("what's the volume").text == "The volume is at 50 percent, but the sound is muted.")
        #expect(try await rig.ask("undo that").text == "The volume is at 50 percent again.")
        #expect(try await !rig.desktop.sound.output().isMuted)
        #expect(try await rig.ask("unmute").text == "The sound isn't muted. The volume is at 50 percent.")
    }

    @Test func turningTheVolumeUpUnmutesTheSound() async throws {
        _ = try await rig.desktop.sound.setMuted(true)
        #expect(try await rig.ask("turn it up").text == "The volume is at 60 percent, and the sound is on.")
        _ = try await rig.ask("undo that")
        let output = try await rig.desktop.sound.output()
        #expect(output.isMuted && output.volume.percent == 50)
        #expect(try await rig.ask("turn the sound back on").text == "The volume is at 50 percent, and the sound is on.")
    }

    @Test func aMissingVolumeIsAskedFor() async throws {
        let question = try await rig.ask("set the volume")
        #expect(question.text == "To what percent?")
        #expect(try await rig.ask("thirty percent", isFollowUp: true).text == "The volume is at 30 percent.")
        _ = try await rig.ask("set the volume")
        #expect(try await rig.ask("set a timer for ten minutes", isFollowUp: true).skill == "timer")
        #expect(try await rig.desktop.sound.output().volume.percent == 30)
    }

    @Test func mutingTheMicrophoneDoesNotMuteTheSound() async throws {
        for request in ["mute the microphone", "turn off my mic", "unmute the microphone"] {
            #expect(try await rig.ask(request).text.contains("no microphone here"), "\(request)")
        }
        #expect(try await !rig.desktop.sound.output().isMuted)
    }

    @Test func aMissingSoundServerIsReported() async throws {
        rig.desktop.sound.fail(with: .serverUnavailable(reason: "refused"))
        for request in ["turn it up", "mute", "what is the volume", "turn firefox down"] {
            #expect(try await rig.ask(request).text.hasPrefix("The sound server isn't responding."), "\(request)")
        }
    }

    // MARK: Programs

    @Test(arguments: [
        ("turn firefox down", "Firefox is at 70 percent."), ("turn up firefox", "Firefox is at 90 percent."),
        ("make vlc quieter", "VLC is at 40 percent."), ("mute firefox", "Firefox is muted."),
        ("set firefox to 30 percent", "Firefox is at 30 percent."),
        ("VLC is too loud", "VLC is at 40 percent."),
        ("turn the volume of firefox up by 15 percent", "Firefox is at 95 percent."),
        ("turn firefox down to 20 percent", "Firefox is at 20 percent."),
        ("unmute firefox", "Firefox is already at 80 percent."),
    ])
    func aProgramsVolumeChangesAlone(request: String, reply: String) async throws {
        #expect(try await rig.ask(request).text == reply)
        #expect(try await rig.desktop.sound.output().volume.percent == 50)
        let before = try await AgentRig().desktop.sound.applications()
        if try await rig.ask("undo that").text.contains("again") {
            #expect(try await rig.desktop.sound.applications() == before)
        }
    }

    @Test func aProgramThatIsNotPlayingIsReported() async throws {
        let answer = try await rig.ask("turn spotify down")
        #expect(answer.text == "Spotify isn't playing anything. Firefox and VLC are.")
        #expect(try await rig.desktop.sound.applications().map(\.volume.percent) == [80, 50])
        let silent = AgentRig(desktop: FakeDesktop())
        #expect(try await silent.ask("mute firefox").text == "Firefox isn't playing anything. Nothing else is, either.")
    }

    // MARK: Brightness

    @Test(arguments: ["turn off the screen", "switch the display off", "turn the monitor off"])
    func switchingTheScreenOffIsDeclined(request: String) async throws {
        #expect(try await rig.ask(request).text == "I can't switch the screen on or off, but I can dim it or lock it.")
    }

    @Test(arguments: [
        ("make the screen brighter", 60), ("brighter", 60), ("dim the screen", 40),
        ("set the brightness to 80 percent", 80),
        ("full brightness", 100), ("turn the brightness down by 20 percent", 30), ("brightness to minimum", 5),
        ("the screen is too bright", 40), ("dim the screen to 20 percent", 20), ("how bright is the screen", 50),
    ])
    func brightnessRequestsSetTheBrightness(request: String, percent: Int) async throws {
        let answer = try await rig.ask(request)
        #expect(
            answer.text.contains("brightness is at \(percent) percent") || answer.text.contains("already"), "\(answer)")
        #expect(try await rig.desktop.brightness.brightness().level.percent == percent)
        if percent != 50 {
            #expect(try await rig.ask("undo that").text == "The brightness is back at 50 percent.")
        }
    }

    @Test func aMissingBacklightIsReported() async throws {
        rig.desktop.brightness.fail(with: .noBacklight)
        let answer = try await rig.ask("dim the screen")
        #expect(answer.text == "I can't change this screen's brightness. Use the buttons on the monitor.")
    }

    @Test(arguments: [
        "turn cmus down", "turn mpd down", "turn cmus up", "turn down cmus", "lower cmus", "make cmus quieter",
        "cmus is too loud", "set mpd to 30 percent", "turn cmus down a bit", "turn up mpd", "mute cmus", "unmute cmus",
        "turn strawberry down by ten percent", "set the volume of cmus to 20 percent", "cmus volume 40 percent",
    ])
    func aSilentProgramsVolumeIsNotReplacedByTheSystems(request: String) async throws {
        let rig = AgentRig()
        let before = try await rig.desktop.sound.output()
        let answer = try await rig.ask(request)
        #expect(answer.text.contains("isn't playing anything. Firefox and VLC are."), "\(answer.text)")
        #expect(try await rig.desktop.sound.output() == before)
    }

    @Test func aPlayerWithoutAStreamHasItsOwnVolume() async throws {
        let rig = AgentRig(
            desktop: FakeDesktop(players: [
                MediaPlayer(id: "c", name: "cmus", program: "cmus", state: .paused, volume: Level(0.5))
            ]))
        #expect(try await rig.ask("turn cmus down").text == "I've turned cmus down.")
        #expect(try await rig.desktop.media.player().volume?.percent == 40)
        #expect(try await rig.ask("undo that").text == "cmus is back to its old volume.")
        #expect(try await rig.ask("set cmus to 20 percent").text == "cmus is at 20 percent.")
    }

    @Test(arguments: [(0.06, 3), (0.3, 20)])
    func aStepDoesNotSilenceAPlayersOwnVolume(before: Double, percent: Int) async throws {
        let player = MediaPlayer(
            id: "s", name: "Strawberry", program: "strawberry", state: .stopped, volume: Level(before))
        let rig = AgentRig(desktop: FakeDesktop(players: [player]))
        _ = try await rig.ask("turn strawberry down")
        #expect(try await rig.desktop.media.player().volume?.percent == percent)
    }

    @Test func anIneffectiveVolumeChangeIsReportedAsFailed() async throws {
        let player = MediaPlayer(id: "c", name: "cmus", program: "cmus", state: .stopped, volume: Level(0.4))
        let rig = AgentRig(desktop: FakeDesktop(players: [player]))
        rig.desktop.media.keepsVolumes = true
        let answer = try await rig.ask("turn cmus down")
        #expect(answer.text == "I can't change the volume of cmus while it isn't playing.")
    }

    @Test(arguments: [
        ("turn the music down a bit", "VLC media player is at 40 percent."),
        ("make the music louder", "VLC media player is at 60 percent."),
        ("set the music to 30 percent", "VLC media player is at 30 percent."),
        ("mute the music", "VLC media player is muted."),
        ("the video is too loud", "VLC media player is at 40 percent."),
        ("how loud is the music", "VLC media player is at 50 percent."),
        ("how loud is firefox", "Firefox is at 80 percent."),
        ("turn vlc volume to 20 percent", "VLC media player is at 20 percent."),
        ("vlc to half volume", "VLC media player is already at 50 percent."),
        ("full volume for vlc", "VLC media player is at 100 percent."),
        ("turn vlc all the way up", "VLC media player is at 100 percent."),
        ("turn vlc all the way down", "VLC media player is at 5 percent."),
        ("what's the volume of vlc", "VLC media player is at 50 percent."),
        ("what is the volume of firefox", "Firefox is at 80 percent."),
    ])
    func musicRequestsChangeThePlayerNotTheSystem(request: String, reply: String) async throws {
        let rig = AgentRig(desktop: Self.withPlayer)
        let before = try await rig.desktop.sound.output()
        let answer = try await rig.ask(request)
        #expect(answer.text == reply)
        #expect(try await rig.desktop.sound.output() == before)
        #expect(rig.desktop.media.commands.isEmpty)
    }

    @Test(arguments: ["mpd to half volume", "half volume for audacious", "turn cmus all the way up"])
    func aMissingPlayerDoesNotChangeTheSystemVolume(request: String) async throws {
        let rig = AgentRig(desktop: Self.withPlayer)
        let before = try await rig.desktop.sound.output()
        let answer = try await rig.ask(request)
        #expect(answer.text.contains("isn't playing anything"), "\(answer.text)")
        #expect(try await rig.desktop.sound.output() == before)
    }

    @Test(arguments: ["let me hear vlc again", "turn the sound of vlc back on", "i want to hear vlc again"])
    func aMutedProgramCanBeUnmuted(request: String) async throws {
        let rig = AgentRig(desktop: Self.withPlayer)
        #expect(try await rig.ask("mute vlc").text == "VLC media player is muted.")
        #expect(try await rig.ask(request).text == "VLC media player is at 50 percent.")
    }

    @Test func askingToHearAPausedPlayerResumesIt() async throws {
        let rig = AgentRig(desktop: Self.withPlayer)
        _ = try await rig.ask("pause vlc")
        #expect(try await rig.ask("let me hear vlc again").text == "VLC media player is playing One.")
    }

    @Test func withoutAPlayerMusicMeansTheSystemVolume() async throws {
        #expect(
            try await AgentRig(desktop: FakeDesktop()).ask("turn the music down").text == "The volume is at 40 percent."
        )
    }

    private static var withPlayer: FakeDesktop {
        FakeDesktop(
            applications: [
                PlayingApplication(id: "f", name: "Firefox", binary: "firefox-esr", volume: Level(0.8)),
                PlayingApplication(id: "v", name: "VLC media player", binary: "vlc", volume: Level(0.5)),
            ],
            players: [
                MediaPlayer(
                    id: "v", name: "VLC media player", program: "vlc", state: .playing, track: MediaTrack(title: "One"))
            ])
    }

    @Test func aProgramIsCalledByItsPlayersName() async throws {
        let rig = AgentRig(
            desktop: FakeDesktop(
                applications: [
                    PlayingApplication(id: "1", name: "C* Music Player", binary: "cmus", volume: Level(0.5))
                ], players: [MediaPlayer(id: "c", name: "cmus", program: "cmus", state: .playing)]))
        #expect(try await rig.ask("turn cmus up").text == "cmus is at 60 percent.")
        #expect(try await rig.ask("undo that").text == "cmus is at 50 percent again.")
        #expect(try await rig.ask("turn spotify down").text == "Spotify isn't playing anything. cmus is.")
    }
}
