// SPDX-License-Identifier: GPL-3.0-or-later
// Controls volumes on PulseAudio, or PipeWire's replacement for it. Each request opens its own connection, on one
// worker thread. So there is nothing to follow if the server appears, goes away or hangs, and changes happen one after
// another.

public import JarvisCore
import JarvisPlatform

/// The volumes of the user's sound server.
public final class PulseSoundControl: SoundControl {
    private let server: String?
    private let restoreDucked: @Sendable () async -> Void
    private let worker = WorkerThread(name: "sound-control")

    /// - Parameters:
    ///   - server: in PulseAudio's notation; nil for the one that the environment names.
    ///   - restoreDucked: called before applications are read or changed; returns once they are back at the volumes
    ///     that the user set. A volume that is lowered only while JARVIS listens must be neither reported nor changed.
    public init(server: String? = nil, restoreDucked: @escaping @Sendable () async -> Void = {}) {
        self.server = server
        self.restoreDucked = restoreDucked
    }

    public func outputs() async throws(SoundFailure) -> [SoundDevice] {
        try await run { connection throws(SoundFailure) in try connection.outputs().map(\.device) }
    }

    public func output() async throws(SoundFailure) -> SoundDevice {
        try await run { connection throws(SoundFailure) in try connection.output().device }
    }

    public func input() async throws(SoundFailure) -> SoundDevice {
        try await run { connection throws(SoundFailure) in try connection.input() }
    }

    public func changeVolume(_ change: LevelChange) async throws(SoundFailure) -> SoundDevice {
        try await run { connection throws(SoundFailure) in
            let output = try connection.output()
            try connection.setVolume(try Self.volume(change, output.device.volume), of: output)
            return try connection.output().device
        }
    }

    public func setMuted(_ isMuted: Bool) async throws(SoundFailure) -> SoundDevice {
        try await run { connection throws(SoundFailure) in
            try connection.setMuted(isMuted, output: try connection.output())
            return try connection.output().device
        }
    }

    public func applications() async throws(SoundFailure) -> [PlayingApplication] {
        await restoreDucked()
        return try await run { connection throws(SoundFailure) in
            SoundStreams.applications(try connection.streams())
        }
    }

    public func changeVolume(
        _ change: LevelChange, of application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication {
        try await run(on: application) { connection, streams, state throws(SoundFailure) in
            let volume = try Self.volume(change, state.volume)
            for stream in streams { try connection.setVolume(volume, of: stream) }
        }
    }

    public func setMuted(
        _ isMuted: Bool, application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication {
        try await run(on: application) { connection, streams, _ throws(SoundFailure) in
            for stream in streams { try connection.setMuted(isMuted, stream: stream) }
        }
    }

    private static func volume(_ change: LevelChange, _ volume: Level) throws(SoundFailure) -> Level {
        if let volume = change.applied(to: volume) { return volume }
        guard case .to(let share) = change, share.isFinite else { throw .notAVolume(percent: 0) }
        throw .notAVolume(percent: Int(clamping: Int64(max(-1e6, min(share * 100, 1e6)).rounded())))
    }

    /// Changes the streams of one application.
    /// - Returns: the application's state afterwards.
    private func run(
        on application: PlayingApplication.ID,
        _ change: @escaping @Sendable (SoundConnection, [StreamState], PlayingApplication) throws(SoundFailure) -> Void
    ) async throws(SoundFailure) -> PlayingApplication {
        await restoreDucked()
        return try await run { connection throws(SoundFailure) in
            let streams = try connection.streams().filter { $0.application == application && $0.channels != nil }
            guard let state = SoundStreams.applications(streams).first else { throw Self.gone(application) }
            do throws(SoundFailure) {
                try change(connection, streams, state)
            } catch .refused(let reason) {
                // A refusal may mean that the stream has ended in the meantime.
                let isThere = try connection.streams().contains { $0.application == application }
                throw isThere ? .refused(reason: reason) : .notPlaying(state.name)
            }
            let after = SoundStreams.applications(try connection.streams())
            guard let changed = after.first(where: { $0.id == application }) else { throw .notPlaying(state.name) }
            return changed
        }
    }

    private static func gone(_ application: PlayingApplication.ID) -> SoundFailure {
        let parts = application.split(separator: "\u{0}", maxSplits: 1)
        return .notPlaying(application == SoundStreams.ownIdentifier ? "JARVIS" : parts.first.map(String.init) ?? "")
    }

    private func run<Value: Sendable>(
        _ job: @escaping @Sendable (SoundConnection) throws(SoundFailure) -> Value
    ) async throws(SoundFailure) -> Value {
        do {
            return try await worker.run { [server] in try job(SoundConnection(server: server)) }
        } catch {
            // The job throws only `SoundFailure`.
            throw error as? SoundFailure ?? .refused(reason: "\(error)")
        }
    }
}
