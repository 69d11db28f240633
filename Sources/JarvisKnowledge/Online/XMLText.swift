// SPDX-License-Identifier: GPL-3.0-or-later
// Resolves the references in the text of XML and HTML, and decodes Windows-1252. Pure.

import JarvisCore

enum XMLText {
    /// The text of bytes in Windows-1252, which ISO 8859-1 is a part of.
    static func windows1252(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(marks[byte] ?? Unicode.Scalar(byte)) }
        return String(text)
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
        guard let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else { return nil }
        // Numbers of control characters are meant as bytes of Windows-1252, as in "&#146;".
        if let mark = UInt8(exactly: code).flatMap({ marks[$0] }) { return Character(mark) }
        guard let scalar = Unicode.Scalar(code), code >= 32 || code == 9 || code == 10
        else { return nil }
        return Character(scalar)
    }

    /// XML's own entities, and those of HTML that titles contain: all of ISO 8859-1, in the order of their numbers, and
    /// the marks of typography.
    private static let names: [String: Character] = {
        var names: [String: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
            "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "euro": "€",
            "trade": "™", "bull": "•", "dagger": "†", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
            "minus": "−", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈", "larr": "←", "rarr": "→",
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ",
            "tilde": "˜", "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}", "zwj": "\u{200D}",
            "permil": "‰", "hearts": "♥",
        ]
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
            Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
            Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
            ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
            uuml yacute thorn yuml
            """
        for (place, name) in latin.split(separator: " ").enumerated() {
            if let scalar = Unicode.Scalar(UInt32(0xA0 + place)) { names[String(name)] = Character(scalar) }
        }
        names["nbsp"] = " "
        return names
    }()
}
