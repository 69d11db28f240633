// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes without a sound server.

public import JarvisCore
import Synchronization

/// One speaker, one microphone, and the test's applications; changes are applied to them.
public final class FakeSoundControl: SoundControl {
    private struct State {
        var output = SoundDevice(id: "speaker", name: "Speaker", isDefault: true, volume: Level(0.5), isMuted: false)
        var input = SoundDevice(id: "mic", name: "Microphone", isDefault: true, volume: Level(1), isMuted: false)
        var applications: [PlayingApplication]
        var failure: SoundFailure?
    }

    private let state: Mutex<State>

    public init(applications: [PlayingApplication] = []) {
        state = Mutex(State(applications: applications))
    }

    /// Makes every later call fail; nil ends that.
    public func fail(with failure: SoundFailure?) { state.withLock { $0.failure = failure } }
    public func mutateInput(_ change: @Sendable (inout SoundDevice) -> Void) { state.withLock { change(&$0.input) } }

    public func outputs() async throws(SoundFailure) -> [SoundDevice] { [try await output()] }
    public func output() async throws(SoundFailure) -> SoundDevice {
        try with { state throws(SoundFailure) in state.output }
    }
    public func input() async throws(SoundFailure) -> SoundDevice {
        try with { state throws(SoundFailure) in state.input }
    }

    public func changeVolume(_ change: LevelChange) async throws(SoundFailure) -> SoundDevice {
        try with { state throws(SoundFailure) in
            state.output.volume = try Self.volume(change, state.output.volume)
            return state.output
        }
    }

    public func setMuted(_ isMuted: Bool) async throws(SoundFailure) -> SoundDevice {
        try with { state throws(SoundFailure) in
            state.output.isMuted = isMuted
            return state.output
        }
    }

    public func applications() async throws(SoundFailure) -> [PlayingApplication] {
        try with { state throws(SoundFailure) in state.applications }
    }

    public func changeVolume(
        _ change: LevelChange, of application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication {
        try with(application) { application throws(SoundFailure) in
            application.volume = try Self.volume(change, application.volume)
        }
    }

    public func setMuted(
        _ isMuted: Bool, application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication {
        try with(application) { application throws(SoundFailure) in application.isMuted = isMuted }
    }

    private static func volume(_ change: LevelChange, _ volume: Level) throws(SoundFailure) -> Level {
        if let volume = change.applied(to: volume) { return volume }
        guard case .to(let share) = change else { throw .notAVolume(percent: 0) }
        throw .notAVolume(percent: Int((share * 100).rounded()))
    }

    private func with<Value: Sendable>(
        _ body: (inout State) throws(SoundFailure) -> Value
    ) throws(SoundFailure) -> Value {
        try state.withLock { state throws(SoundFailure) in
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }

    private func with(
        _ id: PlayingApplication.ID, _ change: (inout PlayingApplication) throws(SoundFailure) -> Void
    ) throws(SoundFailure) -> PlayingApplication {
        try with { state throws(SoundFailure) in
            guard let place = state.applications.firstIndex(where: { $0.id == id }) else { throw .notPlaying(id) }
            try change(&state.applications[place])
            return state.applications[place]
        }
    }
}
