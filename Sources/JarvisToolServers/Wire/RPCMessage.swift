// SPDX-License-Identifier: GPL-3.0-or-later
// JSON-RPC 2.0, the protocol of tool servers. Pure.

import JarvisPlatform

/// A server's error reply.
struct RPCError: Error, Hashable, Sendable {
    var code: Int64
    var message: String
    var data: JSONValue?

    static let methodNotFound: Int64 = -32601
    /// A header of the request contradicts its body.
    static let headerMismatch: Int64 = -32020
    static let missingCapability: Int64 = -32021
    static let unsupportedVersion: Int64 = -32022

    /// True for errors that only modern servers send.
    var isModern: Bool {
        [Self.headerMismatch, Self.missingCapability, Self.unsupportedVersion].contains(code)
    }

    init(code: Int64, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    init?(_ value: JSONValue?) {
        guard let object = value?.asObject, let code = object["code"]?.asInteger else { return nil }
        self.init(code: code, message: object["message"]?.asText ?? "", data: object["data"])
    }
}

/// One JSON-RPC message from the other side.
enum RPCMessage: Hashable, Sendable {
    /// The identifier comes from the other side, and the reply returns it unchanged.
    case request(id: JSONValue, method: String, params: JSONObject)
    case notification(method: String, params: JSONObject)
    /// The reply to one of our requests.
    case answer(id: Int64, Result<JSONObject, RPCError>)
    /// A reply to one of our requests without a readable result or error.
    case malformed(id: Int64)
    /// An error not related to any request.
    case error(RPCError)

    /// The messages in a line or a body, which may hold one or a list. Anything else yields none.
    static func messages(in bytes: some Sequence<UInt8>) -> [RPCMessage] {
        let bytes = Array(bytes)
        guard let value = (try? JSONValue(parsing: bytes)) ?? (try? JSONValue(parsing: mended(bytes))) else {
            return answered(bytes).map { [.malformed(id: $0)] } ?? []
        }
        return (value.asArray ?? [value]).compactMap { $0.asObject.flatMap(Self.init) }
    }

    /// Replaces invalid UTF-8 and control characters, which occur when tools pass on files or output, and the numbers that
    /// JSON doesn't have (`NaN`, `Infinity`), which Python writes.
    private static func mended(_ bytes: [UInt8]) -> [UInt8] {
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8).map { $0 < 0x20 ? 0x20 : $0 }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isInString = false
        var place = 0
        while place < text.count {
            let byte = text[place]
            if isInString {
                if byte == UInt8(ascii: "\\"), place + 1 < text.count {
                    result += text[place...(place + 1)]
                    place += 2
                    continue
                }
                isInString = byte != UInt8(ascii: "\"")
            } else if "-IN".utf8.contains(byte),
                let word = strangeNumbers.first(where: { text[place...].starts(with: $0) })
            {
                result += Array("null".utf8)
                place += word.count
                continue
            } else {
                isInString = byte == UInt8(ascii: "\"")
            }
            result.append(byte)
            place += 1
        }
        return result
    }

    private static let strangeNumbers = ["-Infinity", "Infinity", "NaN"].map { Array($0.utf8) }

    /// The number of the request that an unreadable reply belongs to, so its caller stops waiting; `nil` if unknown.
    private static func answered(_ bytes: [UInt8]) -> Int64? {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard text.drop(while: \.isWhitespace).first == "{", !text.contains("\"method\""),
            let key = text.firstRange(of: "\"id\"")
        else { return nil }
        let rest = text[key.upperBound...].drop { $0.isWhitespace || $0 == ":" || $0 == "\"" }
        return Int64(rest.prefix { $0.isASCII && $0.isNumber })
    }

    init?(_ object: JSONObject) {
        if let method = object["method"]?.asText {
            let params = object["params"]?.asObject ?? JSONObject()
            if let id = object["id"], id != .null {
                self = .request(id: id, method: method, params: params)
            } else {
                self = .notification(method: method, params: params)
            }
            return
        }
        // Some servers write numbers as text.
        let id = object["id"].flatMap { $0.asInteger ?? $0.asText.flatMap { Int64($0) } }
        if let error = RPCError(object["error"]) {
            self = id.map { .answer(id: $0, .failure(error)) } ?? .error(error)
        } else if let id, let result = object["result"]?.asObject {
            self = .answer(id: id, .success(result))
        } else if let id, object["jsonrpc"] != nil {
            self = .malformed(id: id)
        } else {
            return nil
        }
    }

    static func request(_ id: Int64, _ method: String, _ params: JSONObject) -> [UInt8] {
        line(["id": .integer(id), "method": .text(method), "params": .object(params)])
    }

    static func notification(_ method: String, _ params: JSONObject) -> [UInt8] {
        line(params.members.isEmpty ? ["method": .text(method)] : ["method": .text(method), "params": .object(params)])
    }

    /// The reply to a request from the other side: an empty result for a ping, otherwise an error.
    static func reply(to id: JSONValue, method: String) -> [UInt8] {
        guard method != "ping" else { return line(["id": id, "result": .object(JSONObject())]) }
        let error: JSONObject = [
            "code": .integer(RPCError.methodNotFound), "message": .text("JARVIS does not offer \(method)."),
        ]
        return line(["id": id, "error": .object(error)])
    }

    /// The bytes of one message on a single line, without a line end.
    private static func line(_ members: JSONObject) -> [UInt8] {
        var object: JSONObject = ["jsonrpc": .text("2.0")]
        object.members += members.members
        return JSONValue.object(object).bytes
    }
}
