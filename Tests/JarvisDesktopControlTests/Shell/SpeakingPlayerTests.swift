// SPDX-License-Identifier: GPL-3.0-or-later
// The MPRIS player that lets the desktop's media keys silence JARVIS.

import GioKit
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SpeakingPlayerTests {
    private static let name = "org.mpris.MediaPlayer2.io.github.jarvis_assistant.Jarvis"

    private func press(_ key: String, from desktop: BusConnection) async throws {
        _ = try await desktop.call(
            Self.name, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player", method: key)
    }

    @Test(arguments: ["PlayPause", "Pause", "Stop"])
    func mediaKeysSilenceSpeechAndRemoveThePlayer(key: String) async throws {
        let fixture = try await ShellFixture()
        let desktop = try await fixture.bus.connection()
        let player = SpeakingPlayer(fixture.ports, ShellFixture.words, on: fixture.connection)
        await player.settle()
        #expect(await !desktop.isOwned(Self.name))
        fixture.become(.speaking)
        await player.settle()
        let properties = try await desktop.properties(
            "org.mpris.MediaPlayer2.Player", of: Self.name, path: "/org/mpris/MediaPlayer2")
        #expect(properties["PlaybackStatus"] == .text("Playing") && properties["CanPause"] == .flag(true))
        #expect(properties["Metadata"]?.asTable?["xesam:title"] == .text("JARVIS: speaking"))
        try await press(key, from: desktop)
        #expect(fixture.sent == [.cancelRequested] && fixture.state.phase != .speaking)
        await player.settle()
        #expect(await !desktop.isOwned(Self.name))
        await player.end()
    }

    @Test func playbackIsAnnouncedAndUnsupportedKeysAreIgnored() async throws {
        let fixture = try await ShellFixture()
        let desktop = try await fixture.bus.connection()
        var told: [BusValue] = []
        let subscription = desktop.subscribe(path: "/org/mpris/MediaPlayer2", signal: "PropertiesChanged") {
            told.append($0.arguments[1])
        }
        // Once this is answered, the bus knows of the subscription.
        _ = try await desktop.names()
        let player = SpeakingPlayer(fixture.ports, ShellFixture.words, on: fixture.connection)
        fixture.become(.speaking)
        await yieldUntil { told.contains { $0.asTable?["PlaybackStatus"] == .text("Playing") } }
        for key in ["Next", "Previous", "Play"] { try await press(key, from: desktop) }
        #expect(fixture.state.phase == .speaking && fixture.sent.isEmpty)
        // A reply that follows while the player's name is being released acquires it again.
        fixture.become(.idle)
        fixture.become(.speaking)
        await player.settle()
        #expect(await desktop.isOwned(Self.name))
        await player.end()
        #expect(await !desktop.isOwned(Self.name))
        withExtendedLifetime(subscription) {}
    }
}
