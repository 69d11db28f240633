// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP connection for protocols such as Wyoming. Sends and receives on the network thread, never through a proxy.

import CSoup
import Glibc
public import JarvisCore
import JarvisPlatform

/// Events of a connection, in order, on the network thread.
public enum ConnectionEvent: Sendable {
    case connected
    case received([UInt8])
    /// The server has closed its end. Nothing follows.
    case ended
    /// The connection has failed. Nothing follows.
    case failed(ServerFailure)
}

/// A single connection. `close`, the end of the connection, or its release closes it for good.
public final class TCPConnection: Sendable {
    private let exchange: NetworkBound<TCPExchange>

    /// Starts connecting. Data sent before the connection is established is queued.
    public init(
        loop: NetworkLoop, host: String, port: Int, limits: TransferLimits = TransferLimits(),
        handler: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        exchange = NetworkBound(
            TCPExchange(loop: loop, host: host, port: port, limits: limits, handler: handler), on: loop)
        exchange.perform { $0.start() }
    }

    deinit { close() }

    /// Queues bytes for sending, and returns at once. If too many bytes are waiting, the server has failed.
    public func send(_ bytes: [UInt8]) {
        exchange.perform { $0.send(bytes) }
    }

    /// Ends the connection at once; no event follows. May be called more than once.
    public func close() {
        exchange.perform { $0.close() }
    }
}

/// The connection's state on the network thread.
private final class TCPExchange: @unchecked Sendable {
    // Unchecked: after `init` everything is used on the network thread only, where GIO's callbacks run too.
    private let loop: NetworkLoop
    private let host: String
    private let port: Int
    private let limits: TransferLimits
    private let handler: @Sendable (ConnectionEvent) -> Void
    private let cancellable = g_cancellable_new()
    private var stream: UnsafeMutablePointer<GSocketConnection>?
    private var writer: StreamWriter?
    private var early: [UInt8] = []
    private var timer: NetworkTimer?
    private var receivedBytes = 0
    private var isOver = false

    private static let pieceBytes = 16_384
    /// The most bytes that may wait: more than ten minutes of audio, which no working server leaves unread.
    private static let mostWaitingBytes = 24 << 20

    init(
        loop: NetworkLoop, host: String, port: Int, limits: TransferLimits,
        handler: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        self.loop = loop
        self.host = host
        self.port = port
        self.limits = limits
        self.handler = handler
    }

    deinit {
        if let stream { g_object_unref(stream) }
        g_object_unref(cancellable)
    }

    private var server: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    func start() {
        guard !isOver else { return }
        loop.traffic.begin(server)
        timer = loop.schedule(after: limits.connection) { [weak self] in self?.fail(.timedOut(.connection)) }
        let client = g_socket_client_new()
        g_socket_client_set_enable_proxy(client, 0)
        let address = g_network_address_new(host, guint16(clamping: port))
        let done = AsyncCompletion.box { [self] result in
            let error = LibraryError()
            let connection = error.catching { g_socket_client_connect_finish(client, result, $0) }
            g_object_unref(client)
            guard let connection else { return fail(error.kind) }
            guard !isOver else { return g_object_unref(connection) }
            established(connection)
        }
        g_socket_client_connect_async(client, address, cancellable, AsyncCompletion.callback, done)
        g_object_unref(UnsafeMutableRawPointer(address))
    }

    func send(_ bytes: [UInt8]) {
        guard !isOver else { return }
        guard (writer?.waiting ?? early.count) + bytes.count <= Self.mostWaitingBytes else {
            return fail(.timedOut(.sending))
        }
        loop.traffic.sent(bytes.count, to: server)
        guard let writer else { return early += bytes }
        if timer == nil, !bytes.isEmpty {
            timer = loop.schedule(after: limits.pause) { [weak self] in self?.fail(.timedOut(.sending)) }
        }
        writer.write(bytes)
    }

    func close() {
        guard !isOver else { return }
        isOver = true
        timer?.cancel()
        timer = nil
        g_cancellable_cancel(cancellable)
        if let stream {
            // Closing does not block, because all operations on the stream have been cancelled.
            g_io_stream_close(UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GIOStream.self), nil, nil)
        }
        writer = nil
    }

    private func fail(_ kind: ServerFailure.Kind) {
        guard !isOver else { return }
        close()
        handler(.failed(ServerFailure(server: server, kind: kind)))
    }

    private func established(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        timer?.cancel()
        timer = nil
        stream = connection
        let streams = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
        // Small pieces of audio must be sent at once instead of being combined.
        g_socket_set_option(g_socket_connection_get_socket(connection), gint(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        writer = StreamWriter(g_io_stream_get_output_stream(streams), cancellable: cancellable) { [weak self] kind in
            self?.wrote(kind)
        }
        handler(.connected)
        let waiting = early
        early = []
        if !waiting.isEmpty { send(waiting) }
        readNext(g_io_stream_get_input_stream(streams))
    }

    private func wrote(_ kind: ServerFailure.Kind?) {
        guard !isOver else { return }
        if let kind { return fail(kind) }
        timer?.cancel()
        timer = nil
        if let writer, writer.waiting > 0 {
            timer = loop.schedule(after: limits.pause) { [weak self] in self?.fail(.timedOut(.sending)) }
        }
    }

    private func readNext(_ input: UnsafeMutablePointer<GInputStream>?) {
        let done = AsyncCompletion.box { [self] result in
            let error = LibraryError()
            let bytes = error.catching { g_input_stream_read_bytes_finish(input, result, $0) }
            guard let bytes else { return fail(error.kind) }
            let piece = [UInt8](bytes)
            g_bytes_unref(bytes)
            guard !isOver else { return }
            guard !piece.isEmpty else {
                close()
                return handler(.ended)
            }
            receivedBytes += piece.count
            loop.traffic.received(piece.count, from: server)
            guard receivedBytes <= limits.maximumBytes else {
                return fail(.tooLarge(limitBytes: limits.maximumBytes))
            }
            handler(.received(piece))
            if !isOver { readNext(input) }
        }
        g_input_stream_read_bytes_async(
            input, gsize(Self.pieceBytes), G_PRIORITY_DEFAULT, cancellable, AsyncCompletion.callback, done)
    }
}

extension [UInt8] {
    /// The bytes of a GBytes.
    init(_ bytes: OpaquePointer) {
        var size = gsize()
        let start = g_bytes_get_data(bytes, &size)
        self.init(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }
}
