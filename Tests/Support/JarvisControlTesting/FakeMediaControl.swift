// SPDX-License-Identifier: GPL-3.0-or-later
// In-memory media players.

public import JarvisCore
import Synchronization

/// The test's players, the default one first; commands change their states and are recorded.
public final class FakeMediaControl: MediaControl {
    private struct State {
        var players: [MediaPlayer]
        var commands: [MediaCommand] = []
        var failure: MediaFailure?
        var keepsVolumes = false
    }

    private let state: Mutex<State>

    public init(players: [MediaPlayer] = []) {
        state = Mutex(State(players: players))
    }

    public var commands: [MediaCommand] { state.withLock { $0.commands } }
    /// True to ignore volume changes silently, as cmus does while stopped.
    public var keepsVolumes: Bool {
        get { state.withLock { $0.keepsVolumes } }
        set { state.withLock { $0.keepsVolumes = newValue } }
    }
    /// Makes every later call fail; nil ends that.
    public func fail(with failure: MediaFailure?) { state.withLock { $0.failure = failure } }

    public func players() async throws(MediaFailure) -> [MediaPlayer] {
        try state.withLock { state throws(MediaFailure) in
            if let failure = state.failure { throw failure }
            return state.players
        }
    }

    public func player(_ id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        try with(id) { _, _ throws(MediaFailure) in }
    }

    public func send(_ command: MediaCommand, to id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        try with(id) { player, commands throws(MediaFailure) in
            switch command {
            case .play: player.state = .playing
            case .pause: player.state = .paused
            case .playPause: player.state = player.state == .playing ? .paused : .playing
            case .stop: player.state = .stopped
            case .next where !player.abilities.contains(.next): throw .unable(name: player.name, .next)
            case .previous where !player.abilities.contains(.previous): throw .unable(name: player.name, .previous)
            case .next, .previous: break
            }
            commands.append(command)
        }
    }

    public func seek(bySeconds seconds: Double, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        try with(id) { player, _ throws(MediaFailure) in
            guard player.abilities.contains(.seek) else { throw .unable(name: player.name, .seek) }
            player.positionSeconds = max(0, (player.positionSeconds ?? 0) + seconds)
        }
    }

    public func changeVolume(_ change: LevelChange, of id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        let keepsVolumes = keepsVolumes
        return try with(id) { player, _ throws(MediaFailure) in
            guard let volume = player.volume else { throw .unable(name: player.name, .volume) }
            guard let changed = change.applied(to: volume) else { throw .notAVolume(percent: 0) }
            if !keepsVolumes { player.volume = changed }
        }
    }

    public func set(_ mode: MediaMode, in id: MediaPlayer.ID?) async throws(MediaFailure) -> MediaPlayer {
        try with(id) { player, _ throws(MediaFailure) in
            switch mode {
            case .shuffle(let shuffles):
                guard player.shuffles != nil else { throw .unable(name: player.name, .shuffle) }
                player.shuffles = shuffles
            case .loop(let loop):
                guard player.loop != nil else { throw .unable(name: player.name, .loop) }
                player.loop = loop
            case .rate(let rate):
                guard player.rate != nil else { throw .unable(name: player.name, .rate) }
                player.rate = rate
            }
        }
    }

    private func with(
        _ id: MediaPlayer.ID?, _ change: (inout MediaPlayer, inout [MediaCommand]) throws(MediaFailure) -> Void
    ) throws(MediaFailure) -> MediaPlayer {
        try state.withLock { state throws(MediaFailure) in
            if let failure = state.failure { throw failure }
            let place = id.map { id in state.players.firstIndex { $0.id == id } } ?? state.players.indices.first
            guard let place else { throw id.map { .gone(name: $0) } ?? .noPlayer }
            try change(&state.players[place], &state.commands)
            return state.players[place]
        }
    }
}
