// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events out of pieces of a body, wherever the pieces are cut. Pure.

/// One event of a stream.
public struct ServerSentEvent: Hashable, Sendable {
    /// The event's name; empty when the server gives none.
    public var name: String
    /// The lines of data, joined by line feeds.
    public var data: String

    public init(name: String = "", data: String) {
        self.name = name
        self.data = data
    }
}

/// Reads `text/event-stream`: lines end with LF, CR LF or CR; comments and unknown fields are passed over.
public struct ServerSentEventReader: Sendable {
    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var name = ""
    private var data: [String] = []
    private let maximumLineBytes: Int

    /// - Parameter maximumLineBytes: What is longer is cut there, so that a hostile server cannot fill the memory.
    public init(maximumLineBytes: Int = 1 << 20) {
        self.maximumLineBytes = maximumLineBytes
    }

    /// The events that end in this piece.
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
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        guard !text.isEmpty else {
            defer {
                name = ""
                data = []
            }
            return data.isEmpty ? nil : ServerSentEvent(name: name, data: data.joined(separator: "\n"))
        }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.hasPrefix(" ") { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
        return nil
    }
}
