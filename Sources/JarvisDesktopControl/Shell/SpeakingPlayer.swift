// SPDX-License-Identifier: GPL-3.0-or-later
// Makes JARVIS a media player (MPRIS) while it speaks, so the media keys for play, pause and stop silence it. Never
// exposes the spoken text. Main thread only.

public import GioKit
import JarvisConversation
import JarvisCore

/// Appears on the bus while JARVIS speaks, until released.
@MainActor
public final class SpeakingPlayer {
    private static let path = "/org/mpris/MediaPlayer2"
    private static let name = "org.mpris.MediaPlayer2." + ProgramIdentity.name

    private let connection: BusConnection
    private let ports: ShellPorts
    private let words: ShellWords
    private var observation: Observation?
    private var speaks = false
    private var exports: [BusExport] = []
    /// Pending changes, in order.
    private var work: Task<Void, Never>?

    public init(_ ports: ShellPorts, _ words: ShellWords, on connection: BusConnection) {
        self.connection = connection
        self.ports = ports
        self.words = words
        observation = ports.observe { [weak self] in self?.show($0.phase == .speaking) }
    }

    /// Withdraws the player, and returns when that is done.
    public func end() async {
        observation = nil
        show(false)
        await settle()
    }

    /// Returns once the player has appeared on the bus or left it, as the current state requires.
    public func settle() async { await work?.value }

    private func show(_ speaks: Bool) {
        guard speaks != self.speaks else { return }
        self.speaks = speaks
        let earlier = work
        work = Task { [weak self] in
            await earlier?.value
            await self?.offerOrWithdraw()
        }
    }

    private func offerOrWithdraw() async {
        guard speaks == exports.isEmpty else { return }
        guard speaks else {
            exports = []
            // Without a bus, there is nothing to release.
            try? await connection.release(Self.name)
            return
        }
        let object = BusObject(
            method: { [weak self] in self?.answer($0) ?? [] }, property: { [weak self] in self?.value($0) })
        do {
            exports = [
                try connection.export(object, at: Self.path, introspection: Self.rootIntrospection),
                try connection.export(object, at: Self.path, introspection: Self.playerIntrospection),
            ]
            guard try await connection.own(Self.name) else { throw BusFailure.notExported("\(Self.name) is taken") }
            // Programs that follow players pick the one that sent the last signal.
            try exports.last?.tellChanged(["PlaybackStatus", "Metadata"])
        } catch {
            // The media keys then do nothing, but all other ways to stop a reply still work.
            exports = []
        }
    }

    private func answer(_ call: BusCall) -> [BusValue] {
        switch call.method {
        case "Stop", "Pause", "PlayPause": if ports.state().phase == .speaking { ports.send(.cancelRequested) }
        // The player is already playing, and has neither tracks nor positions.
        default: break
        }
        return []
    }

    private func value(_ property: String) -> BusValue? {
        switch property {
        case "Identity": .text("JARVIS")
        case "DesktopEntry": .text(ProgramIdentity.name)
        case "SupportedUriSchemes", "SupportedMimeTypes": .list([])
        case "PlaybackStatus": .text("Playing")
        case "Metadata":
            .table([
                "mpris:trackid": .typed("o", .text(ProgramIdentity.path + "/reply")),
                "xesam:title": .text(words.state(.speaking)), "xesam:artist": .typed("as", .list([.text("JARVIS")])),
            ])
        case "Rate", "MinimumRate", "MaximumRate", "Volume": .number(1)
        case "Position": .integer(0)
        case "CanControl", "CanPause", "CanPlay": .flag(true)
        case "CanQuit", "CanRaise", "HasTrackList", "CanGoNext", "CanGoPrevious", "CanSeek": .flag(false)
        default: nil
        }
    }

    private static func properties(_ list: [(String, String)]) -> String {
        list.map { "<property name=\"\($0)\" type=\"\($1)\" access=\"read\"/>" }.joined()
    }

    private static let rootIntrospection =
        "<node><interface name=\"org.mpris.MediaPlayer2\"><method name=\"Raise\"/><method name=\"Quit\"/>"
        + properties([
            ("CanQuit", "b"), ("CanRaise", "b"), ("HasTrackList", "b"), ("Identity", "s"), ("DesktopEntry", "s"),
            ("SupportedUriSchemes", "as"), ("SupportedMimeTypes", "as"),
        ]) + "</interface></node>"

    private static let playerIntrospection =
        "<node><interface name=\"org.mpris.MediaPlayer2.Player\">"
        + ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"].map { "<method name=\"\($0)\"/>" }.joined()
        + "<method name=\"Seek\"><arg type=\"x\" direction=\"in\"/></method><method name=\"SetPosition\">"
        + "<arg type=\"o\" direction=\"in\"/><arg type=\"x\" direction=\"in\"/></method><method name=\"OpenUri\">"
        + "<arg type=\"s\" direction=\"in\"/></method><signal name=\"Seeked\"><arg type=\"x\"/></signal>"
        + properties([
            ("PlaybackStatus", "s"), ("Metadata", "a{sv}"), ("Rate", "d"), ("MinimumRate", "d"), ("MaximumRate", "d"),
            ("Volume", "d"), ("Position", "x"), ("CanControl", "b"), ("CanPause", "b"), ("CanPlay", "b"),
            ("CanGoNext", "b"), ("CanGoPrevious", "b"), ("CanSeek", "b"),
        ]) + "</interface></node>"
}
