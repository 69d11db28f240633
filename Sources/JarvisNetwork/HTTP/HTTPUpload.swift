// SPDX-License-Identifier: GPL-3.0-or-later
// Sends a request body while it is being produced: pieces go through a socket pair into a stream that libsoup reads.

import CSoup
import Glibc

/// Used on the network thread, except for the task that fetches the pieces.
final class HTTPUpload: @unchecked Sendable {
    // Unchecked: everything but `task` is used on the network thread only, and `task` never changes once set there.
    private let outlet: UnsafeMutablePointer<GSocketConnection>
    private let inlet: UnsafeMutablePointer<GSocketConnection>
    private let cancellable = g_cancellable_new()
    private var writer: StreamWriter?
    private var task: Task<Void, Never>?

    /// The number of bytes that may wait for the server before fetching pauses.
    private static let capacity = 1 << 20

    /// Returns nil if the system has no sockets left.
    init?(_ pieces: AsyncStream<[UInt8]>, loop: NetworkLoop) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        guard let inlet = Self.connection(ends[0]) else {
            _ = Glibc.close(ends[1])
            return nil
        }
        guard let outlet = Self.connection(ends[1]) else {
            g_object_unref(inlet)
            return nil
        }
        self.inlet = inlet
        self.outlet = outlet
        writer = StreamWriter(g_io_stream_get_output_stream(Self.streams(inlet)), cancellable: cancellable) { _ in }
        let upload = NetworkBound(self, on: loop)
        task = Task {
            for await piece in pieces { await Self.write(piece, to: upload) }
            upload.perform { upload in
                upload.writer?.whenEmpty { [weak upload] in upload?.closeInlet() }
            }
        }
    }

    deinit {
        g_object_unref(inlet)
        g_object_unref(outlet)
        g_object_unref(cancellable)
    }

    /// Writes a piece, and returns once there is room for another one or the upload has ended.
    private static func write(_ piece: [UInt8], to upload: NetworkBound<HTTPUpload>) async {
        await withCheckedContinuation { continuation in
            upload.perform { upload in
                guard let writer = upload.writer else { return continuation.resume() }
                writer.write(piece)
                writer.whenWaiting(below: capacity) { continuation.resume() }
            }
        }
    }

    /// The stream that libsoup reads.
    var input: UnsafeMutablePointer<GInputStream>? { g_io_stream_get_input_stream(Self.streams(outlet)) }

    /// Ends the upload, after a success as well as after a failure.
    func close() {
        task?.cancel()
        g_cancellable_cancel(cancellable)
        writer = nil
        closeInlet()
    }

    private func closeInlet() {
        g_io_stream_close(Self.streams(inlet), nil, nil)
    }

    private static func connection(_ descriptor: Int32) -> UnsafeMutablePointer<GSocketConnection>? {
        guard let socket = g_socket_new_from_fd(descriptor, nil) else {
            _ = Glibc.close(descriptor)
            return nil
        }
        defer { g_object_unref(socket) }
        return g_socket_connection_factory_create_connection(socket)
    }

    private static func streams(_ connection: UnsafeMutablePointer<GSocketConnection>) -> UnsafeMutablePointer<
        GIOStream
    > {
        UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
    }
}
