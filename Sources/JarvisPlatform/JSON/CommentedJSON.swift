// SPDX-License-Identifier: GPL-3.0-or-later
// Parses JSON as editors write their settings: with comments and trailing commas. Pure.

/// JSON with comments and trailing commas.
package enum CommentedJSON {
    /// Parses a document.
    /// - Throws: `JSONFailure`, with its position in the given bytes.
    package static func value(_ bytes: [UInt8]) throws(JSONFailure) -> JSONValue {
        // Parse plain JSON as it is, which most files contain.
        if let value = try? JSONValue(parsing: bytes) { return value }
        return try JSONValue(parsing: plain(bytes))
    }

    /// The document with everything that JSON doesn't allow replaced by spaces.
    package static func plain(_ bytes: [UInt8]) -> [UInt8] {
        let space = UInt8(ascii: " ")
        var result = bytes
        // JSON doesn't allow a byte order mark either.
        if result.starts(with: [0xEF, 0xBB, 0xBF]) { result.replaceSubrange(0..<3, with: [space, space, space]) }
        var place = 0
        // The position of the last comma, if only white space has followed it.
        var comma: Int?
        func byte(_ index: Int) -> UInt8 { index < result.count ? result[index] : 0 }
        func blank(until isEnd: (Int) -> Bool) {
            while place < result.count, !isEnd(place) {
                if byte(place) != UInt8(ascii: "\n") { result[place] = space }
                place += 1
            }
        }
        while place < result.count {
            switch (byte(place), byte(place + 1)) {
            case (UInt8(ascii: "\""), _):
                comma = nil
                place += 1
                while place < result.count, byte(place) != UInt8(ascii: "\"") {
                    place += byte(place) == UInt8(ascii: "\\") ? 2 : 1
                }
                place += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")): blank { byte($0) == UInt8(ascii: "\n") }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                let start = place
                blank { $0 >= start + 3 && bytes[$0] == UInt8(ascii: "/") && bytes[$0 - 1] == UInt8(ascii: "*") }
                if place < result.count { result[place] = space }
                place += 1
            case (UInt8(ascii: ","), _):
                comma = place
                place += 1
            case (UInt8(ascii: "}"), _), (UInt8(ascii: "]"), _):
                if let last = comma { result[last] = space }
                comma = nil
                place += 1
            case (space, _), (0x09, _), (0x0A, _), (0x0D, _): place += 1
            default:
                comma = nil
                place += 1
            }
        }
        return result
    }
}
