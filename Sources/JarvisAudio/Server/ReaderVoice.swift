// SPDX-License-Identifier: GPL-3.0-or-later
// Silences the microphone while the desktop's screen reader talks, because the echo canceller knows only JARVIS's own
// playback. Monitors the reader's streams on its own thread, which waits for the sound server.

import CPulse
import JarvisCore
import JarvisPlatform
import Synchronization

/// Whether a screen reader is talking right now. Any thread may ask.
public final class ReaderVoice: Sendable {
    /// What the reader said lingers in the speaker's buffer and in the room for this long.
    static let lingering = Duration.milliseconds(500)

    private let server: PulseServer
    private let worker = WorkerThread(name: "reader voice")
    private let follower = Mutex<ServerFollower?>(nil)
    /// Microseconds of `pa_rtclock_now` until which the reader counts as talking.
    private let end = Atomic<UInt64>(0)

    public init(server: PulseServer = PulseServer()) {
        self.server = server
    }

    deinit { follow(false) }

    /// True while the reader talks, and shortly after.
    var isSounding: Bool { pa_rtclock_now() < end.load(ordering: .relaxed) }

    /// Starts or stops listening to the reader. Idempotent.
    public func follow(_ isThere: Bool) {
        follower.withLock { follower in
            guard isThere != (follower != nil) else { return }
            follower?.end()
            follower = nil
            guard isThere else { return end.store(0, ordering: .relaxed) }
            // Changes count, too: on PipeWire, a new stream has no sink until a moment later.
            let next = ServerFollower(server: server, streams: [PA_SUBSCRIPTION_MASK_SINK_INPUT])
            follower = next
            worker.async { [weak self] in Self.listen(next) { self?.heard() } }
        }
    }

    /// Records the reader's streams until ended.
    private static func listen(_ follower: ServerFollower, _ heard: () -> Void) {
        var streams: [UInt32: MonitorStream] = [:]
        follower.run(
            look: { connection throws(AudioFailure) in
                let found = try connection.readerStreams()
                streams = streams.filter { index, stream in found[index] != nil && stream.isAlive }
                for (index, source) in found where streams[index] == nil {
                    streams[index] = MonitorStream(connection, of: index, source: source)
                }
            },
            turn: {
                // Each has to be read, or its buffer fills up.
                let levels = streams.values.map { $0.readPeak() }
                if levels.contains(where: { $0 > MonitorStream.leastPeak }) { heard() }
            },
            // Without a server, the reader is silent, too.
            lost: { streams = [:] })
    }

    private func heard() {
        end.store(pa_rtclock_now() + UInt64(Self.lingering.wholeMicroseconds), ordering: .relaxed)
    }
}

/// Records one playback stream of another program at a low rate: enough to hear whether it sounds.
private final class MonitorStream {
    /// Quieter than any speech: −50 dB of full scale.
    static let leastPeak = Int16(100)
    private static let sampleRateHertz: UInt32 = 8_000

    private let connection: PulseConnection
    private let stream: OpaquePointer

    init?(_ connection: PulseConnection, of index: UInt32, source: String) {
        var specification = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: Self.sampleRateHertz, channels: 1)
        let properties = StreamIdentity.listening.makeProperties()
        defer { pa_proplist_free(properties) }
        guard let context = connection.context,
            let stream = pa_stream_new_with_proplist(context, "Screen reader", &specification, nil, properties)
        else { return nil }
        self.connection = connection
        self.stream = stream
        pa_stream_set_monitor_stream(stream, index)
        let whatever = UInt32.max
        var buffering = pa_buffer_attr(
            maxlength: whatever, tlength: whatever, prebuf: whatever, minreq: whatever,
            fragsize: Self.sampleRateHertz / 50 * 2)
        let flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_INHIBIT_AUTO_SUSPEND.rawValue
        pa_stream_connect_record(stream, source, &buffering, pa_stream_flags_t(rawValue: flags))
    }

    deinit {
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    /// False once the server has ended the recording.
    var isAlive: Bool {
        let state = pa_stream_get_state(stream)
        return connection.isReady && state != PA_STREAM_FAILED && state != PA_STREAM_TERMINATED
    }

    /// The largest sample since the last call.
    func readPeak() -> Int16 {
        var peak = Int16(0)
        while isAlive, pa_stream_get_state(stream) == PA_STREAM_READY, pa_stream_readable_size(stream) > 0 {
            var bytes: UnsafeRawPointer?
            var size = 0
            guard pa_stream_peek(stream, &bytes, &size) >= 0, size > 0 else { return peak }
            if let bytes {
                for sample in UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Int16.self), count: size / 2) {
                    peak = max(peak, Int16(clamping: abs(Int32(sample))))
                }
            }
            pa_stream_drop(stream)
        }
        return peak
    }
}

private final class FoundStreams {
    /// The sink of each stream of a screen reader.
    var sinks: [UInt32: UInt32] = [:]
    /// The monitor of each sink.
    var monitors: [UInt32: String] = [:]
}

extension PulseConnection {
    /// The playback streams of screen readers, each with the monitor of its sink.
    fileprivate func readerStreams() throws(AudioFailure) -> [UInt32: String] {
        guard let context, isReady else { throw .serverUnavailable(reason: lastError) }
        let found = FoundStreams()
        let isAnswered = withExtendedLifetime(found) {
            let data = Unmanaged.passUnretained(found).toOpaque()
            return finish(pa_context_get_sink_input_info_list(context, streamCallback, data))
                && finish(pa_context_get_sink_info_list(context, sinkCallback, data))
        }
        guard isAnswered else { throw .serverUnavailable(reason: isReady ? "Timeout" : lastError) }
        return found.sinks.compactMapValues { found.monitors[$0] }
    }
}

/// True if a stream with these properties belongs to a screen reader: to speech-dispatcher, which all of them speak
/// through, or to a program that says so by its role.
func isScreenReader(_ properties: OpaquePointer?) -> Bool {
    func property(_ name: String) -> String {
        guard let properties, let text = pa_proplist_gets(properties, name) else { return "" }
        return String(cString: text)
    }
    guard property(PA_PROP_APPLICATION_ID) != applicationIdentifier else { return false }
    return property(PA_PROP_MEDIA_ROLE) == "a11y" || property(PA_PROP_APPLICATION_NAME).hasPrefix("speech-dispatcher")
        || property(PA_PROP_APPLICATION_PROCESS_BINARY).hasPrefix("speech-dispatcher")
        || property(PA_PROP_APPLICATION_PROCESS_BINARY).hasPrefix("sd_")
}

private let streamCallback: pa_sink_input_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let data, isScreenReader(info.pointee.proplist) else { return }
    Unmanaged<FoundStreams>.fromOpaque(data).takeUnretainedValue().sinks[info.pointee.index] = info.pointee.sink
}

private let sinkCallback: pa_sink_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let data, let monitor = info.pointee.monitor_source_name else { return }
    Unmanaged<FoundStreams>.fromOpaque(data).takeUnretainedValue().monitors[info.pointee.index] = String(
        cString: monitor)
}
