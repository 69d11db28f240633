// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps GIO's callbacks in closures, and converts its errors to failures that say what to do. Callbacks run on the
// network thread.

import CSoup
import JarvisCore

/// The context of one asynchronous GIO call; `callback` releases it.
final class AsyncCompletion {
    private let run: (OpaquePointer?) -> Void

    private init(_ run: @escaping (OpaquePointer?) -> Void) {
        self.run = run
    }

    /// The user data to pass along with `callback`, which calls `run` once with the GAsyncResult.
    static func box(_ run: @escaping (OpaquePointer?) -> Void) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(AsyncCompletion(run)).toOpaque()
    }

    static let callback: GAsyncReadyCallback = { _, result, data in
        guard let data else { return }
        Unmanaged<AsyncCompletion>.fromOpaque(data).takeRetainedValue().run(result)
    }
}

/// A GError of one call, freed with this object.
final class LibraryError {
    private var error: UnsafeMutablePointer<GError>?

    deinit { g_clear_error(&error) }

    /// Calls `body` with a pointer for the error.
    func catching<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) -> Result {
        body(&error)
    }

    private func isOf(_ domain: GQuark, _ codes: GIOErrorEnum...) -> Bool {
        guard let error, error.pointee.domain == domain else { return false }
        return codes.contains { Int32(bitPattern: UInt32($0.rawValue)) == error.pointee.code }
    }

    /// The error as a failure that says what to do.
    var kind: ServerFailure.Kind {
        guard let error else { return .closedEarly }
        let text = error.pointee.message.map { String(cString: $0) } ?? "no reason given"
        let input = g_io_error_quark()
        if isOf(input, G_IO_ERROR_CANCELLED) { return .cancelled }
        if isOf(input, G_IO_ERROR_CONNECTION_REFUSED) { return .refused }
        if isOf(input, G_IO_ERROR_TIMED_OUT) { return .timedOut(.connection) }
        if isOf(input, G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_BROKEN_PIPE, G_IO_ERROR_CONNECTION_CLOSED) {
            return .closedEarly
        }
        if error.pointee.domain == g_resolver_error_quark() { return .unknownHost }
        if error.pointee.domain == g_tls_error_quark() { return .insecure(text) }
        if error.pointee.domain == soup_session_error_quark() { return .malformed(.reported(text)) }
        return .unreachable(text)
    }
}
