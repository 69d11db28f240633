// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the sound server: which devices there are and which are the desktop's defaults.

import CPulse
import JarvisCore
import JarvisSignal

/// Names of the desktop's default devices.
struct DefaultDevices {
    var source: String?
    var sink: String?
}

/// A microphone and what the desktop has done to it.
struct SourceState {
    var device: AudioDevice
    /// Muted in the desktop's sound settings, or turned down to nothing.
    var isMuted: Bool
    var channels: pa_channel_map
    /// The name of the speaker that it is the monitor of; nil: of none.
    var monitored: String?

    /// The channels that are listened to: as many as the ear looks at, and one where the server tells of none.
    var heardChannels: pa_channel_map {
        var heard = channels
        if pa_channel_map_valid(&heard) == 0 { pa_channel_map_init_mono(&heard) }
        heard.channels = min(heard.channels, UInt8(ChannelMixer.mostChannels))
        return heard
    }
}

/// What the desktop has done to one recording.
struct RecordingStreamState {
    var isMuted = false
    /// Turned down to nothing. PipeWire says so of every stream, too, until it has given it a loudness.
    var isTurnedDown = false
}

/// Collects the answers of one question; the asking function keeps it alive until the operation is over.
private final class Answers {
    var defaults = DefaultDevices()
    var sources: [SourceState] = []
    var sinks: [AudioDevice] = []
    var stream = RecordingStreamState()
}

extension PulseConnection {
    /// The desktop's defaults.
    func defaultDevices() throws(AudioFailure) -> DefaultDevices {
        let answers = Answers()
        try ask(answers) { pa_context_get_server_info($0, serverInfoCallback, $1) }
        return answers.defaults
    }

    /// All microphones, monitors marked, defaults not yet.
    func sources() throws(AudioFailure) -> [AudioDevice] { try sourceStates().map(\.device) }

    /// All microphones with their states.
    func sourceStates() throws(AudioFailure) -> [SourceState] {
        let answers = Answers()
        try ask(answers) { pa_context_get_source_info_list($0, sourceInfoCallback, $1) }
        return answers.sources
    }

    /// What the desktop has done to the recording stream of this index by itself, whatever its source is.
    func recordingStreamState(_ index: UInt32) throws(AudioFailure) -> RecordingStreamState {
        let answers = Answers()
        try ask(answers) { pa_context_get_source_output_info($0, index, sourceOutputInfoCallback, $1) }
        return answers.stream
    }

    /// The name of the source that hears what the default speaker plays.
    func defaultMonitor() throws(AudioFailure) -> String {
        let sink = try defaultDevices().sink
        guard let monitor = try sourceStates().first(where: { $0.monitored == sink && sink != nil }) else {
            throw .noDevice(.output)
        }
        return monitor.device.id
    }

    /// All speakers, defaults not yet marked.
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
