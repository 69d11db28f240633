// SPDX-License-Identifier: GPL-3.0-or-later
// A player for tests without a sound server.

public import JarvisCore
import Synchronization

/// A player that reports what the test tells it to.
public final class FakePlayer: SpeechPlayer {
    private struct State {
        var handler: (@Sendable (PlaybackEvent) -> Void)?
        var clauses: [Int: Int] = [:]
        var isFinished = false
        var stopCount = 0
        var beginCount = 0
        var gain = 1.0
    }

    private let state = Mutex(State())
    /// If true, `started` and `finished` are reported automatically.
    private let isAutomatic: Bool

    public init(isAutomatic: Bool = false) {
        self.isAutomatic = isAutomatic
    }

    /// Samples queued per clause.
    public var queued: [Int: Int] { state.withLock { $0.clauses } }
    public var isFinished: Bool { state.withLock { $0.isFinished } }
    public var stopCount: Int { state.withLock { $0.stopCount } }
    public var beginCount: Int { state.withLock { $0.beginCount } }
    /// The share of full loudness at which the reply plays.
    public var gain: Double { state.withLock { $0.gain } }

    /// Reports an event to the conductor.
    public func send(_ event: PlaybackEvent) {
        state.withLock { $0.handler }?(event)
    }

    public func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        state.withLock { state in
            state.handler = handler
            state.clauses = [:]
            state.isFinished = false
            state.gain = 1
            state.beginCount += 1
        }
    }

    public func enqueue(_ audio: SynthesizedAudio, clause: Int) {
        let isFirst = state.withLock { state in
            defer { state.clauses[clause, default: 0] += audio.samples.count }
            return state.clauses.isEmpty
        }
        if isAutomatic && isFirst { send(.started) }
    }

    public func setGain(_ gain: Double) { state.withLock { $0.gain = gain } }

    public func finish() {
        state.withLock { $0.isFinished = true }
        if isAutomatic { send(.finished) }
    }

    public func stop() {
        state.withLock { state in
            state.handler = nil
            state.stopCount += 1
        }
    }
}
