// SPDX-License-Identifier: GPL-3.0-or-later
// The letters of an XML document: how its bytes are written, and references in its text. Pure.

import JarvisCore

enum XMLText {
    /// Nil for a document in other letters than UTF-8 and those of western Europe.
    static func decoded(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return nil }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        switch encoding(bytes) {
        case "iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "us-ascii":
            var text = String.UnicodeScalarView()
            for byte in bytes { text.append(marks[byte] ?? Unicode.Scalar(byte)) }
            return String(text)
        case nil, "utf-8", "utf8": return String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
    }

    /// What the declaration says, in lower case.
    private static func encoding(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound,
            let mark = head[..<end].firstRange(of: "encoding")?.upperBound
        else { return nil }
        let value = head[mark..<end].drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
        return value.isEmpty ? nil : value.lowercased()
    }

    /// What Windows writes where ISO 8859-1 has control characters.
    private static let marks: [UInt8: Unicode.Scalar] = [
        0x80: "€", 0x85: "…", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x96: "–", 0x97: "—",
    ]

    /// The text with its references resolved: "&amp;", "&#8217;", "&#x2019;". Unknown ones stay as they are.
    static func resolved(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            let behind = rest[rest.index(after: mark)...]
            let name = behind.prefix(10).prefix { $0 != ";" }
            if name.endIndex < behind.endIndex, behind[name.endIndex] == ";", let letter = letter(name) {
                result.append(letter)
                rest = behind[behind.index(after: name.endIndex)...]
            } else {
                result.append("&")
                rest = behind
            }
        }
        return result + rest
    }

    private static func letter(_ name: Substring) -> Character? {
        if let known = names[String(name)] { return known }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        guard let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
            let scalar = Unicode.Scalar(code), code >= 32 || code == 9 || code == 10
        else { return nil }
        return Character(scalar)
    }

    /// Those of XML, and what HTML in titles has most.
    private static let names: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…",
    ]
}
