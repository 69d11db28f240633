// SPDX-License-Identifier: GPL-3.0-or-later
// Turns GIO's asynchronous calls into Swift's: the callback resumes a continuation, and cancelling the task cancels the
// call.

import CGio

enum BusRequest {
    /// Begins a call with its cancellable and the user data for its callback, and returns the value that the callback
    /// provides.
    /// - Throws: `BusFailure`.
    @MainActor
    static func run<Value: Sendable>(
        _ begin: (UnsafeMutablePointer<GCancellable>, UnsafeMutableRawPointer) -> Void
    ) async throws(BusFailure) -> Value {
        let cancellable = Cancellable()
        let result: Result<Value, BusFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(cancellable.raw, Unmanaged.passRetained(Box(continuation)).toOpaque())
            }
        } onCancel: {
            cancellable.cancel()
        }
        return try result.get()
    }

    fileprivate final class Box<Value> {
        let continuation: CheckedContinuation<Result<Value, BusFailure>, Never>

        init(_ continuation: CheckedContinuation<Result<Value, BusFailure>, Never>) {
            self.continuation = continuation
        }
    }
}

private final class Cancellable: @unchecked Sendable {
    // Unchecked: `raw` is constant, and a GCancellable may be used from every thread; see
    // `BusExportTests.aCancelledAndALateCallEnd`.
    let raw: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

    func cancel() { g_cancellable_cancel(raw) }

    deinit {
        g_object_unref(raw)
    }
}

private func resume<Value: Sendable>(
    _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<GError>?, _ value: @MainActor () -> Value?
) {
    guard let data else { return }
    let box = Unmanaged<BusRequest.Box<Value>>.fromOpaque(data).takeRetainedValue()
    // GIO calls back on the thread of the main loop, which is the main actor's; the value is made there and stays
    // there.
    let made = MainActor.assumeIsolated { value() }
    box.continuation.resume(returning: made.map { .success($0) } ?? .failure(BusFailure(taking: error)))
}

let sharedConnectionMade: GAsyncReadyCallback = { _, result, data in
    var error: UnsafeMutablePointer<GError>?
    // GLib calls on the thread of the main loop, which is the main actor's; the value does not escape.
    nonisolated(unsafe) let connection = g_bus_get_finish(result, &error).map { UnsafeMutableRawPointer($0) }
    resume(data, error) { connection.map { GObjectRef(adopting: $0) } }
}

let connectionMade: GAsyncReadyCallback = { _, result, data in
    var error: UnsafeMutablePointer<GError>?
    // GLib calls on the thread of the main loop, which is the main actor's; the value does not escape.
    nonisolated(unsafe) let connection = g_dbus_connection_new_for_address_finish(result, &error).map {
        UnsafeMutableRawPointer($0)
    }
    resume(data, error) { connection.map { GObjectRef(adopting: $0) } }
}

let answerCame: GAsyncReadyCallback = { source, result, data in
    var error: UnsafeMutablePointer<GError>?
    let reply = source.flatMap { g_dbus_connection_call_finish(OpaquePointer($0), result, &error) }
    let values = reply.map { BusValue($0)?.asList ?? [] }
    if let reply { g_variant_unref(reply) }
    resume(data, error) { values }
}

let descriptorCame: GAsyncReadyCallback = { source, result, data in
    var error: UnsafeMutablePointer<GError>?
    var descriptors: UnsafeMutablePointer<GUnixFDList>?
    let reply = source.flatMap {
        g_dbus_connection_call_with_unix_fd_list_finish(OpaquePointer($0), &descriptors, result, &error)
    }
    if let reply { g_variant_unref(reply) }
    var descriptor: Int32 = -1
    if let descriptors {
        // Copy the descriptor, because the list closes its own.
        if g_unix_fd_list_get_length(descriptors) > 0 { descriptor = g_unix_fd_list_get(descriptors, 0, &error) }
        g_object_unref(descriptors)
    }
    resume(data, error) { descriptor >= 0 ? BusDescriptor(owning: descriptor) : nil }
}
