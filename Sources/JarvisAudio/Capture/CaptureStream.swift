// SPDX-License-Identifier: GPL-3.0-or-later
// One recording stream: chooses the device, opens it, notices when it breaks or moves. Capture thread only.

import CPulse
import JarvisCore

/// Written by the moved-callback and read by the stream, on the same thread.
private final class Movement {
    var hasMoved = false
}

/// A running stream from a microphone into a `FrameCutter`.
final class CaptureStream {
    private static let openTimeout: Duration = .seconds(2)

    let connection: PulseConnection
    private let stream: OpaquePointer
    private let movement = Movement()
    /// The device's description when the stream was opened.
    let deviceName: String
    private let channels: pa_channel_map

    /// Opens `device`, or the desktop's default when nil, with the channels it has: a server that mixes them to one
    /// cannot know that they cancel each other. `cutter` must live as long as the stream, and starts afresh with it.
    init(_ connection: PulseConnection, device: String?, cutter: FrameCutter) throws(AudioFailure) {
        let target = try Self.choose(device, connection)
        var channels = target.source.heardChannels
        var specification = pa_sample_spec(
            format: PA_SAMPLE_S16LE, rate: UInt32(AudioFrame.sampleRateHertz), channels: channels.channels)
        let properties = StreamIdentity.listening.makeProperties()
        defer { pa_proplist_free(properties) }
        guard let context = connection.context,
            let stream = pa_stream_new_with_proplist(
                context, StreamIdentity.listening.name, &specification, &channels, properties)
        else { throw .streamFailed(reason: connection.lastError) }
        self.connection = connection
        self.stream = stream
        deviceName = target.source.device.name
        self.channels = channels
        cutter.restart(channelCount: Int(channels.channels))
        pa_stream_set_read_callback(stream, captureReadCallback, Unmanaged.passUnretained(cutter).toOpaque())
        pa_stream_set_moved_callback(stream, movedCallback, Unmanaged.passUnretained(movement).toOpaque())
        try open(target.name)
    }

    deinit {
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func open(_ device: String?) throws(AudioFailure) {
        let whatever = UInt32.max
        var buffering = pa_buffer_attr(
            maxlength: whatever, tlength: whatever, prebuf: whatever, minreq: whatever,
            fragsize: UInt32(AudioFrame.samplesPerFrame * 2 * Int(channels.channels)))
        // Timing is kept up to date for the echo canceller, which must know when a sample was captured.
        let flags = pa_stream_flags_t(
            PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_NO_REMIX_CHANNELS.rawValue)
        guard pa_stream_connect_record(stream, device, &buffering, flags) >= 0 else {
            throw failure(device)
        }
        let isDecided = connection.wait(Self.openTimeout) {
            let state = pa_stream_get_state(stream)
            return state == PA_STREAM_READY || state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED
        }
        guard isDecided else { throw .streamFailed(reason: "Timeout") }
        guard isRunning else { throw failure(device) }
    }

    var isRunning: Bool {
        connection.isReady && pa_stream_get_state(stream) == PA_STREAM_READY
    }

    /// Why the stream does not run.
    func failure(_ device: String?) -> AudioFailure {
        guard connection.isReady else { return .serverUnavailable(reason: connection.lastError) }
        if connection.lastErrorCode == Int32(PA_ERR_NOENTITY.rawValue) {
            return device.map { .deviceMissing($0) } ?? .noDevice(.input)
        }
        return .streamFailed(reason: connection.lastError)
    }

    /// The server's index of this stream.
    var index: UInt32 { pa_stream_get_index(stream) }

    /// True while the server has put the source to sleep: nothing is delivered.
    var isSuspended: Bool { pa_stream_is_suspended(stream) > 0 }

    /// The server's name of the source that the stream records from now.
    var sourceName: String? { pa_stream_get_device_name(stream).map { String(cString: $0) } }

    /// True when the stream has the channels of a source, so that none is mixed with another on the way.
    func isMade(for source: SourceState) -> Bool {
        var (own, its) = (channels, source.heardChannels)
        return pa_channel_map_equal(&own, &its) != 0
    }

    /// True once after the server has moved the stream elsewhere.
    func takeMovement() -> Bool {
        defer { movement.hasMoved = false }
        return movement.hasMoved
    }

    /// Asks the server to move the stream to another source; the sound goes on there without an end. A server that
    /// refuses leaves the stream where it is.
    func move(to source: String) {
        guard let context = connection.context, sourceName != source else { return }
        connection.finish(pa_context_move_source_output_by_name(context, index, source, nil, nil))
    }

    /// The name to connect to (nil: the server's default, which the stream then follows) and the source behind it.
    private static func choose(
        _ device: String?, _ connection: PulseConnection
    ) throws(AudioFailure) -> (name: String?, source: SourceState) {
        let sources = try connection.sourceStates()
        if let device {
            guard let source = sources.first(where: { $0.device.id == device }) else { throw .deviceMissing(device) }
            return (device, source)
        }
        let defaultName = try connection.defaultDevices().source
        if let source = sources.first(where: { $0.device.id == defaultName }), !source.device.isMonitor {
            return (nil, source)
        }
        // The monitor of an output is not a microphone, even where the server has made it the default.
        guard let source = sources.first(where: { !$0.device.isMonitor }) else { throw .noDevice(.input) }
        return (source.device.id, source)
    }
}

private let movedCallback: pa_stream_notify_cb_t = { _, data in
    guard let data else { return }
    Unmanaged<Movement>.fromOpaque(data).takeUnretainedValue().hasMoved = true
}
