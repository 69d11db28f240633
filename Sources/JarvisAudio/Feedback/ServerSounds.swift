// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps sounds in the sound server's cache: uploads each once per connection, and then plays it by name.

import CPulse
import JarvisCore
import JarvisPlatform
import JarvisSignal

final class ServerSounds: @unchecked Sendable {
    // Unchecked: only the owner's worker thread touches `connection` and `known`.
    private let server: PulseServer
    private let folder: String
    private let patience: Duration
    private var connection: PulseConnection?
    /// The sounds uploaded over the current connection.
    private var known: Set<String> = []

    /// PulseAudio's code for the volume of the role as set by the desktop; the C macro is not visible to Swift.
    private static let volumeOfRole = UInt32.max

    init(_ server: PulseServer, folder: String, patience: Duration) {
        self.server = server
        self.folder = folder
        self.patience = patience
    }

    /// Plays a sound; blocks until the server has started it.
    /// - Parameter output: The device; nil for the desktop's choice for event sounds.
    func play(_ name: String, on output: String?) {
        guard let connection = open(), let context = connection.context, known.contains(name) || send(name, connection)
        else { return }
        let properties = Self.properties(of: name)
        defer { pa_proplist_free(properties) }
        // If the device was unplugged, use the default.
        for device in output.map({ [$0, nil] }) ?? [nil] {
            let begun = Begun()
            let operation = pa_context_play_sample_with_proplist(
                context, Self.cached(name), device, Self.volumeOfRole, properties, soundBegun,
                Unmanaged.passUnretained(begun).toOpaque())
            withExtendedLifetime(begun) { _ = connection.finish(operation, within: patience) }
            if begun.isPlaying { return }
        }
    }

    private func open() -> PulseConnection? {
        if let connection {
            // Handle pending events first, since the server may have ended.
            connection.iterate(.zero)
            if connection.isReady { return connection }
        }
        known = []
        connection = try? PulseConnection(server: server)
        do { try connection?.connect() } catch { connection = nil }
        return connection
    }

    private func send(_ name: String, _ connection: PulseConnection) -> Bool {
        guard let bytes = try? WholeFile.bytes("\(folder)/\(name).wav", limit: 1 << 20),
            let sound = try? WAVFile.decode(bytes)
        else { return false }
        let samples = sound.int16Samples
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(sound.sampleRateHertz), channels: 1)
        let properties = Self.properties(of: name)
        defer { pa_proplist_free(properties) }
        guard let stream = pa_stream_new_with_proplist(connection.context, Self.cached(name), &format, nil, properties)
        else { return false }
        defer { pa_stream_unref(stream) }
        let size = samples.count * MemoryLayout<Int16>.size
        guard pa_stream_connect_upload(stream, size) >= 0, connection.wait(patience, until: { stream.isSettled }),
            pa_stream_get_state(stream) == PA_STREAM_READY,
            samples.withUnsafeBytes({ pa_stream_write(stream, $0.baseAddress, size, nil, 0, PA_SEEK_RELATIVE) }) >= 0,
            pa_stream_finish_upload(stream) >= 0, connection.wait(patience, until: { stream.isOver }),
            pa_stream_get_state(stream) == PA_STREAM_TERMINATED
        else {
            pa_stream_disconnect(stream)
            return false
        }
        known.insert(name)
        return true
    }

    /// The name of a sound in the server's cache, which all programs share.
    private static func cached(_ name: String) -> String { "jarvis-\(name)" }

    private static func properties(of name: String) -> OpaquePointer? {
        let properties = StreamIdentity(name: name, role: "event").makeProperties()
        pa_proplist_sets(properties, PA_PROP_EVENT_ID, cached(name))
        pa_proplist_sets(properties, PA_PROP_MEDIA_NAME, cached(name))
        return properties
    }
}

/// The server's answer to a request to play a sound.
private final class Begun {
    var isPlaying = false
}

private let soundBegun: pa_context_play_sample_cb_t = { _, index, data in
    guard let data else { return }
    Unmanaged<Begun>.fromOpaque(data).takeUnretainedValue().isPlaying = index != UInt32.max
}

extension OpaquePointer {
    /// True once the stream is ready or has failed.
    fileprivate var isSettled: Bool { pa_stream_get_state(self) == PA_STREAM_READY || isOver }
    fileprivate var isOver: Bool {
        [PA_STREAM_FAILED, PA_STREAM_TERMINATED].contains(pa_stream_get_state(self))
    }
}
