// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and changes the volumes of speakers and microphones.

import CPulse
import JarvisCore

/// A device with everything needed to change it.
struct DeviceState {
    var index: UInt32
    var device: SoundDevice
    var channels: pa_cvolume
}

private final class DeviceAnswers {
    var defaultOutput = ""
    var defaultInput = ""
    var states: [DeviceState] = []
}

extension SoundConnection {
    /// All speakers, the default one first.
    func outputs() throws(SoundFailure) -> [DeviceState] {
        let answers = DeviceAnswers()
        try ask(answers) { pa_context_get_server_info($0, serverCallback, $1) }
        try ask(answers) { pa_context_get_sink_info_list($0, outputCallback, $1) }
        return answers.states.filter { !AudioDevice.isPlaceholder($0.device.id) }.map { state in
            var state = state
            state.device.isDefault = state.device.id == answers.defaultOutput
            return state
        }.sorted { one, other in
            one.device.isDefault != other.device.isDefault ? one.device.isDefault : one.device.id < other.device.id
        }
    }

    /// The default speaker.
    func output() throws(SoundFailure) -> DeviceState {
        guard let state = try outputs().first(where: \.device.isDefault) else { throw .noOutput }
        return state
    }

    /// The default microphone. Leaves out the monitors of speakers, which pick up no voice.
    func input() throws(SoundFailure) -> SoundDevice {
        let answers = DeviceAnswers()
        try ask(answers) { pa_context_get_server_info($0, serverCallback, $1) }
        try ask(answers) { pa_context_get_source_info_list($0, inputCallback, $1) }
        guard var device = answers.states.map(\.device).first(where: { $0.id == answers.defaultInput }) else {
            throw .noInput
        }
        device.isDefault = true
        return device
    }

    func setVolume(_ volume: Level, of output: DeviceState) throws(SoundFailure) {
        var channels = output.channels.scaled(to: volume)
        try change { pa_context_set_sink_volume_by_index($0, output.index, &channels, $1, $2) }
    }

    func setMuted(_ isMuted: Bool, output: DeviceState) throws(SoundFailure) {
        try change { pa_context_set_sink_mute_by_index($0, output.index, isMuted ? 1 : 0, $1, $2) }
    }
}

extension pa_cvolume {
    /// The volume of the loudest channel, on the scale of the desktop's sliders.
    var level: Level {
        var volume = self
        return Level(Double(pa_cvolume_max(&volume)) / Double(PA_VOLUME_NORM))
    }

    /// This volume, scaled until the loudest channel is at `level`; the others stay in proportion.
    func scaled(to level: Level) -> pa_cvolume {
        var volume = self
        pa_cvolume_scale(&volume, pa_volume_t((level.share * Double(PA_VOLUME_NORM)).rounded()))
        return volume
    }
}

private func answers(_ data: UnsafeMutableRawPointer?) -> DeviceAnswers? {
    data.map { Unmanaged<DeviceAnswers>.fromOpaque($0).takeUnretainedValue() }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

private let serverCallback: pa_server_info_cb_t = { _, info, data in
    guard let info, let answers = answers(data) else { return }
    answers.defaultOutput = text(info.pointee.default_sink_name)
    answers.defaultInput = text(info.pointee.default_source_name)
}

private let outputCallback: pa_sink_info_cb_t = { _, info, end, data in
    guard end == 0, let info = info?.pointee, let answers = answers(data) else { return }
    let device = SoundDevice(
        id: text(info.name), name: text(info.description), isDefault: false, volume: info.volume.level,
        isMuted: info.mute != 0)
    answers.states.append(DeviceState(index: info.index, device: device, channels: info.volume))
}

private let inputCallback: pa_source_info_cb_t = { _, info, end, data in
    guard end == 0, let info = info?.pointee, info.monitor_of_sink == UInt32.max, let answers = answers(data) else {
        return
    }
    let device = SoundDevice(
        id: text(info.name), name: text(info.description), isDefault: false, volume: info.volume.level,
        isMuted: info.mute != 0)
    answers.states.append(DeviceState(index: info.index, device: device, channels: info.volume))
}
