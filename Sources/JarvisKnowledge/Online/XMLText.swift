// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes the text of an XML document: its encoding and its references. Pure.

import JarvisCore

enum XMLText {
    /// The text; nil for encodings other than UTF-8 and Western European ones.
    static func decoded(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return nil }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        switch encoding(bytes) {
        case "iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "us-ascii":
            return windows1252(bytes)
        case nil, "utf-8", "utf8": return String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
    }

    /// The text of bytes in Windows-1252, which ISO 8859-1 is a part of.
    static func windows1252(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(marks[byte] ?? Unicode.Scalar(byte)) }
        return String(text)
    }

    /// The encoding named in the XML declaration, in lower case; nil if there is none.
    private static func encoding(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound,
            let mark = head[..<end].firstRange(of: "encoding")?.upperBound
        else { return nil }
        let value = head[mark..<end].drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
        return value.isEmpty ? nil : value.lowercased()
    }

    /// Common characters of Windows-1252 where ISO 8859-1 has control characters.
    private static let marks: [UInt8: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x84: "„", 0x85: "…", 0x8A: "Š", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
        0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x99: "™", 0x9A: "š", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]

    /// The text with references resolved: "&amp;", "&#8217;", "&#x2019;". Unknown references stay as they are.
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

    /// XML's own entities, and the most common HTML entities in titles.
    private static let names: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…",
    ]
}
