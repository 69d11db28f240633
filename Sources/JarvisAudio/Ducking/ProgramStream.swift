// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and adjusts other programs' playback streams in the sound server.

import CPulse
import Glibc
import JarvisCore

/// A playback stream of any program.
struct ProgramStream {
    var index: UInt32
    /// Identifies the program and the kind of its sound; the program's next stream has the same key.
    var key: String
    /// The volume of each channel, in the server's own unit.
    var volume: [UInt32]
    var isMuted: Bool
    /// False for JARVIS's own streams, phone calls, screen readers and event sounds, which have to stay audible.
    var mayBeDucked: Bool
    /// True once the stream has a sink and a volume. On PipeWire it has neither for the first 5–25 ms after its
    /// announcement; if it were ducked then, the server would remember that volume as the program's own choice.
    var isSettled = true
}

private final class StreamList {
    var streams: [ProgramStream] = []
}

extension PulseConnection {
    /// All playback streams whose volume can be set.
    func programStreams() throws(AudioFailure) -> [ProgramStream] {
        guard let context, isReady else { throw .serverUnavailable(reason: lastError) }
        let list = StreamList()
        let isAnswered = withExtendedLifetime(list) {
            finish(
                pa_context_get_sink_input_info_list(context, streamCallback, Unmanaged.passUnretained(list).toOpaque()))
        }
        guard isAnswered else { throw .serverUnavailable(reason: isReady ? "Timeout" : lastError) }
        return list.streams
    }

    /// Sets the volume of each channel of a stream.
    func setVolume(_ volume: [UInt32], of stream: UInt32) {
        guard let context, !volume.isEmpty else { return }
        var values = pa_cvolume()
        values.channels = UInt8(clamping: min(volume.count, Int(PA_CHANNELS_MAX)))
        withUnsafeMutableBytes(of: &values.values) { bytes in
            for (channel, value) in volume.prefix(Int(PA_CHANNELS_MAX)).enumerated() {
                bytes.storeBytes(of: value, toByteOffset: channel * 4, as: UInt32.self)
            }
        }
        finish(pa_context_set_sink_input_volume(context, stream, &values, nil, nil))
    }

    func setMuted(_ isMuted: Bool, stream: UInt32) {
        guard let context else { return }
        finish(pa_context_set_sink_input_mute(context, stream, isMuted ? 1 : 0, nil, nil))
    }
}

private let streamCallback: pa_sink_input_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let data, info.pointee.has_volume != 0, info.pointee.volume_writable != 0 else { return }
    let list = Unmanaged<StreamList>.fromOpaque(data).takeUnretainedValue()
    let properties = info.pointee.proplist
    func property(_ name: String) -> String {
        guard let properties, let text = pa_proplist_gets(properties, name) else { return "" }
        return String(cString: text)
    }
    let isOurs =
        property(PA_PROP_APPLICATION_ID) == applicationIdentifier
        || property(PA_PROP_APPLICATION_PROCESS_ID) == String(getpid())
    let isExempt =
        isScreenReader(properties)
        || ["phone", "a11y", "event", "test", "production"].contains(property(PA_PROP_MEDIA_ROLE))
    let channels = Int(info.pointee.volume.channels)
    let volume = withUnsafeBytes(of: info.pointee.volume.values) { bytes in
        (0..<channels).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
    let program =
        property(PA_PROP_APPLICATION_ID).isEmpty ? property(PA_PROP_APPLICATION_NAME) : property(PA_PROP_APPLICATION_ID)
    list.streams.append(
        ProgramStream(
            index: info.pointee.index, key: program + "/" + property(PA_PROP_MEDIA_ROLE), volume: volume,
            isMuted: info.pointee.mute != 0, mayBeDucked: !isOurs && !isExempt,
            isSettled: info.pointee.sink != UInt32.max && volume.contains { $0 > 0 }))
}
