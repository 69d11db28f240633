// SPDX-License-Identifier: GPL-3.0-or-later
// Reads server-sent events, regardless of how the body is split into pieces. Pure.

/// An event of a stream.
public struct ServerSentEvent: Hashable, Sendable {
    /// The event's name; empty if the server gives none.
    public var name: String
    /// The event's lines of data, joined by line feeds.
    public var data: String
    /// The server's latest id, which can be sent back as `Last-Event-ID`; empty if there was none.
    public var id: String
    /// The server's latest value for the wait before reconnecting; nil if it has sent none.
    public var retry: Duration?

    public init(name: String = "", data: String, id: String = "", retry: Duration? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }
}

/// Reads `text/event-stream`: lines end with LF, CR LF or CR; comments and unknown fields are skipped.
public struct ServerSentEventReader: BodyParser {
    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var name = ""
    private var data: [String] = []
    private var dataBytes = 0
    private var id = ""
    private var retry: Duration?
    private var isAtBeginning = true
    private let maximumLineBytes: Int

    /// - Parameter maximumLineBytes: The limit for a line and for the data of an event; the excess is dropped, so that
    ///   a hostile server can't fill the memory.
    public init(maximumLineBytes: Int = 1 << 20) {
        self.maximumLineBytes = maximumLineBytes
    }

    /// The events completed by this piece.
    public mutating func read(_ piece: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in piece {
            if byte == 0x0A, endsWithReturn {
                endsWithReturn = false
                continue
            }
            endsWithReturn = byte == 0x0D
            if byte == 0x0A || byte == 0x0D {
                if let event = endLine() { events.append(event) }
            } else if line.count < maximumLineBytes {
                line.append(byte)
            }
        }
        return events
    }

    /// The last event of a stream that ends without an empty line.
    public mutating func finish() -> ServerSentEvent? {
        if !line.isEmpty { _ = endLine() }
        return endLine()
    }

    private mutating func endLine() -> ServerSentEvent? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(decoding: isAtBeginning && line.starts(with: mark) ? line[3...] : line[...], as: UTF8.self)
        isAtBeginning = false
        line.removeAll(keepingCapacity: true)
        guard !text.isEmpty else { return endEvent() }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.hasPrefix(" ") { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data":
            dataBytes += value.utf8.count + 1
            if dataBytes <= maximumLineBytes { data.append(String(value)) }
        case "id": if !value.contains("\0") { id = String(value) }
        case "retry":
            // The standard allows only digits. A value with more digits than a year has in milliseconds is ignored.
            let isNumber =
                !value.isEmpty && value.utf8.count < 12 && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, let milliseconds = Int64(value) { retry = .milliseconds(milliseconds) }
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            name = ""
            data = []
            dataBytes = 0
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(name: name, data: data.joined(separator: "\n"), id: id, retry: retry)
    }
}
