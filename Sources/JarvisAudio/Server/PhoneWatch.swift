// SPDX-License-Identifier: GPL-3.0-or-later
// Whether another program makes a call: it has a stream with the role of a phone. Watched on a thread of its own, which
// waits for news of the sound server.

import CPulse
public import JarvisCore
import JarvisPlatform
import Synchronization

/// Watches other programs' calls on PulseAudio, for as long as somebody wants to know.
public final class PhoneWatch: Sendable {
    private let server: PulseServer
    private let worker = WorkerThread(name: "phone watch")

    public init(server: PulseServer = PulseServer()) {
        self.server = server
    }

    /// True while another program makes a call: now, and whenever that changes, until the stream is let go of. One
    /// stream at a time.
    public func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let thread = PhoneThread(server: server)
        continuation.onTermination = { _ in thread.end() }
        worker.async { thread.run { continuation.yield($0) } }
        return stream
    }
}

/// What runs on the thread. `end` may be called from any thread, `run` by the worker's job only.
private final class PhoneThread: @unchecked Sendable {
    // Unchecked: `isStale` is touched by `run` and by callbacks within it only; `isEnded` is atomic.
    private let server: PulseServer
    private let waker = MainLoopWaker()
    private let isEnded = Atomic(false)
    fileprivate var isStale = false

    /// A server that is not there is looked for again after this time.
    private static let retry = Duration.seconds(2)

    init(server: PulseServer) {
        self.server = server
    }

    func end() {
        isEnded.store(true, ordering: .sequentiallyConsistent)
        waker.wake()
    }

    private var hasEnded: Bool { isEnded.load(ordering: .sequentiallyConsistent) }

    func run(_ tell: (Bool) -> Void) {
        var told: Bool?
        func report(_ isOn: Bool) {
            if isOn != told { tell(isOn) }
            told = isOn
        }
        guard let connection = try? PulseConnection(server: server, waker: waker) else { return }
        while !hasEnded {
            // Without a server no other call is known of.
            do { try follow(connection, report) } catch { report(false) }
            _ = connection.wait(Self.retry) { hasEnded }
        }
    }

    /// Returns when it has ended, and when the server has gone.
    private func follow(_ connection: PulseConnection, _ report: (Bool) -> Void) throws(AudioFailure) {
        try connection.connect()
        if let context = connection.context {
            pa_context_set_subscribe_callback(context, noticeStream, Unmanaged.passUnretained(self).toOpaque())
            let streams = PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue
            connection.finish(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: streams), nil, nil))
        }
        while !hasEnded {
            // Before the list is asked for: what begins after that is noticed.
            isStale = false
            report(try connection.hasPhoneStream())
            while !isStale, !hasEnded, connection.isReady { connection.iterate(nil) { hasEnded } }
        }
    }
}

/// The object outlives its connections, and their callbacks run within `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, _, _, data in
    if let data { Unmanaged<PhoneThread>.fromOpaque(data).takeUnretainedValue().isStale = true }
}

private final class Found {
    var isThere = false
}

extension PulseConnection {
    /// True where a stream of another program has the role of a phone, into the speaker or out of the microphone.
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
