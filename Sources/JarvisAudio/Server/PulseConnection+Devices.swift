// SPDX-License-Identifier: GPL-3.0-or-later
// Queries the sound server for its devices and the desktop's defaults.

import CPulse
import JarvisCore
import JarvisSignal

/// The names of the desktop's default devices.
struct DefaultDevices {
    var source: String?
    var sink: String?
}

/// A microphone and its state in the desktop's settings.
struct SourceState {
    var device: AudioDevice
    /// True if the microphone is muted in the desktop's sound settings, or at volume zero.
    var isMuted: Bool
    var channels: pa_channel_map
    /// The speaker that this source monitors; nil for a microphone.
    var monitored: String?

    /// The channels to record: up to the mixer's limit, or one if the server reports none.
    var heardChannels: pa_channel_map {
        var heard = channels
        if pa_channel_map_valid(&heard) == 0 { pa_channel_map_init_mono(&heard) }
        heard.channels = min(heard.channels, UInt8(ChannelMixer.mostChannels))
        return heard
    }
}

/// The desktop's settings for one recording stream.
struct RecordingStreamState {
    var isMuted = false
    /// True at volume zero. PipeWire reports this for every stream until it has set a volume.
    var isTurnedDown = false
}

/// Collects the answers to one query; the caller keeps it alive until the operation is over.
private final class Answers {
    var defaults = DefaultDevices()
    var sources: [SourceState] = []
    var sinks: [AudioDevice] = []
    var stream = RecordingStreamState()
}

extension PulseConnection {
    /// The desktop's default devices.
    func defaultDevices() throws(AudioFailure) -> DefaultDevices {
        let answers = Answers()
        try ask(answers) { pa_context_get_server_info($0, serverInfoCallback, $1) }
        return answers.defaults
    }

    /// All microphones. Output monitors are marked as such, but the default is not marked.
    func sources() throws(AudioFailure) -> [AudioDevice] { try sourceStates().map(\.device) }

    /// All microphones, with their states.
    func sourceStates() throws(AudioFailure) -> [SourceState] {
        let answers = Answers()
        try ask(answers) { pa_context_get_source_info_list($0, sourceInfoCallback, $1) }
        return answers.sources
    }

    /// The desktop's settings for the recording stream with this index, which don't depend on its source.
    func recordingStreamState(_ index: UInt32) throws(AudioFailure) -> RecordingStreamState {
        let answers = Answers()
        try ask(answers) { pa_context_get_source_output_info($0, index, sourceOutputInfoCallback, $1) }
        return answers.stream
    }

    /// The name of the default speaker's monitor source.
    func defaultMonitor() throws(AudioFailure) -> String {
        let sink = try defaultDevices().sink
        guard let monitor = try sourceStates().first(where: { $0.monitored == sink && sink != nil }) else {
            throw .noDevice(.output)
        }
        return monitor.device.id
    }

    /// All speakers; the default is not marked.
    func sinks() throws(AudioFailure) -> [AudioDevice] {
        let answers = Answers()
        try ask(answers) { pa_context_get_sink_info_list($0, sinkInfoCallback, $1) }
        return answers.sinks
    }

    private func ask(
        _ answers: Answers, _ question: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(AudioFailure) {
        guard let context, isReady else { throw .serverUnavailable(reason: lastError) }
        let isAnswered = withExtendedLifetime(answers) {
            finish(question(context, Unmanaged.passUnretained(answers).toOpaque()))
        }
        guard isAnswered else {
            throw .serverUnavailable(reason: isReady ? "Timeout" : lastError)
        }
    }
}

private func answers(_ data: UnsafeMutableRawPointer?) -> Answers? {
    data.map { Unmanaged<Answers>.fromOpaque($0).takeUnretainedValue() }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}

private let serverInfoCallback: pa_server_info_cb_t = { _, info, data in
    guard let info, let answers = answers(data) else { return }
    answers.defaults.source = text(info.pointee.default_source_name)
    answers.defaults.sink = text(info.pointee.default_sink_name)
}

private let sourceInfoCallback: pa_source_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let answers = answers(data), let name = text(info.pointee.name) else { return }
    let device = AudioDevice(
        id: name, name: text(info.pointee.description) ?? name, direction: .input, isDefault: false,
        isMonitor: info.pointee.monitor_of_sink != UInt32.max)
    answers.sources.append(
        SourceState(
            device: device, isMuted: info.pointee.mute != 0 || isZero(info.pointee.volume),
            channels: info.pointee.channel_map, monitored: text(info.pointee.monitor_of_sink_name)))
}

private let sourceOutputInfoCallback: pa_source_output_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let answers = answers(data) else { return }
    answers.stream = RecordingStreamState(
        isMuted: info.pointee.mute != 0, isTurnedDown: info.pointee.has_volume != 0 && isZero(info.pointee.volume))
}

private func isZero(_ volume: pa_cvolume) -> Bool {
    var volume = volume
    return pa_cvolume_max(&volume) == 0
}

private let sinkInfoCallback: pa_sink_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let answers = answers(data), let name = text(info.pointee.name) else { return }
    answers.sinks.append(
        AudioDevice(
            id: name, name: text(info.pointee.description) ?? name, direction: .output, isDefault: false,
            isMonitor: false))
}
