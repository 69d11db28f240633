// SPDX-License-Identifier: GPL-3.0-or-later
// Which player is meant where none is named: the one that plays, or else the one that played last. Pure.

import JarvisControlPorts

/// A player as it was at one moment.
struct PlayerReading: Sendable {
    /// The unique name of the program that has the player's name.
    var owner: String
    var player: MediaPlayer
    /// Where the player keeps what it plays; nil where it does not tell.
    var trackPath: String?
    /// It tells how long the track is and, where it is a file, what it is called.
    var isWhole = true

    /// True where both tell of the same track. The path alone does not say so: Audacious has one for all tracks.
    func isSameTrack(as other: PlayerReading?) -> Bool {
        trackPath == other?.trackPath && player.track == other?.player.track
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
