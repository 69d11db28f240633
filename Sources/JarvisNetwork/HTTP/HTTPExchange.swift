// SPDX-License-Identifier: GPL-3.0-or-later
// Carries out one request and receives its response, on the network thread: time limits, size limits, cancellation.

import CSoup
import Glibc
import JarvisCore
import JarvisPlatform

/// Exists from `start` until the response is complete, a limit is exceeded, or the exchange is cancelled.
final class HTTPExchange: @unchecked Sendable {
    // Unchecked: after `init` everything is used on the network thread only, where libsoup's callbacks run too.
    private let request: HTTPRequest
    private let sessions: NetworkBound<HTTPSessions>
    private let loop: NetworkLoop
    private let cancellable = g_cancellable_new()
    private var message: OpaquePointer?
    private var stream: UnsafeMutablePointer<GInputStream>?
    private var upload: HTTPUpload?
    private var head: CheckedContinuation<HTTPResponse, any Error>?
    private var body: HTTPBodyPipe?
    /// The callers' handle, kept while the exchange runs.
    private var handle: NetworkBound<HTTPExchange>?
    private var isReading = false
    private var stageTimer: NetworkTimer?
    private var totalTimer: NetworkTimer?
    private var receivedBytes = 0
    /// True if the connection had already carried a request.
    private var isOnKeptConnection = false
    private var hasRetried = false
    private var isOver = false

    private static let pieceBytes = 65_536

    init(_ request: HTTPRequest, sessions: NetworkBound<HTTPSessions>, loop: NetworkLoop) {
        self.request = request
        self.sessions = sessions
        self.loop = loop
    }

    deinit {
        g_object_unref(cancellable)
    }

    private var server: String {
        guard let start = request.url.firstRange(of: "://")?.upperBound else { return request.url }
        return String(request.url[start...].prefix { $0 != "/" })
    }

    /// - Parameter handle: The callers' handle.
    func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>, as handle: NetworkBound<HTTPExchange>) {
        guard !isOver else { return continuation.resume(throwing: CancellationError()) }
        head = continuation
        self.handle = handle
        if let total = request.limits.total {
            totalTimer = loop.schedule(after: total) { [weak self] in self?.fail(.timedOut(.rest)) }
        }
        open()
    }

    /// Cancels the exchange; may be called before `start`.
    func cancel() {
        fail(.cancelled)
    }

    private func open() {
        guard let session = sessions.value.session(direct: request.isDirect),
            let message = soup_message_new(request.method, request.url)
        else { return fail(.unusableURL(request.url)) }
        self.message = message
        // Without the second flag, every request except GET gets a new connection, which costs a handshake each time.
        let kept = request.isRepeatable ? SOUP_MESSAGE_IDEMPOTENT.rawValue : 0
        soup_message_set_flags(message, SoupMessageFlags(rawValue: SOUP_MESSAGE_NO_REDIRECT.rawValue | kept))
        let headers = soup_message_get_request_headers(message)
        for (name, value) in request.headers { soup_message_headers_append(headers, name, value) }
        attachBody(to: message)
        loop.traffic.begin(server)
        loop.traffic.sent(Self.headBytes(of: request), to: server)
        connect("starting", of: message)
        connect("wrote-body-data", of: message)
        wait(.connection, request.limits.connection)
        let done = AsyncCompletion.box { [self] result in
            let error = LibraryError()
            let input = error.catching { soup_session_send_finish(session, result, $0) }
            g_object_unref(session)
            guard let input else { return failed(error.kind) }
            guard !isOver else { return Self.close(input) }
            answered(input)
        }
        g_object_ref(session)
        soup_session_send_async(session, message, G_PRIORITY_DEFAULT, cancellable, AsyncCompletion.callback, done)
    }

    /// The approximate size of the request's head in bytes.
    private static func headBytes(of request: HTTPRequest) -> Int {
        request.headers.reduce(request.method.utf8.count + request.url.utf8.count) {
            $0 + $1.0.utf8.count + $1.1.utf8.count
        }
    }

    private func attachBody(to message: OpaquePointer) {
        switch request.body {
        case .none: break
        case .bytes(let bytes, let type):
            let copy = g_bytes_new(bytes, gsize(bytes.count))
            soup_message_set_request_body_from_bytes(message, type, copy)
            g_bytes_unref(copy)
        case .stream(let pieces, let type):
            guard let upload = HTTPUpload(pieces, loop: loop) else { return }
            self.upload = upload
            soup_message_set_request_body(message, type, upload.input, -1)
        }
    }

    // MARK: Time-outs

    private func wait(_ stage: ServerFailure.Stage, _ limit: Duration) {
        stageTimer?.cancel()
        stageTimer = loop.schedule(after: limit) { [weak self] in self?.fail(.timedOut(stage)) }
    }

    private func connect(_ signal: String, of message: OpaquePointer) {
        let context = Unmanaged.passRetained(self).toOpaque()
        let handler =
            signal == "starting"
            ? unsafeBitCast(messageStarting, to: GCallback.self) : unsafeBitCast(messageWroteData, to: GCallback.self)
        g_signal_connect_data(
            UnsafeMutableRawPointer(message), signal, handler, context, releaseExchange, GConnectFlags(rawValue: 0))
    }

    /// Called when the connection is established and the request is being sent.
    fileprivate func starting() {
        guard !isOver, let message else { return }
        isOnKeptConnection = sessions.value.use(connection: UInt64(soup_message_get_connection_id(message)))
        wait(.answer, request.limits.answer)
    }

    fileprivate func wroteData(_ count: Int) {
        loop.traffic.sent(count, to: server)
        if !isOver, stream == nil { wait(.answer, request.limits.answer) }
    }

    // MARK: The answer

    private func answered(_ input: UnsafeMutablePointer<GInputStream>) {
        guard let handle else { return Self.close(input) }
        stream = input
        let headers = responseHeaders()
        if let length = headers["content-length"].flatMap({ Int($0) }), length > request.limits.maximumBytes {
            return fail(.tooLarge(limitBytes: request.limits.maximumBytes))
        }
        let pipe = HTTPBodyPipe(
            resume: { handle.perform { $0.readNext() } }, abandon: { handle.perform { $0.cancel() } })
        body = pipe
        let status = Int(soup_message_get_status(message).rawValue)
        head?.resume(returning: HTTPResponse(status: status, headers: headers, body: HTTPBody(pipe)))
        head = nil
        readNext()
    }

    private func responseHeaders() -> [String: String] {
        var headers: [String: String] = [:]
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_message_get_response_headers(message))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            if let name, let value { headers[String(cString: name).lowercased()] = String(cString: value) }
        }
        return headers
    }

    /// Reads the next piece, until the reader's buffer is full.
    private func readNext() {
        guard !isOver, !isReading, let stream else { return }
        isReading = true
        wait(.rest, request.limits.pause)
        let done = AsyncCompletion.box { [self] result in
            isReading = false
            let error = LibraryError()
            let bytes = error.catching { g_input_stream_read_bytes_finish(stream, result, $0) }
            guard let bytes, !isOver else {
                if let bytes { g_bytes_unref(bytes) }
                // If the exchange was cancelled during the read, close the stream here: GIO refuses to close a stream
                // in use.
                return isOver ? closeStream() : fail(error.kind)
            }
            let piece = [UInt8](bytes)
            g_bytes_unref(bytes)
            take(piece)
        }
        g_input_stream_read_bytes_async(
            stream, gsize(Self.pieceBytes), G_PRIORITY_DEFAULT, cancellable, AsyncCompletion.callback, done)
    }

    private func take(_ piece: [UInt8]) {
        receivedBytes += piece.count
        loop.traffic.received(piece.count, from: server)
        if piece.isEmpty {
            finish(throwing: nil)
            closeStream()
        } else if receivedBytes > request.limits.maximumBytes {
            fail(.tooLarge(limitBytes: request.limits.maximumBytes))
        } else if body?.add(piece) == true {
            readNext()
        } else {
            // Time that the reader takes doesn't count against the server.
            stageTimer?.cancel()
        }
    }

    private func closeStream() {
        guard let stream, !isReading else { return }
        self.stream = nil
        Self.close(stream)
    }

    private static func close(_ input: UnsafeMutablePointer<GInputStream>) {
        g_input_stream_close(input, nil, nil)
        g_object_unref(input)
    }

    // MARK: The end

    private func failed(_ kind: ServerFailure.Kind) {
        guard kind == .closedEarly, isOnKeptConnection, !hasRetried, !isOver, upload == nil,
            request.isRepeatable
        else { return fail(kind) }
        // The server closed the kept connection just as it was used, so retry on a new one.
        hasRetried = true
        releaseMessage()
        open()
    }

    /// Releases the message, whose signals retain this object; libsoup keeps the message for as long as it needs it.
    private func releaseMessage() {
        if let message { g_object_unref(UnsafeMutableRawPointer(message)) }
        message = nil
    }

    private func fail(_ kind: ServerFailure.Kind) {
        finish(throwing: kind == .cancelled ? CancellationError() : ServerFailure(server: server, kind: kind))
        g_cancellable_cancel(cancellable)
        closeStream()
    }

    private func finish(throwing error: (any Error)?) {
        guard !isOver else { return }
        isOver = true
        stageTimer?.cancel()
        totalTimer?.cancel()
        releaseMessage()
        upload?.close()
        upload = nil
        if let error { head?.resume(throwing: error) }
        head = nil
        body?.finish(throwing: error)
        body = nil
        handle = nil
    }
}

private let messageStarting: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, context in
    if let context { Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().starting() }
}

private let messageWroteData: @convention(c) (OpaquePointer?, UInt32, UnsafeMutableRawPointer?) -> Void = {
    _, count, context in
    if let context { Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().wroteData(Int(count)) }
}

private let releaseExchange: GClosureNotify = { context, _ in
    if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() }
}
