// SPDX-License-Identifier: GPL-3.0-or-later
// A synthesizer, a player and meters for tests without sound.

public import JarvisCore
import Synchronization

/// Synthesizes 10 ms of silence per character with one word event per word.
public final class FakeSynthesizer: SpeechSynthesizer {
    private let log = Mutex<[String]>([])
    private let failure = Mutex<SynthesisFailure?>(nil)

    public init() {}

    /// Every clause asked for.
    public var clauses: [String] { log.withLock { $0 } }

    /// From now on every synthesis fails with this.
    public func fail(with failure: SynthesisFailure?) { self.failure.withLock { $0 = failure } }

    public func voices() async throws -> [Voice] {
        [
            Voice(id: "en-us", name: "English (America)", languages: ["en-us"]),
            Voice(id: "en-us+f3", name: "English (America), female 3", languages: ["en-us"]),
            Voice(id: "en-gb", name: "English (Great Britain)", languages: ["en-gb"]),
        ]
    }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        log.withLock { $0.append(clause) }
        return AsyncThrowingStream { continuation in
            if let failure = failure.withLock({ $0 }) {
                continuation.finish(throwing: failure)
                return
            }
            var words: [SpokenWord] = []
            var position = 0
            for word in clause.split(separator: " ", omittingEmptySubsequences: false) {
                let end = position + word.count
                words.append(SpokenWord(startCharacter: position, endCharacter: end, sampleOffset: position * 160))
                position = end + 1
            }
            let samples = [Int16](repeating: 0, count: clause.count * 160)
            continuation.yield(SynthesizedAudio(samples: samples, sampleRateHertz: 16_000, words: words))
            continuation.finish()
        }
    }
}

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
    /// When true, `started` and `finished` are reported without help of the test.
    private let isAutomatic: Bool

    public init(isAutomatic: Bool = false) {
        self.isAutomatic = isAutomatic
    }

    /// Samples queued per clause.
    public var queued: [Int: Int] { state.withLock { $0.clauses } }
    public var isFinished: Bool { state.withLock { $0.isFinished } }
    public var stopCount: Int { state.withLock { $0.stopCount } }
    public var beginCount: Int { state.withLock { $0.beginCount } }
    /// The share of its loudness at which the reply plays.
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

/// Meters that show what the test sets.
public final class FakeMeters: VoiceMeters {
    private let levels = Mutex<(input: Float, output: Float, bands: [Float])>((0, 0, []))

    public init() {}

    public var inputLevel: Float { levels.withLock { $0.input } }
    public var outputLevel: Float { levels.withLock { $0.output } }

    public func set(input: Float, output: Float, bands: [Float] = []) {
        levels.withLock { $0 = (input, output, bands) }
    }

    public func readSpectrum(into bands: inout [Float]) {
        let own = levels.withLock { $0.bands }
        for index in bands.indices { bands[index] = index < own.count ? own[index] : 0 }
    }
}

/// A fixed list of devices.
public struct FakeDevices: AudioDeviceListing {
    public var list: [AudioDevice]

    public init(
        _ list: [AudioDevice] = [
            AudioDevice(id: "mic", name: "Built-in microphone", direction: .input, isDefault: true, isMonitor: false),
            AudioDevice(
                id: "speaker", name: "Built-in speakers", direction: .output, isDefault: true, isMonitor: false),
        ]
    ) {
        self.list = list
    }

    public func devices() async throws -> [AudioDevice] { list }
}
