// SPDX-License-Identifier: GPL-3.0-or-later
// Records a named source, for example a speaker's monitor, so that the demonstration and the tests can check the
// answer.

import CPulse
package import JarvisCore
import JarvisPlatform
import Synchronization

/// Recorded mono sound, and when it was recorded.
public struct SourceRecording: Sendable {
    /// The recorded sound, signed 16-bit mono.
    public var samples: [Int16]
    /// The number of samples per second.
    public var sampleRateHertz: Int
    /// When the first sample arrived, which includes the server's buffering (about 10 ms).
    public var startedAt: ContinuousClock.Instant

    private let arrivals: [Arrival]

    /// The number of samples received by a given time.
    fileprivate struct Arrival: Sendable {
        var count: Int
        var instant: ContinuousClock.Instant
    }

    /// Creates a recording from samples and the time of the first one.
    public init(samples: [Int16], sampleRateHertz: Int, startedAt: ContinuousClock.Instant) {
        self.init(samples: samples, sampleRateHertz: sampleRateHertz, startedAt: startedAt, arrivals: [])
    }

    fileprivate init(
        samples: [Int16], sampleRateHertz: Int, startedAt: ContinuousClock.Instant, arrivals: [Arrival]
    ) {
        self.samples = samples
        self.sampleRateHertz = sampleRateHertz
        self.startedAt = startedAt
        self.arrivals = arrivals
    }

    /// When the last sample arrived.
    public var instantOfEnd: ContinuousClock.Instant { instant(ofSample: samples.count) }

    /// When the block with sample `index` arrived. A virtual speaker plays tens of milliseconds at a time, ahead of its
    /// clock. This is the arrival of the whole block; `instant(ofSample:)` spaces samples evenly.
    public func arrival(ofSample index: Int) -> ContinuousClock.Instant {
        arrivals.first { $0.count > index }?.instant ?? instant(ofSample: index)
    }

    /// When sample `index` arrived, assuming evenly spaced samples.
    public func instant(ofSample index: Int) -> ContinuousClock.Instant {
        startedAt + .microseconds(Int64(index) * 1_000_000 / Int64(sampleRateHertz))
    }
}

/// Records from `start` to `stop` on its own thread; every started recorder must be stopped.
public final class SourceRecorder: Sendable {
    private struct Sound: Sendable {
        var samples: [Int16] = []
        var startedAt: ContinuousClock.Instant?
        var isStopped = false
        var arrivals: [SourceRecording.Arrival] = []
    }

    /// Stands for the default speaker's output. The monitor is looked up by its name, because on PipeWire 0.3.65 the
    /// server's own `@DEFAULT_MONITOR@` means the microphone.
    public static let defaultMonitor = "@DEFAULT_MONITOR@"

    private let server: PulseServer
    private let source: String?
    private let sampleRateHertz: Int
    private let sound = Mutex(Sound())
    private let waker = MainLoopWaker()

    /// Creates a recorder of `source` at any rate; the server converts. The source is nil for the default microphone,
    /// or `defaultMonitor`.
    public init(server: PulseServer = PulseServer(), source: String?, sampleRateHertz: Int = 16_000) {
        self.server = server
        self.source = source
        self.sampleRateHertz = sampleRateHertz
    }

    /// Starts recording, and returns once the stream is running.
    /// - Throws: `AudioFailure`.
    /// - Throws: `AudioFailure`.
    public func start() async throws {
        try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
            WorkerThread(name: "recorder").async { self.record(started) }
        }
    }

    /// Ends the recording and returns it.
    public func stop() -> SourceRecording {
        defer { waker.wake() }
        return sound.withLock { sound in
            sound.isStopped = true
            return recording(of: sound)
        }
    }

    /// The recording so far.
    public func recording() -> SourceRecording {
        sound.withLock { recording(of: $0) }
    }

    private func recording(of sound: Sound) -> SourceRecording {
        SourceRecording(
            samples: sound.samples, sampleRateHertz: sampleRateHertz, startedAt: sound.startedAt ?? .now,
            arrivals: sound.arrivals)
    }

    private func record(_ started: CheckedContinuation<Void, any Error>) {
        do {
            let connection = try PulseConnection(server: server, waker: waker)
            try connection.connect()
            let source = source == Self.defaultMonitor ? try connection.defaultMonitor() : source
            let stream = try RecordingStream(connection, source: source, sampleRateHertz: sampleRateHertz)
            started.resume()
            while stream.isRunning, !isStopped {
                connection.iterate(nil) { isStopped }
                stream.read(take)
            }
        } catch {
            started.resume(throwing: error)
        }
    }

    private var isStopped: Bool { sound.withLock { $0.isStopped } }

    private func take(_ part: UnsafeBufferPointer<Int16>) {
        let now = ContinuousClock.now
        sound.withLock { sound in
            sound.samples += part
            sound.arrivals.append(SourceRecording.Arrival(count: sound.samples.count, instant: now))
            // Of all blocks, the one with the least delay shows best when the recording began.
            let begin = now - .microseconds(Int64(sound.samples.count) * 1_000_000 / Int64(sampleRateHertz))
            sound.startedAt = min(sound.startedAt ?? begin, begin)
        }
    }
}

/// A plain recording stream that is polled in blocks of 10 ms.
package final class RecordingStream {
    private let connection: PulseConnection
    private let stream: OpaquePointer

    package init(_ connection: PulseConnection, source: String?, sampleRateHertz: Int) throws(AudioFailure) {
        var specification = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(sampleRateHertz), channels: 1)
        let properties = StreamIdentity.testTone.makeProperties()
        defer { pa_proplist_free(properties) }
        guard let context = connection.context,
            let stream = pa_stream_new_with_proplist(context, "Recording", &specification, nil, properties)
        else { throw .streamFailed(reason: connection.lastError) }
        self.connection = connection
        self.stream = stream
        let whatever = UInt32.max
        var buffering = pa_buffer_attr(
            maxlength: whatever, tlength: whatever, prebuf: whatever, minreq: whatever,
            fragsize: UInt32(sampleRateHertz / 100 * 2))
        pa_stream_connect_record(stream, source, &buffering, PA_STREAM_ADJUST_LATENCY)
        let isDecided = connection.wait(.seconds(2)) {
            let state = pa_stream_get_state(stream)
            return state != PA_STREAM_UNCONNECTED && state != PA_STREAM_CREATING
        }
        guard isDecided, isRunning else {
            if connection.lastErrorCode == Int32(PA_ERR_NOENTITY.rawValue) {
                throw source.map { .deviceMissing($0) } ?? .noDevice(.input)
            }
            throw .streamFailed(reason: connection.lastError)
        }
    }

    deinit {
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    package var isRunning: Bool {
        connection.isReady && pa_stream_get_state(stream) == PA_STREAM_READY
    }

    package func read(_ take: (UnsafeBufferPointer<Int16>) -> Void) {
        while isRunning, pa_stream_readable_size(stream) > 0 {
            var bytes: UnsafeRawPointer?
            var size = 0
            guard pa_stream_peek(stream, &bytes, &size) >= 0, size > 0 else { return }
            if let bytes {
                take(UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Int16.self), count: size / 2))
            } else {
                [Int16](repeating: 0, count: size / 2).withUnsafeBufferPointer(take)
            }
            pa_stream_drop(stream)
        }
    }
}
