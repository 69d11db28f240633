// SPDX-License-Identifier: GPL-3.0-or-later
// Wyoming's events: one line of JSON, followed by data and payload of the lengths given there. Pure.
// https://github.com/rhasspy/wyoming

import JarvisCore
import JarvisPlatform

/// A message of the protocol, with its type, data and payload.
struct WyomingEvent: Hashable, Sendable {
    var type: String
    var data: JSONObject
    var payload: [UInt8]

    init(_ type: String, _ data: JSONObject = [:], payload: [UInt8] = []) {
        self.type = type
        self.data = data
        self.payload = payload
    }

    /// The event in wire format.
    var bytes: [UInt8] {
        var head: JSONObject = ["type": .text(type)]
        let body = data.members.isEmpty ? [] : JSONValue.object(data).bytes
        if !body.isEmpty { head["data_length"] = .integer(Int64(body.count)) }
        if !payload.isEmpty { head["payload_length"] = .integer(Int64(payload.count)) }
        return JSONValue.object(head).bytes + [0x0A] + body + payload
    }
}

extension JSONObject {
    /// Adds the other object's members, which replace those with the same keys.
    fileprivate mutating func merge(_ other: JSONObject) {
        if members.isEmpty { return members = other.members }
        let replaced = Set(other.members.map(\.key))
        members = members.filter { !replaced.contains($0.key) } + other.members
    }
}

/// The error for bytes that are not valid events.
struct WyomingFault: Error, Hashable {
    var answer: UnexpectedAnswer
}

/// Splits a stream into events, regardless of how it is cut into pieces.
struct WyomingReader: Sendable {
    private struct Head {
        var type: String
        var data: JSONObject
        var dataLength: Int
        var payloadLength: Int
    }

    private var buffer: [UInt8] = []
    private var head: Head?

    private static let longestLine = 1 << 20
    private static let longestPart = 8 << 20

    /// The events completed by this piece.
    mutating func read(_ piece: [UInt8]) throws(WyomingFault) -> [WyomingEvent] {
        buffer += piece
        var events: [WyomingEvent] = []
        var start = 0
        defer { buffer.removeFirst(start) }
        while true {
            if head == nil {
                guard let end = buffer[start...].firstIndex(of: 0x0A) else {
                    guard buffer.count - start <= Self.longestLine else {
                        throw WyomingFault(answer: .endlessLine)
                    }
                    return events
                }
                head = try Self.head(buffer[start..<end])
                start = end + 1
            }
            guard var current = head, buffer.count - start >= current.dataLength + current.payloadLength else {
                return events
            }
            if current.dataLength > 0 {
                let bytes = buffer[start..<start + current.dataLength]
                guard let more = (try? JSONValue(parsing: bytes))?.asObject else {
                    throw WyomingFault(answer: .notJSON)
                }
                current.data.merge(more)
                start += current.dataLength
            }
            let payload = Array(buffer[start..<start + current.payloadLength])
            start += current.payloadLength
            events.append(WyomingEvent(current.type, current.data, payload: payload))
            head = nil
        }
    }

    private static func head(_ line: ArraySlice<UInt8>) throws(WyomingFault) -> Head {
        guard let object = (try? JSONValue(parsing: line))?.asObject, let type = object["type"]?.asText else {
            throw WyomingFault(answer: .notAnEvent)
        }
        func length(_ key: String) throws(WyomingFault) -> Int {
            guard let value = object[key], value != .null else { return 0 }
            guard let length = value.asInteger, (0...Int64(longestPart)).contains(length) else {
                throw WyomingFault(answer: .impossibleLength(field: key))
            }
            return Int(length)
        }
        return Head(
            type: type, data: object["data"]?.asObject ?? [:], dataLength: try length("data_length"),
            payloadLength: try length("payload_length"))
    }
}
