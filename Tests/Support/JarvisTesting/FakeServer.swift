// SPDX-License-Identifier: GPL-3.0-or-later
// A server on a real local socket that handles each connection as the test says, however badly.

import Dispatch
import Glibc
import Synchronization

/// Listens on 127.0.0.1 from `init` to `stop` or deinit; each connection runs on its own thread.
public final class FakeServer: Sendable {
    public struct StartFailure: Error {
        public var errno: Int32
    }

    private struct State {
        var connections: [FakeConnection] = []
        var isStopped = false
    }

    /// Separate from the server, so that the accepting thread never holds the last reference to it: its deinit waits
    /// for that thread.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    public let port: Int
    private let listener: Int32
    private let shared = Shared()
    private let group = DispatchGroup()

    /// - Parameter serve: Handles each connection, which is closed when this returns.
    public init(_ serve: @escaping @Sendable (FakeConnection) -> Void) throws {
        (listener, port) = try Self.listen()
        accept(serve)
    }

    deinit { stop() }

    /// A port on which nothing listens.
    public static func unusedPort() throws -> Int {
        let (listener, port) = try listen()
        close(listener)
        return port
    }

    /// The number of connections so far.
    public var connectionCount: Int { shared.state.withLock { $0.connections.count } }

    /// The connections so far, oldest first.
    public var connections: [FakeConnection] { shared.state.withLock { $0.connections } }

    /// Closes everything and waits for the threads. Idempotent.
    public func stop() {
        let open = shared.state.withLock { state -> [FakeConnection]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return state.connections
        }
        guard let open else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in open { connection.abandon() }
        group.wait()
        close(listener)
    }

    private static func listen() throws -> (Int32, Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard listener >= 0, status else { throw StartFailure(errno: errno) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    private func accept(_ serve: @escaping @Sendable (FakeConnection) -> Void) {
        startThread(in: group) { [shared, listener, group] in
            while case let descriptor = accept4(listener), descriptor >= 0 {
                let connection = FakeConnection(descriptor)
                let isWelcome = shared.state.withLock { state in
                    guard !state.isStopped else { return false }
                    state.connections.append(connection)
                    return true
                }
                guard isWelcome else { return connection.end() }
                startThread(in: group) {
                    serve(connection)
                    connection.end()
                }
            }
        }
    }
}

/// Runs a body on its own thread: Dispatch has few threads, and these mostly wait.
private func startThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    let box = Unmanaged.passRetained(
        ThreadBody {
            body()
            group.leave()
        })
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, threadEntry, box.toOpaque())
    precondition(status == 0, "the system has no room for another thread")
    pthread_detach(thread)
}

private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

private let threadEntry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    if let box { Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run() }
    return nil
}

/// `accept` with close-on-exec, so that child processes don't inherit the connection.
private func accept4(_ listener: Int32) -> Int32 {
    let descriptor = Glibc.accept(listener, nil, nil)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
}

/// The server's end of a connection. Reads give up after 20 s, so that a test fails instead of hanging.
public final class FakeConnection: Sendable {
    private struct State {
        var descriptor: Int32
        var received: [UInt8] = []
        var sawEnd = false
    }

    private let descriptor: Int32
    private let state: Mutex<State>

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        state = Mutex(State(descriptor: descriptor))
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        // Sends each write at once, as servers that write in pieces do.
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// All bytes received so far.
    public var received: [UInt8] { state.withLock { $0.received } }

    /// True once the client has closed its end, if all before it was read.
    public var sawEnd: Bool { state.withLock { $0.sawEnd } }

    /// The next bytes; nil if the client has closed.
    public func read() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, 65_536))
        }
        state.withLock { state in
            state.received += bytes
            if bytes.isEmpty { state.sawEnd = true }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Reads until the client closes; true if it did.
    @discardableResult
    public func readToEnd() -> Bool {
        while read() != nil {}
        return sawEnd
    }

    /// Waits until the client closes or the time is over; true if it closed.
    public func waitsForEnd(milliseconds: Int) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, Int32(milliseconds)) > 0 && read() == nil
    }

    /// Waits without reading until the client hangs up or the time is over; true if it hung up.
    public func waitsForHangup(milliseconds: Int) -> Bool {
        // POLLRDHUP, which Swift doesn't import because of its feature macro.
        var ready = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
        return poll(&ready, 1, Int32(milliseconds)) > 0
    }

    /// Reads one HTTP request with its body.
    /// - Returns: Head and body; nil if the client disconnects first.
    public func readRequest() -> (head: String, body: [UInt8])? {
        var bytes: [UInt8] = []
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let range = bytes.firstRange(of: separator) {
                let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
                let rest = Array(bytes[range.upperBound...])
                if let body = body(head, rest) { return (head, body) }
            }
            guard let more = read() else { return nil }
            bytes += more
        }
    }

    /// The body, once it is complete.
    private func body(_ head: String, _ rest: [UInt8]) -> [UInt8]? {
        let lower = head.lowercased()
        if lower.contains("transfer-encoding: chunked") {
            return rest.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)) ? rest : nil
        }
        guard let mark = lower.firstRange(of: "content-length:") else { return rest }
        let length = Int(lower[mark.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
        return rest.count >= length ? Array(rest.prefix(length)) : nil
    }

    /// Sends bytes; false if the client has disconnected.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Sends an HTTP response with its length; `close` tells the client not to keep the connection.
    public func respond(
        _ status: String, type: String = "application/json", headers: String = "", _ body: [UInt8]
    ) {
        write("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(headers)\r\n")
        write(body)
    }

    /// Sends a successful JSON response.
    public func respond(_ body: [UInt8]) { respond("200 OK", body) }

    /// Closes the sending side and continues to receive.
    public func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset, as a crash would.
    public func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Wakes pending reads and writes.
    func abandon() {
        state.withLock { state in
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    func end() {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
        }
    }
}
