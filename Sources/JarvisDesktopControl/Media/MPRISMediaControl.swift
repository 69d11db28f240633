// SPDX-License-Identifier: GPL-3.0-or-later
// Controls media players on the session bus (MPRIS). Listens to their signals from the first request on, to know which
// one played last. Main thread only; never blocks.

public import GioKit
public import JarvisCore

/// The media players of the session.
@MainActor
public final class MPRISMediaControl: MediaControl {
    /// How long to wait for a request to take effect. Players act after they have answered, most within a tenth of this
    /// time.
    private static let patience: Duration = .seconds(1)
    private static let interval: Duration = .milliseconds(20)
    /// How many polls in a row must see the same track, for a completely and a partially reported one. mpv reports the
    /// file's name first, and title and length later.
    private static let calmLooks = (whole: 3, partial: 20)
    /// After this time into a track, many players take "previous" as "back to its beginning".
    private static let restartSeconds = 3.0
    /// Rhythmbox stops at "previous" if its queue has no earlier track, and the queue forgets what it has played.
    private static let stopsWithoutPrevious: Set<String> = ["rhythmbox"]

    private let link: BusLink
    private let limit: Duration
    private let clock: any Clock<Duration>
    private var order = PlayerOrder()
    private var live = LiveTracks()
    private var subscriptions: [BusSubscription] = []
    /// The connection that the subscriptions belong to.
    private var followed: BusConnection?

    /// - Parameters:
    ///   - limit: how long a player may take to answer. Working players answer sooner; a hung one must not delay a
    ///     reply.
    ///   - clock: measures the players' response time; monotonic.
    ///   - connect: opens the bus; by default the session bus.
    public nonisolated init(
        limit: Duration = .seconds(2), clock: any Clock<Duration> = ContinuousClock(),
        connect: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.session)
        }
    ) {
        self.limit = limit
        self.clock = clock
        link = BusLink(connect)
    }

    /// Starts listening to players before the first request, so JARVIS knows from the start which one played last.
    public func follow() async throws(MediaFailure) { _ = try await players() }

    public func players() async throws(MediaFailure) -> [MediaPlayer] {
        let connection = try await connect()
        let names: [String]
        do throws(BusFailure) {
            names = try await connection.names().filter(MPRIS.isPlayer)
        } catch {
            throw .unavailable(reason: error.reason)
        }
        let readings = await withTaskGroup(of: PlayerReading?.self) { group in
            for name in names { group.addTask { await self.read(name, connection) } }
            var found: [PlayerReading] = []
            for await reading in group {
                if let reading { found.append(reading) }
            }
            return found
        }
        let found = PlayerReading.once(await withProcesses(readings, connection))
        // Players that were already running have no known order; sort them by identifier.
        for reading in found.sorted(by: { $0.player.id > $1.player.id }) {
            order.note(reading.player.state, of: reading.owner)
        }
        return order.sorted(found)
    }

    /// Adds the process to readings whose players have the same name, because they may be one player.
    private func withProcesses(_ readings: [PlayerReading], _ connection: BusConnection) async -> [PlayerReading] {
        let named = Dictionary(grouping: readings, by: \.player.name)
        var result: [PlayerReading] = []
        for var reading in readings {
            if named[reading.player.name].map({ $0.count > 1 }) ?? false {
                reading.process = await connection.process(of: reading.owner)
            }
            result.append(reading)
        }
        return result
    }

    public func player(_ id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let players = try await players()
        guard let id else {
            guard let first = players.first else { throw .noPlayer }
            return first
        }
        guard let player = players.first(where: { $0.id == id }) else { throw gone(id) }
        return player
    }

    public func send(_ command: MediaCommand, to id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let player = try await player(id)
        if let (ability, missing) = command.needs(player.state), !player.abilities.contains(ability) {
            throw .unable(name: player.name, missing)
        }
        let before = await read(player.id, try await connect())
        do throws(MediaFailure) {
            try await call(command, player)
            if command == .next { return try await moved(player, command, from: before) }
            if command == .previous { return try await wentBack(player, from: before) }
            if command == .play, player.state == .stopped { return try await begun(player) }
            return try await settled(player) { now in
                switch command {
                case .play: now.player.state == .playing
                case .playPause: (now.player.state == .playing) != (player.state == .playing)
                case .pause, .stop, .next, .previous: now.player.state != .playing
                }
            }
        } catch .gone where command == .stop {
            // mpv, for one, exits on "stop".
            return player.ended
        }
    }

    private func call(_ command: MediaCommand, _ player: MediaPlayer) async throws(MediaFailure) {
        do throws(MediaFailure) {
            try await call(player, command.method)
        } catch .refused where command == .play && player.state == .stopped {
            // After a stop, Rhythmbox refuses Play but accepts PlayPause.
            try await call(player, MediaCommand.playPause.method)
        }
    }

    /// Waits for the previous track. If the player only returned to the start of the current one, asks it a second
    /// time.
    private func wentBack(
        _ player: MediaPlayer, from before: PlayerReading?
    ) async throws(MediaFailure) -> MediaPlayer {
        let now = try await moved(player, .previous, from: before)
        guard let before, !Self.stopsWithoutPrevious.contains(player.program),
            before.player.positionSeconds ?? 0 > Self.restartSeconds,
            now.track?.isSame(as: before.player.track) ?? false, now.positionSeconds ?? 0 < Self.restartSeconds
        else { return now }
        let start = await read(player.id, try await connect())
        try await call(player, MediaCommand.previous.method)
        return try await moved(player, .previous, from: start)
    }

    /// Waits until the player plays and has reported the track, which Audacious does late.
    private func begun(_ player: MediaPlayer) async throws(MediaFailure) -> MediaPlayer {
        var last: PlayerReading?
        var calm = 0
        return try await settled(player) { now in
            calm = now.isSameTrack(as: last) ? calm + 1 : 1
            last = now
            return now.player.state == .playing && calm >= (now.isWhole ? Self.calmLooks.whole : Self.calmLooks.partial)
        }
    }

    /// Waits until the player has fully reported another track, or has returned to the beginning of this one.
    private func moved(
        _ player: MediaPlayer, _ command: MediaCommand, from before: PlayerReading?
    ) async throws(MediaFailure) -> MediaPlayer {
        var last: PlayerReading?
        var calm = 0
        return try await settled(player) { now in
            calm = now.isSameTrack(as: last) ? calm + 1 : 1
            last = now
            if !now.isSameTrack(as: before) {
                return calm >= (now.isWhole ? Self.calmLooks.whole : Self.calmLooks.partial)
            }
            // Wait for a while before accepting the beginning of this track: some players report that first, then the
            // previous track.
            let isBack = (now.player.positionSeconds ?? 0) < (before?.player.positionSeconds ?? 0)
            return command == .previous && isBack && calm >= Self.calmLooks.partial
        }
    }

    public func seek(bySeconds seconds: Double, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let player = try await player(id)
        guard player.abilities.contains(.seek) else { throw .unable(name: player.name, .seek) }
        // Limits the jump to about a year, longer than any track and short enough for its microseconds to fit.
        let limited = seconds.isNaN ? 0 : max(-3e7, min(seconds, 3e7))
        try await call(player, "Seek", [.integer(Int64(limited * 1e6))], "x")
        return try await settled(player) { now in
            guard let before = player.positionSeconds, let after = now.player.positionSeconds else { return true }
            // The position also grows by itself during playback, so ask for at least half of the jump.
            return limited < 0 ? after < before : after - before > limited / 2
        }
    }

    public func changeVolume(_ change: LevelChange, of id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let player = try await player(id)
        guard let before = player.volume else { throw .unable(name: player.name, .volume) }
        guard let volume = change.applied(to: before) else {
            guard case .to(let share) = change, share.isFinite else { throw .notAVolume(percent: 0) }
            throw .notAVolume(percent: Int((max(-1e6, min(share * 100, 1e6))).rounded()))
        }
        let connection = try await connect()
        do throws(BusFailure) {
            try await connection.setProperty(
                "Volume", .number(volume.share), MPRIS.playerInterface, of: player.id, path: MPRIS.path,
                within: limit)
        } catch {
            throw failure(error, player)
        }
        return try await settled(player) { $0.player.volume?.percent == volume.percent }
    }

    public func set(_ mode: MediaMode, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let player = try await player(id)
        guard player.tells(mode) else { throw .unable(name: player.name, mode.ability) }
        let (property, value) = mode.property
        let connection = try await connect()
        do throws(BusFailure) {
            try await connection.setProperty(
                property, value, MPRIS.playerInterface, of: player.id, path: MPRIS.path, within: limit)
        } catch {
            throw failure(error, player)
        }
        let now = try await settled(player) { $0.player.has(mode) }
        // Some players accept the call silently and change nothing.
        guard now.has(mode) else { throw .unable(name: player.name, mode.ability) }
        return now
    }

    private func connect() async throws(MediaFailure) -> BusConnection {
        do throws(BusFailure) {
            let connection = try await link.open()
            if followed !== connection { follow(connection) }
            return connection
        } catch {
            throw .unavailable(reason: error.reason)
        }
    }

    private func follow(_ connection: BusConnection) {
        followed = connection
        order = PlayerOrder()
        live = LiveTracks()
        let changes = connection.subscribe(
            path: MPRIS.path, interface: "org.freedesktop.DBus.Properties", signal: "PropertiesChanged"
        ) { [weak self] signal in
            guard signal.arguments.first == .text(MPRIS.playerInterface), signal.arguments.count > 1,
                let changed = signal.arguments[1].asTable
            else { return }
            if let metadata = changed["Metadata"]?.asTable {
                self?.live.note(MPRIS.track(metadata), path: MPRIS.trackPath(changed), of: signal.sender)
            }
            if let state = changed["PlaybackStatus"]?.asText {
                self?.order.note(MPRIS.state(state), of: signal.sender)
            }
        }
        let endings = connection.subscribe(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", signal: "NameOwnerChanged"
        ) { [weak self] signal in
            let names = signal.arguments.compactMap(\.asText)
            guard names.count == 3, names[0].hasPrefix(MPRIS.prefix), !names[1].isEmpty else { return }
            self?.order.forget(names[1])
            self?.live.forget(names[1])
        }
        subscriptions = [changes, endings]
    }

    /// A player's current state; nil if the player is gone or doesn't answer.
    private func read(_ name: String, _ connection: BusConnection) async -> PlayerReading? {
        guard let owner = await connection.owner(of: name),
            let properties = try? await connection.properties(
                MPRIS.playerInterface, of: name, path: MPRIS.path, within: limit)
        else { return nil }
        let identity = try? await connection.properties(
            MPRIS.interface, of: name, path: MPRIS.path, within: limit)
        var player = MPRIS.player(name, identity: identity ?? [:], properties: properties)
        let path = MPRIS.trackPath(properties)
        let isLive = live.isLive(player.track, path: path, of: owner)
        if isLive { player.track?.lengthSeconds = nil }
        return PlayerReading(
            owner: owner, player: player, trackPath: path, isWhole: !isLive && MPRIS.isWhole(properties))
    }

    private func call(
        _ player: MediaPlayer, _ method: String, _ arguments: [BusValue] = [], _ signature: String = ""
    ) async throws(MediaFailure) {
        let connection = try await connect()
        do throws(BusFailure) {
            _ = try await connection.call(
                player.id, path: MPRIS.path, interface: MPRIS.playerInterface, method: method, arguments,
                signature: signature, within: limit)
        } catch {
            throw failure(error, player)
        }
    }

    /// Waits until the request has taken effect, or for at most `patience`.
    /// - Returns: the player's state at that time.
    private func settled(
        _ player: MediaPlayer, _ isDone: (PlayerReading) -> Bool
    ) async throws(MediaFailure) -> MediaPlayer {
        let looks = Int(Self.patience / Self.interval)
        for look in 0...looks {
            let connection = try await connect()
            guard let now = await read(player.id, connection) else { throw .gone(name: player.name) }
            order.note(now.player.state, of: now.owner)
            if look == looks || isDone(now) { return now.player }
            // Cancelling the wait only shortens the patience.
            try? await clock.sleep(for: Self.interval)
        }
        throw .gone(name: player.name)
    }

    private func failure(_ error: BusFailure, _ player: MediaPlayer) -> MediaFailure {
        if case .timedOut = error { return .notAnswering(name: player.name) }
        // ServiceUnknown means that the name has no owner, NoReply that the owner left before it answered.
        if case .refused(let error) = error,
            error.name.hasSuffix(".ServiceUnknown") || error.name.hasSuffix(".NoReply")
        {
            return .gone(name: player.name)
        }
        return .refused(name: player.name, reason: error.reason)
    }

    private func gone(_ id: MediaPlayer.ID) -> MediaFailure {
        .gone(name: MPRIS.player(id, identity: [:], properties: [:]).name)
    }
}

extension MediaPlayer {
    /// The player's state after it has exited.
    fileprivate var ended: MediaPlayer {
        var player = self
        player.state = .stopped
        player.track = nil
        player.positionSeconds = nil
        player.abilities = []
        return player
    }
}

extension MediaPlayer {
    fileprivate func tells(_ mode: MediaMode) -> Bool {
        switch mode {
        case .shuffle: shuffles != nil
        case .loop: loop != nil
        case .rate: rate != nil
        }
    }

    fileprivate func has(_ mode: MediaMode) -> Bool {
        switch mode {
        case .shuffle(let shuffles): self.shuffles == shuffles
        case .loop(let loop): self.loop == loop
        case .rate(let rate): abs((self.rate ?? 0) - rate) < 0.01
        }
    }
}

extension MediaMode {
    fileprivate var ability: MediaAbility {
        switch self {
        case .shuffle: .shuffle
        case .loop: .loop
        case .rate: .rate
        }
    }

    fileprivate var property: (name: String, value: BusValue) {
        switch self {
        case .shuffle(let shuffles): ("Shuffle", .flag(shuffles))
        case .loop(let loop): ("LoopStatus", .text(MPRIS.loops.first { $0.loop == loop }?.text ?? "None"))
        case .rate(let rate): ("Rate", .number(rate))
        }
    }
}

extension MediaCommand {
    var method: String {
        switch self {
        case .play: "Play"
        case .pause: "Pause"
        case .playPause: "PlayPause"
        case .next: "Next"
        case .previous: "Previous"
        case .stop: "Stop"
        }
    }

    /// The ability that the command needs in this state; nil if no particular one.
    func needs(_ state: MediaPlayer.State) -> (MediaPlayer.Abilities, MediaAbility)? {
        switch self {
        case .play: (.play, .play)
        // A player that isn't playing is already paused.
        case .pause: state == .playing ? (.pause, .pause) : nil
        case .playPause: state == .playing ? (.pause, .pause) : (.play, .play)
        case .next: (.next, .next)
        case .previous: (.previous, .previous)
        case .stop: nil
        }
    }
}
