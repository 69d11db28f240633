// SPDX-License-Identifier: GPL-3.0-or-later
// Which player is meant, and how what it plays is told.

import JarvisAgent
import JarvisControlPorts
import JarvisUnderstanding

enum MediaTarget {
    /// Does something with the player that is named, or else the one that plays or played last. A name that is not
    /// running is told, with what is.
    static func with(
        _ invocation: SkillInvocation,
        _ work: (MediaPlayer, any MediaControl) async throws -> SkillReply
    ) async throws -> SkillReply {
        let media = invocation.services.desktop.media
        guard let name = invocation.text("player") else { return try await work(try await media.player(), media) }
        let players = try await media.players()
        if let player = players.meant(by: name).first { return try await work(player, media) }
        let start = "\(name.prefix(60).capitalizedFirst) isn't running."
        guard !players.isEmpty else { return SkillReply("\(start) Start it and try again.", values: ["player": name]) }
        let others = SpokenFormat.list(players.prefix(4).map(\.name))
        return SkillReply("\(start) \(others) \(players.count == 1 ? "is" : "are").", values: ["player": name])
    }
}

enum MediaText {
    /// "Strange Fruit by Nina Simone"; empty where the player does not tell.
    static func name(_ track: MediaTrack?) -> String {
        guard let track else { return "" }
        let artists = SpokenFormat.list(Array(track.artists.filter { !$0.isEmpty }.prefix(3)))
        if track.title.isEmpty { return artists.isEmpty ? "" : "something by \(artists)" }
        return artists.isEmpty ? track.title : "\(track.title) by \(artists)"
    }

    static func playing(_ player: MediaPlayer) -> String {
        let name = name(player.track)
        return name.isEmpty ? "\(player.name) is playing." : "\(player.name) is playing \(name)."
    }

    /// What plays, or where a player has come to rest.
    static func told(_ player: MediaPlayer) -> String {
        let name = name(player.track)
        let album = player.track.map(\.album) ?? ""
        switch player.state {
        case .playing where name.isEmpty: return "\(player.name) is playing, but doesn't say what."
        case .playing:
            return "This is \(name)\(album.isEmpty ? "" : ", from \(album)")."
        case .paused where !name.isEmpty: return "\(player.name) is paused at \(name)."
        case .paused: return "\(player.name) is paused."
        case .stopped: return "Nothing is playing in \(player.name)."
        }
    }

    static func values(_ player: MediaPlayer) -> [String: String] {
        var values = ["player": player.name, "state": "\(player.state)"]
        if let title = player.track?.title, !title.isEmpty { values["title"] = title }
        return values
    }
}
