// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the player a request means, and puts what it plays into words.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

enum MediaTarget {
    /// Runs `work` with the named player, or else with the one that plays or played last. If no player has that name,
    /// the reply lists those that exist.
    static func with(
        _ invocation: SkillInvocation,
        _ work: (MediaPlayer, any MediaControl) async throws -> SkillReply
    ) async throws -> SkillReply {
        let media = invocation.services.desktop.media
        let players = try await media.players()
        guard let first = players.first else { throw MediaFailure.noPlayer }
        guard let name = invocation.text("player") else {
            return try await work(named(by: invocation.words, players).first ?? first, media)
        }
        if let player = players.meant(by: name).first { return try await work(player, media) }
        let others = SpokenFormat.list(players.prefix(4).map(\.name))
        let title = name.prefix(60).capitalizedFirst
        return SkillReply(
            "I can't control \(title), but I can control \(others).",
            values: ["player": name])
    }

    /// The players that are playing. If the request names players, only those.
    static func allPlaying(_ invocation: SkillInvocation) async throws -> [MediaPlayer] {
        let players = try await invocation.services.desktop.media.players()
        let named = invocation.text("player").map(players.meant) ?? named(by: invocation.words, players)
        let isNamed = invocation.text("player") != nil || !named.isEmpty
        return (isNamed ? named : players).filter { $0.state == .playing }
    }

    /// The players named in the request.
    private static func named(by words: [String], _ players: [MediaPlayer]) -> [MediaPlayer] {
        let words = Set(words)
        return players.filter { isNamed($0, by: words) }
    }

    /// True if the words of a request contain one of the player's names.
    static func isNamed(_ player: MediaPlayer, by words: Set<String>) -> Bool {
        player.spokenNames.contains { name in
            let own = Utterance(name).words
            return !own.isEmpty && words.isSuperset(of: own)
        }
    }
}

enum MediaText {
    /// "mpv and VLC media player". If two players share a name, such as two windows of mpv, each gets its title.
    static func names(_ players: [MediaPlayer], joiner: String) -> String {
        SpokenFormat.list(players.map { distinctName($0, players) }, joiner: joiner)
    }

    private static func distinctName(_ player: MediaPlayer, _ players: [MediaPlayer]) -> String {
        let title = player.track?.title ?? ""
        let isShared = players.count { $0.name == player.name } > 1
        return isShared && !title.isEmpty ? "\(player.name) with \(title)" : player.name
    }

    /// "Strange Fruit by Nina Simone", or an empty string if the player doesn't report a track.
    static func name(_ track: MediaTrack?) -> String { track?.spoken ?? "" }

    static func playing(_ player: MediaPlayer) -> String {
        let name = name(player.track)
        return name.isEmpty ? "\(player.name) is playing." : "\(player.name) is playing \(name)."
    }

    /// A sentence that names what the player is playing, or the track it has paused.
    static func told(_ player: MediaPlayer) -> String {
        let name = name(player.track)
        let album = player.track.map(\.album) ?? ""
        switch player.state {
        case .playing where name.isEmpty: return "\(player.name) is playing, but I can't tell what."
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
