// SPDX-License-Identifier: GPL-3.0-or-later
// A short-lived connection to the sound server, for reading and changing volumes. Belongs to the thread that creates
// it, and does nothing outside its calls.

import CPulse
import JarvisCore

/// A main loop and a context of the PulseAudio client library.
final class SoundConnection {
    /// How long the server may take. A working one answers within milliseconds; one that hangs must not block the
    /// thread.
    private static let limit: Duration = .milliseconds(1_500)

    private let loop: OpaquePointer
    private let context: OpaquePointer

    /// Connects; returns once the server has answered.
    /// - Parameter server: in PulseAudio's notation; nil for the user's own.
    init(server: String?) throws(SoundFailure) {
        guard let loop = pa_mainloop_new() else {
            throw .serverUnavailable(reason: "too many files are open")
        }
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "JARVIS")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, SoundStreams.ownIdentifier)
        guard let context = pa_context_new_with_proplist(pa_mainloop_get_api(loop), "JARVIS", properties) else {
            pa_mainloop_free(loop)
            throw .serverUnavailable(reason: "out of memory")
        }
        self.loop = loop
        self.context = context
        // No auto-spawn, which would revive a server that the user has stopped.
        guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            throw .serverUnavailable(reason: lastError)
        }
        let isAnswered = wait {
            let state = pa_context_get_state(context)
            return state == PA_CONTEXT_READY || state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED
        }
        guard isAnswered else { throw .serverUnavailable(reason: "Timeout") }
        guard isReady else { throw .serverUnavailable(reason: lastError) }
    }

    deinit {
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    private var isReady: Bool { pa_context_get_state(context) == PA_CONTEXT_READY }

    private var lastError: String { pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "" }

    /// Sends a request whose callback fills `answer`, and waits for it.
    func ask<Answer: AnyObject>(
        _ answer: Answer, _ question: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(SoundFailure) {
        let isAnswered = withExtendedLifetime(answer) {
            finish(question(context, Unmanaged.passUnretained(answer).toOpaque()))
        }
        guard isAnswered, isReady else { throw unavailable() }
    }

    /// Makes a change, and waits for it.
    /// - Throws: `refused` if the server doesn't make the change.
    func change(
        _ begin: (OpaquePointer, @escaping pa_context_success_cb_t, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(SoundFailure) {
        let outcome = Outcome()
        let isAnswered = withExtendedLifetime(outcome) {
            finish(begin(context, changeCallback, Unmanaged.passUnretained(outcome).toOpaque()))
        }
        guard isAnswered, isReady else { throw unavailable() }
        guard outcome.isDone else { throw .refused(reason: lastError) }
    }

    private func unavailable() -> SoundFailure { .serverUnavailable(reason: isReady ? "Timeout" : lastError) }

    /// Waits for an operation and releases it; false if it fails or takes too long.
    private func finish(_ operation: OpaquePointer?) -> Bool {
        guard let operation else { return false }
        defer { pa_operation_unref(operation) }
        let isOver = wait { pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
        if !isOver { pa_operation_cancel(operation) }
        return isOver && pa_operation_get_state(operation) == PA_OPERATION_DONE
    }

    /// Runs the loop until `condition` holds; false on timeout.
    private func wait(until condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + Self.limit
        while !condition() {
            let (seconds, attoseconds) = (deadline - ContinuousClock.now).components
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            guard microseconds > 0, pa_mainloop_prepare(loop, Int32(clamping: microseconds)) >= 0,
                pa_mainloop_poll(loop) >= 0
            else { return false }
            pa_mainloop_dispatch(loop)
        }
        return true
    }
}

private final class Outcome {
    var isDone = false
}

private let changeCallback: pa_context_success_cb_t = { _, success, data in
    guard let data else { return }
    Unmanaged<Outcome>.fromOpaque(data).takeUnretainedValue().isDone = success != 0
}
