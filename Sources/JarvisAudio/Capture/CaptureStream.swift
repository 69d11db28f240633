// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one recording stream: chooses and opens the device, and detects when it fails or moves. Capture thread only.

import CPulse
import JarvisCore

/// Records that the server has moved the stream. The callback writes this and the stream reads it, on the same thread.
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
    /// The frames that the server sends at once.
    private var fragmentFrames = 1

    /// Opens `device`, or the desktop's default if nil. Records all channels of the device: a server that mixed them to
    /// one couldn't tell whether they cancel out. Restarts `cutter`, which must outlive the stream.
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
        var buffering = buffering
        // Keep the timing up to date for the echo canceller, which must know when a sample was captured.
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

    private var buffering: pa_buffer_attr {
        let whatever = UInt32.max
        return pa_buffer_attr(
            maxlength: whatever, tlength: whatever, prebuf: whatever, minreq: whatever,
            fragsize: UInt32(fragmentFrames * AudioFrame.samplesPerFrame * 2 * Int(channels.channels)))
    }

    /// Asks the server to send this many frames at once from now on. No sound is lost, and a server that refuses goes
    /// on as before.
    func setFragment(frames: Int) {
        guard frames != fragmentFrames else { return }
        fragmentFrames = frames
        var buffering = buffering
        if let request = pa_stream_set_buffer_attr(stream, &buffering, nil, nil) { pa_operation_unref(request) }
    }

    var isRunning: Bool {
        connection.isReady && pa_stream_get_state(stream) == PA_STREAM_READY
    }

    /// The reason why the stream isn't running.
    func failure(_ device: String?) -> AudioFailure {
        guard connection.isReady else { return .serverUnavailable(reason: connection.lastError) }
        if connection.lastErrorCode == Int32(PA_ERR_NOENTITY.rawValue) {
            return device.map { .deviceMissing($0) } ?? .noDevice(.input)
        }
        return .streamFailed(reason: connection.lastError)
    }

    /// The server's index of this stream.
    var index: UInt32 { pa_stream_get_index(stream) }

    /// True while the server has suspended the source, which then delivers nothing.
    var isSuspended: Bool { pa_stream_is_suspended(stream) > 0 }

    /// The server's name for the source that the stream currently records from.
    var sourceName: String? { pa_stream_get_device_name(stream).map { String(cString: $0) } }

    /// True if the stream has exactly the source's channels, so that the server mixes none of them.
    func isMade(for source: SourceState) -> Bool {
        var (own, its) = (channels, source.heardChannels)
        return pa_channel_map_equal(&own, &its) != 0
    }

    /// True if the server has moved the stream since the last call.
    func takeMovement() -> Bool {
        defer { movement.hasMoved = false }
        return movement.hasMoved
    }

    /// Asks the server to move the stream to another source, where recording continues without a break. If the server
    /// refuses, the stream stays at its source.
    func move(to source: String) {
        guard let context = connection.context, sourceName != source else { return }
        connection.finish(pa_context_move_source_output_by_name(context, index, source, nil, nil))
    }

    /// The name to connect to (nil for the server's default, which the stream then follows), and the source of that
    /// name.
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
        // Skip monitors: the output's monitor is not a microphone, even if the server made it the default.
        guard let source = sources.first(where: { !$0.device.isMonitor }) else { throw .noDevice(.input) }
        return (source.device.id, source)
    }
}

private let movedCallback: pa_stream_notify_cb_t = { _, data in
    guard let data else { return }
    Unmanaged<Movement>.fromOpaque(data).takeUnretainedValue().hasMoved = true
}
