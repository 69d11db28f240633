// SPDX-License-Identifier: GPL-3.0-or-later
// A media player on the test's own bus.

public import GioKit

/// Plays numbered tracks of five minutes; its position stands still.
@MainActor
public final class TestPlayer {
    public var status = "Stopped"
    public var track = 1
    public var position: Int64 = 0
    public var volume = 1.0
    public var canGoNext = true
    public var artist: BusValue = .list([.text("Nina Simone"), .text("Hot Club")])
    public var calls: [String] = []
    /// How often its state was requested since the last call.
    public private(set) var readings = 0
    /// True to apply calls only when `finish` is called.
    public var isSlow = false
    public var refusal: BusError?
    /// True to quit on Stop, as mpv does.
    public var endsOnStop = false
    /// True to refuse to play once stopped, as Rhythmbox does.
    public var refusesToPlay = false
    /// True if Previous first returns to the start of a track that has played for some seconds.
    public var restartsFirst = false
    /// True if all tracks have the same path, as in Audacious.
    public var hasOnePath = false
    /// False to report no track lengths, as for streams.
    public var tellsLengths = true
    public private(set) var length: Int64 = 300_000_000
    public private(set) var shuffles = false
    /// True to acknowledge changes of modes without applying them.
    public var ignoresModes = false
    /// The number of state requests before it reports what it plays.
    public var readingsBeforeMetadata = 0
    /// The number of state requests before it reports another track; until then only its position changes.
    public var readingsBeforeTrack = 0
    /// The number of further requests before it reports more than the file name, as in mpv.
    public var readingsBeforeTitle = 0
    private var comingTrack: (number: Int, after: Int)?
    private var titleAfter = 0
    private var waiting: (() -> Void)?
    private let name: String
    private let connection: BusConnection
    private var exports: [BusExport] = []

    public init(_ program: String, identity: String, on connection: BusConnection) async throws {
        self.connection = connection
        name = "org.mpris.MediaPlayer2." + program
        let root = BusObject(method: { _ in [] }, property: { $0 == "Identity" ? .text(identity) : nil })
        let player = BusObject(
            method: { [weak self] call in try self?.answer(call) ?? [] },
            property: { [weak self] in self?.value($0) },
            setProperty: { [weak self] name, value in
                guard let self else { return }
                if name == "Shuffle" {
                    if !ignoresModes { shuffles = value.asFlag ?? false }
                } else {
                    volume = value.asNumber ?? 0
                }
                tell([name])
            })
        exports = [
            try connection.export(root, at: "/org/mpris/MediaPlayer2", introspection: Self.rootIntrospection),
            try connection.export(player, at: "/org/mpris/MediaPlayer2", introspection: Self.introspection),
        ]
        _ = try await connection.own(name)
    }

    /// Closes the player.
    public func quit() { connection.close() }

    public func set(_ status: String) {
        self.status = status
        tell(["PlaybackStatus"])
    }

    /// Extends a live stream.
    public func grow() {
        length += 1_000_000
        tell(["Metadata"])
    }

    public func finish() {
        waiting?()
        waiting = nil
    }

    private func answer(_ call: BusCall) throws -> [BusValue] {
        calls.append(call.method)
        readings = 0
        if let refusal { throw refusal }
        if call.method == "Play", refusesToPlay, status == "Stopped" { throw BusError.failed("source is NULL") }
        let work: () -> Void = { [self] in
            switch call.method {
            case "Play": set("Playing")
            case "Pause": set("Paused")
            case "PlayPause": set(status == "Playing" ? "Paused" : "Playing")
            case "Stop" where endsOnStop: quit()
            case "Stop": set("Stopped")
            case "Next": change(to: track + 1)
            case "Previous" where restartsFirst && position > 3_000_000: break
            case "Previous": change(to: max(1, track - 1))
            default: position = max(0, position + (call.arguments.first?.asInteger ?? 0))
            }
            if ["Next", "Previous"].contains(call.method) {
                position = 0
                tell(["Metadata"])
            }
        }
        if isSlow { waiting = work } else { work() }
        return []
    }

    private func change(to number: Int) {
        guard readingsBeforeTrack + readingsBeforeTitle > 0 else { return track = number }
        comingTrack = (number, readings + readingsBeforeTrack)
        titleAfter = readings + readingsBeforeTrack + readingsBeforeTitle
    }

    private var metadata: BusValue {
        guard readings >= readingsBeforeMetadata else { return .table([:]) }
        var table: [String: BusValue] = [
            "mpris:trackid": .text(hasOnePath ? "/track" : "/track/\(track)"),
            "xesam:url": .text("file:///music/\(track).ogg"),
        ]
        guard comingTrack != nil || readings >= titleAfter else {
            table["xesam:title"] = .text("\(track).ogg")
            return .table(table)
        }
        table["xesam:title"] = .text("Song \(track)")
        table["xesam:artist"] = artist
        table["xesam:album"] = .text("Best of")
        if tellsLengths { table["mpris:length"] = .integer(length) }
        return .table(table)
    }

    private func value(_ property: String) -> BusValue? {
        if property == "PlaybackStatus" { readings += 1 }
        if let coming = comingTrack, readings >= coming.after {
            track = coming.number
            comingTrack = nil
        }
        return switch property {
        case "PlaybackStatus": .text(status)
        case "Position": .integer(position)
        case "Volume": .number(volume)
        case "CanGoNext": .flag(canGoNext)
        case "Shuffle": .flag(shuffles)
        case "Metadata": metadata
        default: .flag(true)
        }
    }

    private func tell(_ properties: [String]) {
        // The bus may have ended already.
        try? exports.last?.tellChanged(properties)
    }

    private static let rootIntrospection = """
        <node><interface name="org.mpris.MediaPlayer2"><property name="Identity" type="s" access="read"/></interface></node>
        """

    private static let introspection =
        "<node><interface name=\"org.mpris.MediaPlayer2.Player\">"
        + ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"].map { "<method name=\"\($0)\"/>" }.joined()
        + "<method name=\"Seek\"><arg type=\"x\" direction=\"in\"/></method>"
        + "<property name=\"PlaybackStatus\" type=\"s\" access=\"read\"/>"
        + "<property name=\"Metadata\" type=\"a{sv}\" access=\"read\"/>"
        + "<property name=\"Position\" type=\"x\" access=\"read\"/>"
        + "<property name=\"Volume\" type=\"d\" access=\"readwrite\"/>"
        + "<property name=\"Shuffle\" type=\"b\" access=\"readwrite\"/>"
        + ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek", "CanControl"].map {
            "<property name=\"\($0)\" type=\"b\" access=\"read\"/>"
        }.joined() + "</interface></node>"
}
