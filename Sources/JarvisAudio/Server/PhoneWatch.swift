// SPDX-License-Identifier: GPL-3.0-or-later
// Detects another program's call, by a stream with the phone role. Watches on its own thread, which waits for events
// from the sound server.

import CPulse
import JarvisCore
import JarvisPlatform
import Synchronization

/// Watches other programs' calls on PulseAudio while there is an observer.
public final class PhoneWatch: Sendable {
    private let server: PulseServer
    private let worker = WorkerThread(name: "phone watch")

    public init(server: PulseServer = PulseServer()) {
        self.server = server
    }

    /// Yields whether another program has a call: once at the start, and at every change until the stream is dropped.
    /// Only one stream may exist at a time.
    public func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let follower = ServerFollower(
            server: server, streams: [PA_SUBSCRIPTION_MASK_SINK_INPUT, PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT])
        continuation.onTermination = { _ in follower.end() }
        worker.async {
            var told: Bool?
            func report(_ isOn: Bool) {
                if isOn != told { continuation.yield(isOn) }
                told = isOn
            }
            // Without a server, no other program can be in a call.
            follower.run(
                look: { connection throws(AudioFailure) in report(try connection.hasPhoneStream()) },
                lost: { report(false) })
        }
        return stream
    }
}

private final class Found {
    var isThere = false
}

extension PulseConnection {
    /// True if another program's stream, in either direction, has the phone role.
    fileprivate func hasPhoneStream() throws(AudioFailure) -> Bool {
        guard let context, isReady else { throw .serverUnavailable(reason: lastError) }
        let found = Found()
        let isAnswered = withExtendedLifetime(found) {
            let data = Unmanaged.passUnretained(found).toOpaque()
            return finish(pa_context_get_sink_input_info_list(context, playbackCallback, data))
                && finish(pa_context_get_source_output_info_list(context, captureCallback, data))
        }
        guard isAnswered else { throw .serverUnavailable(reason: isReady ? "Timeout" : lastError) }
        return found.isThere
    }
}

private func isPhone(_ properties: OpaquePointer?) -> Bool {
    func property(_ name: String) -> String {
        guard let properties, let text = pa_proplist_gets(properties, name) else { return "" }
        return String(cString: text)
    }
    return property(PA_PROP_MEDIA_ROLE) == "phone" && property(PA_PROP_APPLICATION_ID) != applicationIdentifier
}

private let playbackCallback: pa_sink_input_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let data, isPhone(info.pointee.proplist) else { return }
    Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().isThere = true
}

private let captureCallback: pa_source_output_info_cb_t = { _, info, end, data in
    guard end == 0, let info, let data, isPhone(info.pointee.proplist) else { return }
    Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().isThere = true
}
