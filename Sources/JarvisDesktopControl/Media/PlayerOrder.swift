// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which player a request without a name means: the one playing, or else the one that played last. Pure.

import JarvisCore

/// A player's state at one moment.
struct PlayerReading: Sendable {
    /// The unique name of the connection that owns the player's name.
    var owner: String
    var player: MediaPlayer
    /// The player's path for the current track; nil if it reports none.
    var trackPath: String?
    /// True if the player has reported the track's length and, for a file, its title.
    var isWhole = true
    /// The process that owns the player's name; nil if not queried.
    var process: Int64?

    /// True if both readings show the same track. The path alone isn't enough: Audacious uses one path for all tracks.
    func isSameTrack(as other: PlayerReading?) -> Bool {
        let track = player.track
        return trackPath == other?.trackPath
            && (track.map { $0.isSame(as: other?.player.track) } ?? (other?.player.track == nil))
    }

    /// True if both readings are of one player with two names: VLC takes a second name if its D-Bus control is switched
    /// on twice. A process can also have two players, one for each window, as Celluloid does; those play different
    /// tracks.
    func isSamePlayer(as other: PlayerReading) -> Bool {
        process != nil && process == other.process && player.name == other.player.name
            && player.state == other.player.state && isSameTrack(as: other)
    }

    /// Leaves only one reading of each player, under the shortest of its names.
    static func once(_ readings: [PlayerReading]) -> [PlayerReading] {
        readings.filter { reading in
            !readings.contains { other in
                let (id, own) = (other.player.id, reading.player.id)
                return other.isSamePlayer(as: reading) && (id.count, id) < (own.count, own)
            }
        }
    }
}

/// Tells live streams from tracks: mpv reports a stream's position so far as its length.
struct LiveTracks {
    private var last: [String: (path: String?, track: MediaTrack, growths: Int)] = [:]
    /// How often the reported length must grow. The length of a file may appear late, or be corrected once.
    private static let growthsOfStream = 3

    /// Records the length that a player reports for its track.
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
    /// When a player last started or stopped playing, by its owner's unique name.
    private var played: [String: Int] = [:]
    private var isPlaying: Set<String> = []

    /// Records a player's state, from a signal or a query.
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

    /// Sorts by likelihood: playing ones first, the last to have started before the others; then those that played
    /// last.
    func sorted(_ players: [PlayerReading]) -> [MediaPlayer] {
        // A player that was never seen playing is likelier if it is paused, since it has something to play.
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
