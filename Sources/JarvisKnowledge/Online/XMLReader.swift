// SPDX-License-Identifier: GPL-3.0-or-later
// The part of XML 1.0 that feeds need: elements and their text, in order. Ignores declarations in a document (entities,
// external files), so it neither expands nor fetches anything through them. Pure.

import JarvisCore

/// Reads one document.
struct XMLReader {
    enum Event: Hashable {
        /// The element's name, including any prefix.
        case start(String)
        /// Text with references resolved. It may arrive in several pieces.
        case text(String)
        case end
    }

    /// The document is not XML, or is nested too deeply.
    struct Damage: Error {}

    private static let depthLimit = 64

    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0
    /// Whether an empty element has started, so its end comes next.
    private var endsNext = false
    private var hasEnded = false

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next event; nil at the end of the document.
    mutating func next() throws(Damage) -> Event? {
        if endsNext {
            endsNext = false
            return end()
        }
        while place < bytes.count, !hasEnded {
            guard bytes[place] == UInt8(ascii: "<") else {
                let start = place
                while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
                guard depth > 0 else { continue }
                return .text(XMLText.resolved(String(decoding: bytes[start..<place], as: UTF8.self)))
            }
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if let range = range("<![CDATA[", to: "]]>") {
                guard depth > 0 else { throw Damage() }
                return .text(String(decoding: bytes[range], as: UTF8.self))
            }
            if starts("<!") {
                try skipDeclaration()
                continue
            }
            return try tag()
        }
        return nil
    }

    private mutating func tag() throws(Damage) -> Event? {
        let isEnd = starts("</")
        place += isEnd ? 2 : 1
        let start = place
        while place < bytes.count, !" \t\r\n/>".utf8.contains(bytes[place]) { place += 1 }
        let name = String(decoding: bytes[start..<place], as: UTF8.self)
        guard !name.isEmpty, name.utf8.count <= 256 else { throw Damage() }
        try skipAttributes()
        let isEmpty = bytes[place - 1] == UInt8(ascii: "/")
        place += 1
        if isEnd {
            guard depth > 0 else { throw Damage() }
            return end()
        }
        depth += 1
        guard depth <= Self.depthLimit else { throw Damage() }
        endsNext = isEmpty
        return .start(name)
    }

    private mutating func end() -> Event {
        depth -= 1
        hasEnded = depth == 0
        return .end
    }

    /// Skips to the ">" of a tag, ignoring any within quotes.
    private mutating func skipAttributes() throws(Damage) {
        var quote: UInt8?
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return
            }
            place += 1
        }
        throw Damage()
    }

    /// Skips "<!DOCTYPE …>", including its internal subset in brackets.
    private mutating func skipDeclaration() throws(Damage) {
        var brackets = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0:
                place += 1
                return
            default: break
            }
            place += 1
        }
        throw Damage()
    }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    }

    private mutating func skip(_ opening: StaticString, to closing: StaticString) -> Bool {
        range(opening, to: closing) != nil
    }

    /// If `opening` comes next, returns the range up to `closing` and continues after it.
    private mutating func range(_ opening: StaticString, to closing: StaticString) -> Range<Int>? {
        guard starts(opening) else { return nil }
        place += opening.utf8CodeUnitCount
        let start = place
        while place < bytes.count {
            if starts(closing) {
                defer { place += closing.utf8CodeUnitCount }
                return start..<place
            }
            place += 1
        }
        return start..<place
    }
}
