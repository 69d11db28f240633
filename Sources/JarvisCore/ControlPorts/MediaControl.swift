// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the desktop's media players.

/// The track that a player is playing.
public struct MediaTrack: Hashable, Sendable {
    /// Empty if the player does not report it; likewise `artists` and `album`.
    public var title: String
    public var artists: [String]
    public var album: String
    /// Nil for endless streams such as radio, and if the player does not report it.
    public var lengthSeconds: Double?

    public init(title: String = "", artists: [String] = [], album: String = "", lengthSeconds: Double? = nil) {
        self.title = title
        self.artists = artists
        self.album = album
        self.lengthSeconds = lengthSeconds
    }

    /// True for the same track at a later moment, even if its length has changed, as a live stream's does.
    public func isSame(as other: MediaTrack?) -> Bool {
        guard let other else { return false }
        if title.isEmpty { return self == other }
        return title == other.title && artists == other.artists && album == other.album
    }
}

/// A running media player.
public struct MediaPlayer: Hashable, Sendable, Identifiable {
    public enum State: Hashable, Sendable {
        case playing, paused, stopped
    }

    /// What a player can do right now.
    public struct Abilities: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let play = Abilities(rawValue: 1)
        public static let pause = Abilities(rawValue: 2)
        public static let next = Abilities(rawValue: 4)
        public static let previous = Abilities(rawValue: 8)
        public static let seek = Abilities(rawValue: 16)
        public static let all: Abilities = [.play, .pause, .next, .previous, .seek]
    }

    /// What a player repeats once it ends.
    public enum Loop: Hashable, Sendable {
        case nothing, track, playlist
    }

    /// Stable for as long as the player runs.
    public var id: String
    /// The player's own name, for example "VLC media player".
    public var name: String
    /// Its name on the bus, for example "vlc".
    public var program: String
    public var state: State
    /// Nil if nothing is loaded.
    public var track: MediaTrack?
    /// Nil if the player does not report it.
    public var positionSeconds: Double?
    /// Nil if the player has no volume of its own.
    public var volume: Level?
    public var abilities: Abilities
    /// Nil if the player does not report it; likewise `loop` and `rate`.
    public var shuffles: Bool?
    public var loop: Loop?
    /// Playback speed; 1 is normal.
    public var rate: Double?

    public init(
        id: String, name: String, program: String = "", state: State = .stopped, track: MediaTrack? = nil,
        positionSeconds: Double? = nil, volume: Level? = nil, abilities: Abilities = .all
    ) {
        self.id = id
        self.name = name
        self.program = program
        self.state = state
        self.track = track
        self.positionSeconds = positionSeconds
        self.volume = volume
        self.abilities = abilities
    }
}

/// A request to a player.
public enum MediaCommand: Hashable, Sendable, CaseIterable {
    case play, pause
    /// Pauses or resumes playback.
    case playPause
    case next, previous, stop
}

/// A playback mode.
public enum MediaMode: Hashable, Sendable {
    case shuffle(Bool)
    case loop(MediaPlayer.Loop)
    case rate(Double)
}

/// Controls media players. Without an identity, methods act on the player that is playing, or else the last that
/// played. They return the player's state after the change, and give slow players a moment to report it.
public protocol MediaControl: Sendable {
    /// All players, the default one first.
    /// - Throws: `unavailable`. Without players the list is empty.
    func players() async throws(MediaFailure) -> [MediaPlayer]
    /// One player and what it is playing.
    /// - Throws: `noPlayer`.
    func player(_ id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// - Throws: `noPlayer`; `unable` if the player says that it cannot.
    func send(_ command: MediaCommand, to id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// Skips forward, or back for a negative number of seconds.
    func seek(bySeconds seconds: Double, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// Sets the player's own volume.
    /// - Throws: `notAVolume` outside 0…1.
    func changeVolume(_ change: LevelChange, of id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// - Throws: `unable` if the player has no such mode.
    func set(_ mode: MediaMode, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
}

extension MediaControl {
    /// The player that is playing, or the last that played.
    public func player() async throws(MediaFailure) -> MediaPlayer { try await player(nil) }

    /// Sends a command to the player that is playing, or the last that played.
    public func send(_ command: MediaCommand) async throws(MediaFailure) -> MediaPlayer {
        try await send(command, to: nil)
    }

    /// Sets the volume of the player that is playing, or the last that played.
    public func changeVolume(_ change: LevelChange) async throws(MediaFailure) -> MediaPlayer {
        try await changeVolume(change, of: nil)
    }

    /// Skips in the player that is playing, or the last that played.
    public func seek(bySeconds seconds: Double) async throws(MediaFailure) -> MediaPlayer {
        try await seek(bySeconds: seconds, in: nil)
    }
}
