// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the sound server: which devices there are and which are the desktop's defaults.

import CPulse
import JarvisCore

/// Names of the desktop's default devices.
struct DefaultDevices {
    var source: String?
    var sink: String?
}

/// Collects the answers of one question; the asking function keeps it alive until the operation is over.
private final class Answers {
    var defaults = DefaultDevices()
    var devices: [AudioDevice] = []
}

extension PulseConnection {
    /// The desktop's defaults.
    func defaultDevices() throws(AudioFailure) -> DefaultDevices {
        let answers = Answers()
        try ask(answers) { pa_context_get_server_info($0, serverInfoCallback, $1) }
        return answers.defaults
    }

    /// All microphones, monitors marked, defaults not yet.
    func sources() throws(AudioFailure) -> [AudioDevice] {
        let answers = Answers()
        try ask(answers) { pa_context_get_source_info_list($0, sourceInfoCallback, $1) }
        return answers.devices
    }

    /// All speakers, defaults not yet marked.
    func sinks() throws(AudioFailure) -> [AudioDevice] {
        let answers = Answers()
        try ask(answers) { pa_context_get_sink_info_list($0, sinkInfoCallback, $1) }
        return answers.devices
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
    answers.devices.append(
        AudioDevice(
            id: name, name: text(info.pointee.description) ?? name, direction: .input, isDefault: false,
            isMonitor: info.pointee.monitor_of_sink != UInt32.max))
}

private let sinkInfoCallback: pa_sink_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let answers = answers(data), let name = text(info.pointee.name) else { return }
    answers.devices.append(
        AudioDevice(
            id: name, name: text(info.pointee.description) ?? name, direction: .output, isDefault: false,
            isMonitor: false))
}
