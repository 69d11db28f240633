// SPDX-License-Identifier: GPL-3.0-or-later
// Which player is meant where none is named: the one that plays, or else the one that played last. Pure.

import JarvisCore

/// A player as it was at one moment.
struct PlayerReading: Sendable {
    /// The unique name of the program that has the player's name.
    var owner: String
    var player: MediaPlayer
    /// Where the player keeps what it plays; nil where it does not tell.
    var trackPath: String?
    /// It tells how long the track is and, where it is a file, what it is called.
    var isWhole = true
    /// The process that has the player's name; nil where it was not asked for.
    var process: Int64?

    /// True where both tell of the same track. The path alone does not say so: Audacious has one for all tracks.
    func isSameTrack(as other: PlayerReading?) -> Bool {
        let track = player.track
        return trackPath == other?.trackPath
            && (track.map { $0.isSame(as: other?.player.track) } ?? (other?.player.track == nil))
    }

    /// True for one player under two names: VLC takes a second one where its control over D-Bus is switched on twice.
    /// One process may also have two windows with a player each, as Celluloid has; those differ in what they play.
    func isSamePlayer(as other: PlayerReading) -> Bool {
        process != nil && process == other.process && player.name == other.player.name
            && player.state == other.player.state && isSameTrack(as: other)
    }

    /// Each player once, under the shortest of its names.
    static func once(_ readings: [PlayerReading]) -> [PlayerReading] {
        readings.filter { reading in
            !readings.contains { other in
                let (id, own) = (other.player.id, reading.player.id)
                return other.isSamePlayer(as: reading) && (id.count, id) < (own.count, own)
            }
        }
    }
}

/// Tells live streams from tracks: mpv calls as long as they are what has come of them so far.
struct LiveTracks {
    private var last: [String: (path: String?, track: MediaTrack, growths: Int)] = [:]
    /// A file's length may be found out later, or corrected once.
    private static let growthsOfStream = 3

    /// What a player tells of its track.
    mutating func note(_ track: MediaTrack?, path: String?, of owner: String) {
        guard let track, let length = track.lengthSeconds else { return last[owner] = nil }
        guard let before = last[owner], before.path == path, track.isSame(as: before.track) else {
            return last[owner] = (path, track, 0)
        }
        let grows = length > before.track.lengthSeconds ?? 0
        last[owner] = (path, track, before.growths + (grows ? 1 : 0))
    }

    mutating func forget(_ owner: String) { last[owner] = nil }

    func isLive(_ track: MediaTrack?, path: String?, of owner: String) -> Bool {
        guard let known = last[owner], known.path == path, let track, track.isSame(as: known.track) else {
            return false
        }
        return known.growths >= Self.growthsOfStream
    }
}

/// Remembers when players were seen playing.
struct PlayerOrder {
    private var time = 0
    /// When a player last began or ended to play, by its owner's unique name.
    private var played: [String: Int] = [:]
    private var isPlaying: Set<String> = []

    /// A player's state, as it was told or read.
    mutating func note(_ state: MediaPlayer.State, of owner: String) {
        let plays = state == .playing
        guard plays != isPlaying.contains(owner) else { return }
        time += 1
        played[owner] = time
        if plays { isPlaying.insert(owner) } else { isPlaying.remove(owner) }
    }

    mutating func forget(_ owner: String) {
        played[owner] = nil
        isPlaying.remove(owner)
    }

    /// The one that is meant first; of several that play the one that began last.
    func sorted(_ players: [PlayerReading]) -> [MediaPlayer] {
        // A paused one that was never seen playing has at least something to play.
        func rank(_ state: MediaPlayer.State) -> Int {
            switch state {
            case .playing: 2
            case .paused: 1
            case .stopped: 0
            }
        }
        func key(_ entry: PlayerReading) -> (Int, Int, Int) {
            let plays = entry.player.state == .playing
            return (plays ? 1 : 0, played[entry.owner] ?? 0, rank(entry.player.state))
        }
        return players.sorted { one, other in
            let (first, second) = (key(one), key(other))
            return first == second ? one.player.id < other.player.id : first > second
        }.map(\.player)
    }
}
