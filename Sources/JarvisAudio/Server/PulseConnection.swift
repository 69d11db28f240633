// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps a main loop and context of the PulseAudio client library. Used on the thread that makes it.

import CPulse
package import JarvisCore

/// A connection to the sound server that is driven manually: nothing happens outside `iterate` and `wait`.
package final class PulseConnection {
    /// The time limit for connecting: a healthy server answers within milliseconds, and a hanging one must not block
    /// us.
    static let connectTimeout: Duration = .milliseconds(1_500)

    let loop: OpaquePointer
    private(set) var context: OpaquePointer?
    private let server: PulseServer
    private let waker: MainLoopWaker?
    let news = SourceNews()

    /// - Throws: `AudioFailure.serverUnavailable` if the process is out of file descriptors.
    package init(server: PulseServer, waker: MainLoopWaker? = nil) throws(AudioFailure) {
        guard let loop = pa_mainloop_new() else {
            throw .serverUnavailable(reason: "too many files are open")
        }
        self.loop = loop
        self.server = server
        self.waker = waker
        waker?.attach(loop)
    }

    deinit {
        disconnect()
        waker?.attach(nil)
        pa_mainloop_free(loop)
    }

    /// True while the server answers.
    var isReady: Bool {
        guard let context else { return false }
        return pa_context_get_state(context) == PA_CONTEXT_READY
    }

    /// The client library's message for the latest error.
    var lastError: String {
        guard let context, let text = pa_strerror(pa_context_errno(context)) else { return "Unknown error" }
        return String(cString: text)
    }

    var lastErrorCode: Int32 { context.map { pa_context_errno($0) } ?? 0 }

    /// Connects; returns once the server has answered.
    package func connect() throws(AudioFailure) {
        disconnect()
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "JARVIS")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, applicationIdentifier)
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, applicationIdentifier)
        context = pa_context_new_with_proplist(pa_mainloop_get_api(loop), "JARVIS", properties)
        guard let context else { throw .serverUnavailable(reason: "out of memory") }
        // Without auto-spawn, which would keep restarting a server that the user has stopped.
        guard pa_context_connect(context, server.address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            throw unavailable()
        }
        let isAnswered = wait(Self.connectTimeout) {
            let state = pa_context_get_state(context)
            return state == PA_CONTEXT_READY || state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED
        }
        guard isAnswered else {
            disconnect()
            throw .serverUnavailable(reason: "Timeout")
        }
        guard isReady else { throw unavailable() }
    }

    /// Drops the connection and all its streams; `connect` may follow.
    func disconnect() {
        guard let context else { return }
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
        self.context = nil
    }

    /// Handles pending events, waiting at most `timeout`; with nil until an event or a wake-up.
    ///
    /// Preparing the loop swallows earlier wake-ups, so `hasWork` is checked afterwards: work that another thread added
    /// before its wake-up is never missed.
    package func iterate(_ timeout: Duration?, unless hasWork: () -> Bool = { false }) {
        let microseconds = timeout.map { Int32(clamping: max(0, $0.wholeMicroseconds)) } ?? -1
        guard pa_mainloop_prepare(loop, microseconds) >= 0 else { return }
        if hasWork() { pa_mainloop_wakeup(loop) }
        guard pa_mainloop_poll(loop) >= 0 else { return }
        pa_mainloop_dispatch(loop)
    }

    /// Runs the loop until `condition` is true.
    /// - Returns: False if the condition was still false after `timeout`.
    func wait(_ timeout: Duration, until condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + timeout
        while !condition() {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return false }
            iterate(left, unless: condition)
        }
        return true
    }

    /// Waits for an operation and releases it.
    /// - Returns: False if the server did not answer in time, or is gone.
    @discardableResult
    func finish(_ operation: OpaquePointer?, within timeout: Duration = connectTimeout) -> Bool {
        guard let operation else { return false }
        defer { pa_operation_unref(operation) }
        let isOver = wait(timeout) { pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
        if !isOver { pa_operation_cancel(operation) }
        return isOver && pa_operation_get_state(operation) == PA_OPERATION_DONE
    }

    private func unavailable() -> AudioFailure {
        let failure = AudioFailure.serverUnavailable(reason: lastError)
        disconnect()
        return failure
    }
}

extension Duration {
    var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
