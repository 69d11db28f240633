// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a media player from its properties on the bus (MPRIS 2.2). Pure.

import GioKit
import JarvisCore

enum MPRIS {
    static let prefix = "org.mpris.MediaPlayer2."
    static let path = "/org/mpris/MediaPlayer2"
    static let interface = "org.mpris.MediaPlayer2"
    static let playerInterface = "org.mpris.MediaPlayer2.Player"

    /// True for the bus names of players. Excludes playerctl's daemon, which repeats another player, and JARVIS, which
    /// is a player itself while it speaks.
    static func isPlayer(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name != prefix + "playerctld" && name != prefix + ProgramIdentity.name
    }

    /// - Parameters:
    ///   - name: the player's bus name.
    ///   - identity: properties of `interface`.
    ///   - properties: properties of `playerInterface`.
    static func player(
        _ name: String, identity: [String: BusValue], properties: [String: BusValue]
    ) -> MediaPlayer {
        let program = Self.program(in: name.dropFirst(prefix.count))
        let spokenName = identity["Identity"]?.asText ?? ""
        var player = MediaPlayer(
            id: name, name: spokenName.isEmpty ? String(program) : spokenName, program: String(program),
            state: state(properties["PlaybackStatus"]?.asText),
            track: track(properties["Metadata"]?.asTable ?? [:]),
            positionSeconds: properties["Position"]?.asNumber.map { $0 / 1e6 },
            volume: properties["Volume"]?.asNumber.map { Level($0) }, abilities: abilities(properties))
        player.shuffles = properties["Shuffle"]?.asFlag
        player.loop = properties["LoopStatus"]?.asText.flatMap { text in loops.first { $0.text == text }?.loop }
        // If the slowest rate is also the fastest, the rate can't be set.
        let rates = ["MinimumRate", "MaximumRate"].compactMap { properties[$0]?.asNumber }
        let isFixed = rates.count == 2 && rates[0] >= rates[1]
        player.rate = isFixed ? nil : properties["Rate"]?.asNumber
        return player
    }

    static let loops: [(loop: MediaPlayer.Loop, text: String)] = [
        (.nothing, "None"), (.track, "Track"), (.playlist, "Playlist"),
    ]

    /// "vlc" from "vlc.instance1234", the form that VLC and browsers use; "celluloid" from
    /// "io.github.celluloid_player.Celluloid.instance-1".
    static func program(in name: Substring) -> Substring {
        let parts = name.split(separator: ".").filter { !$0.hasPrefix("instance") }
        guard let first = parts.first, let last = parts.last else { return name }
        return parts.count >= 3 ? Substring(last.lowercased()) : first
    }

    /// True if the player has reported the usual details of a track. A stream has no length, so it is never complete.
    static func isWhole(_ properties: [String: BusValue]) -> Bool {
        let metadata = properties["Metadata"]?.asTable ?? [:]
        guard (metadata["mpris:length"]?.asNumber ?? 0) > 0 else { return false }
        let title = metadata["xesam:title"]?.asText ?? ""
        return title.isEmpty || !(metadata["xesam:url"]?.asText ?? "").hasSuffix("/" + title)
    }

    static func state(_ text: String?) -> MediaPlayer.State {
        switch text {
        case "Playing": .playing
        case "Paused": .paused
        default: .stopped
        }
    }

    /// The object path of the current track, which tells tracks with the same title apart.
    static func trackPath(_ properties: [String: BusValue]) -> String? {
        properties["Metadata"]?.asTable?["mpris:trackid"]?.asText
    }

    static func track(_ metadata: [String: BusValue]) -> MediaTrack? {
        let length = metadata["mpris:length"]?.asNumber.map { $0 / 1e6 }
        var track = MediaTrack(
            title: metadata["xesam:title"]?.asText ?? "", album: metadata["xesam:album"]?.asText ?? "",
            lengthSeconds: length.flatMap { $0 > 0 ? $0 : nil })
        // The specification requires a list, but some players send a string.
        let artists = metadata["xesam:artist"]
        track.artists = artists?.asList?.compactMap(\.asText) ?? artists?.asText.map { [$0] } ?? []
        track.artists.removeAll(where: \.isEmpty)
        if track.title.isEmpty { track.title = fileName(metadata["xesam:url"]?.asText ?? "") }
        let isEmpty = track.title.isEmpty && track.artists.isEmpty && track.album.isEmpty
        return isEmpty && track.lengthSeconds == nil ? nil : track
    }

    /// The name for a file without a title: its file name without folders and extension.
    private static func fileName(_ address: String) -> String {
        guard let path = FileAddress.path(of: address) else { return "" }
        let name = path.split(separator: "/").last ?? ""
        let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        return stem.isEmpty ? String(name) : stem
    }

    private static func abilities(_ properties: [String: BusValue]) -> MediaPlayer.Abilities {
        // A player that can't be controlled must not seem to have abilities.
        guard properties["CanControl"]?.asFlag ?? true else { return [] }
        let names: [(String, MediaPlayer.Abilities)] = [
            ("CanPlay", .play), ("CanPause", .pause), ("CanGoNext", .next), ("CanGoPrevious", .previous),
            ("CanSeek", .seek),
        ]
        // If a player doesn't report an ability, try it.
        return names.reduce(into: []) { abilities, entry in
            if properties[entry.0]?.asFlag ?? true { abilities.insert(entry.1) }
        }
    }
}
