// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the media players of the desktop.

/// What a player plays.
public struct MediaTrack: Hashable, Sendable {
    /// Empty where the player does not tell, as with the next two.
    public var title: String
    public var artists: [String]
    public var album: String
    /// Nil where it has no end, such as the radio, or the player does not tell.
    public var lengthSeconds: Double?

    public init(title: String = "", artists: [String] = [], album: String = "", lengthSeconds: Double? = nil) {
        self.title = title
        self.artists = artists
        self.album = album
        self.lengthSeconds = lengthSeconds
    }

    /// True for the same track at another moment: the length of a live stream grows.
    public func isSame(as other: MediaTrack?) -> Bool {
        guard let other else { return false }
        if title.isEmpty { return self == other }
        return title == other.title && artists == other.artists && album == other.album
    }
}

/// A media player that runs.
public struct MediaPlayer: Hashable, Sendable, Identifiable {
    public enum State: Hashable, Sendable {
        case playing, paused, stopped
    }

    /// What a player can do at present.
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

    /// What is played again once it has ended.
    public enum Loop: Hashable, Sendable {
        case nothing, track, playlist
    }

    /// Stays the same for as long as the player runs.
    public var id: String
    /// As it calls itself, for example "VLC media player".
    public var name: String
    /// The name that it has on the bus, for example "vlc".
    public var program: String
    public var state: State
    /// Nil where nothing is loaded.
    public var track: MediaTrack?
    /// Nil where the player does not tell.
    public var positionSeconds: Double?
    /// Nil where the player has no volume of its own.
    public var volume: Level?
    public var abilities: Abilities
    /// Nil where the player does not tell, as with the next two.
    public var shuffles: Bool?
    public var loop: Loop?
    /// How fast it plays; 1 is as usual.
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

/// What can be asked of a player.
public enum MediaCommand: Hashable, Sendable, CaseIterable {
    case play, pause
    /// Pauses what plays, and plays what is paused.
    case playPause
    case next, previous, stop
}

/// How a player goes through what it plays.
public enum MediaMode: Hashable, Sendable {
    case shuffle(Bool)
    case loop(MediaPlayer.Loop)
    case rate(Double)
}

/// Controls media players. Without a player's identity, the one is meant that plays, or else the one that played last.
/// What is returned is what the player says once it has done it; one that is slow to tell gets a moment for that.
public protocol MediaControl: Sendable {
    /// All players, the one that is meant first.
    /// - Throws: `unavailable`; without players the list is empty.
    func players() async throws(MediaFailure) -> [MediaPlayer]
    /// One player, with what it plays.
    /// - Throws: `noPlayer`.
    func player(_ id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// - Throws: `noPlayer`, `unable` when the player says that it cannot.
    func send(_ command: MediaCommand, to id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// Moves forward, or back with a negative number of seconds.
    func seek(bySeconds seconds: Double, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// Sets a player's own volume.
    /// - Throws: `notAVolume` for what is not in 0…1.
    func changeVolume(_ change: LevelChange, of id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
    /// - Throws: `unable` where the player has no such mode.
    func set(_ mode: MediaMode, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer
}

extension MediaControl {
    /// The player that plays, or played last.
    public func player() async throws(MediaFailure) -> MediaPlayer { try await player(nil) }

    /// Sends a command to the player that plays, or played last.
    public func send(_ command: MediaCommand) async throws(MediaFailure) -> MediaPlayer {
        try await send(command, to: nil)
    }

    /// Sets the volume of the player that plays, or played last.
    public func changeVolume(_ change: LevelChange) async throws(MediaFailure) -> MediaPlayer {
        try await changeVolume(change, of: nil)
    }

    /// Moves in the player that plays, or played last.
    public func seek(bySeconds seconds: Double) async throws(MediaFailure) -> MediaPlayer {
        try await seek(bySeconds: seconds, in: nil)
    }
}
