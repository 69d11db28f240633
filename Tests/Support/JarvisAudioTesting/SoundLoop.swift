// SPDX-License-Identifier: GPL-3.0-or-later
// Carries sound from a source to a sink in real time, through a function: a substitute for the air between a speaker
// and a microphone.

import Glibc
public import JarvisAudio
import JarvisCore
import JarvisPlatform
import Synchronization

/// Records `source` in blocks of 10 ms at 16 kHz, passes them through a function and plays the result into `sink`.
public final class SoundLoop: Sendable {
    /// Sound kept ahead of the sink, so that no gap is heard when a block is late: 100 ms.
    private static let cushion = 1600
    /// More sound than this ahead of the sink has piled up while the loop was late, and is dropped: 180 ms.
    private static let mostAhead = 2880

    private struct State: Sendable {
        var isStopped = false
        var mark: (sample: Int64, reached: ContinuousClock.Instant?)?
        var produced: Int64 = 0
        var stumbles: [ContinuousClock.Instant] = []
    }

    private let server: PulseServer
    private let source: String
    private let sink: String
    private let state = Mutex(State())
    private let waker = MainLoopWaker()

    /// A loop between two devices of `server`, named as the server names them.
    public init(server: PulseServer = PulseServer(), from source: String, to sink: String) {
        self.server = server
        self.source = source
        self.sink = sink
    }

    /// Returns once sound flows; `transform` is called on a thread of the loop's own and returns as many samples as it
    /// is given.
    /// - Throws: `AudioFailure`.
    public func start(_ transform: @escaping @Sendable ([Int16]) -> [Int16]) async throws {
        try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
            WorkerThread(name: "sound-loop").async { self.run(started, transform) }
        }
    }

    /// Ends the loop.
    public func stop() {
        state.withLock { $0.isStopped = true }
        waker.wake()
    }

    /// The number of samples produced so far; the next block returned by the function begins here.
    public var producedCount: Int64 { state.withLock { $0.produced } }

    /// Marks sample `position` of what the loop plays: `lastMark` reports when the sink, and everyone who records its
    /// monitor, receives it. Only the newest mark counts.
    public func mark(_ position: Int64) {
        state.withLock { $0.mark = (position, nil) }
    }

    /// When the sink received the newest mark, up to 10 ms late; nil until then.
    public var lastMark: ContinuousClock.Instant? { state.withLock { $0.mark?.reached } }

    /// When sound was dropped or missing because the loop was late, which never happens in a real room.
    public var stumbles: [ContinuousClock.Instant] { state.withLock { $0.stumbles } }

    private func run(_ started: CheckedContinuation<Void, any Error>, _ transform: ([Int16]) -> [Int16]) {
        goFirst()
        do {
            let connection = try PulseConnection(server: server, waker: waker)
            try connection.connect()
            let input = try RecordingStream(connection, source: source, sampleRateHertz: 16_000)
            let output = try PlaybackStream(connection, device: sink, sampleRateHertz: 16_000, identity: .testTone)
            started.resume()
            [Int16](repeating: 0, count: Self.cushion).withUnsafeBufferPointer(output.write)
            while input.isRunning, output.isRunning, !isStopped {
                connection.iterate(.milliseconds(5)) { isStopped }
                var hasNew = false
                input.read { block in
                    hasNew = true
                    let sound = transform(Array(block))
                    let ahead = output.written - output.heardSample()
                    if ahead <= 0 || ahead >= Self.mostAhead { state.withLock { $0.stumbles.append(.now) } }
                    guard ahead < Self.mostAhead else { return }
                    sound.withUnsafeBufferPointer(output.write)
                    state.withLock { $0.produced += Int64(block.count) }
                }
                // More frequent requests would wake the loop themselves.
                if hasNew { output.updateTiming() }
                reach(output.takenSample - Int64(Self.cushion))
            }
        } catch {
            started.resume(throwing: error)
        }
    }

    /// Takes priority over other threads where allowed, since sound in a real room does not wait for a busy machine.
    private func goFirst() {
        var priority = sched_param(sched_priority: 4)
        pthread_setschedparam(pthread_self(), SCHED_RR, &priority)
    }

    private func reach(_ position: Int64) {
        state.withLock { state in
            guard let mark = state.mark, mark.reached == nil, mark.sample <= position else { return }
            state.mark = (mark.sample, .now)
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }
}
