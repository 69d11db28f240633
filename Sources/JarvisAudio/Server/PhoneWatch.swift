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
        let thread = PhoneThread(server: server)
        continuation.onTermination = { _ in thread.end() }
        worker.async { thread.run { continuation.yield($0) } }
        return stream
    }
}

/// Follows the sound server on the worker's thread. `end` may be called from any thread, `run` only by the worker's
/// job.
private final class PhoneThread: @unchecked Sendable {
    // Unchecked: only `run` and the callbacks inside it touch `isStale`; `isEnded` is atomic.
    private let server: PulseServer
    private let waker = MainLoopWaker()
    private let isEnded = Atomic(false)
    fileprivate var isStale = false

    /// The time until the next attempt if the server is missing.
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
            // Without a server, no other program can be in a call.
            do { try follow(connection, report) } catch { report(false) }
            _ = connection.wait(Self.retry) { hasEnded }
        }
    }

    /// Watches one connection; returns when ended, or when the server is gone.
    private func follow(_ connection: PulseConnection, _ report: (Bool) -> Void) throws(AudioFailure) {
        try connection.connect()
        if let context = connection.context {
            pa_context_set_subscribe_callback(context, noticeStream, Unmanaged.passUnretained(self).toOpaque())
            let streams = PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue
            connection.finish(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: streams), nil, nil))
        }
        while !hasEnded {
            // Reset before requesting the list, so that later streams are noticed.
            isStale = false
            report(try connection.hasPhoneStream())
            while !isStale, !hasEnded, connection.isReady { connection.iterate(nil) { hasEnded } }
        }
    }
}

/// The object outlives its connections, and their callbacks run inside `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, _, _, data in
    if let data { Unmanaged<PhoneThread>.fromOpaque(data).takeUnretainedValue().isStale = true }
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
