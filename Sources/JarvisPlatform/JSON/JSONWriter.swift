// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON: on one line for logs and records, or indented for files that people edit.

extension JSONValue {
    /// The value on one line without a newline, as UTF-8; escapes only quotes, backslashes and control characters.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.output
    }

    /// The value indented by two spaces with a final newline, for files that people read and edit.
    public var indentedBytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self, indent: 0)
        writer.output.append(0x0A)
        return writer.output
    }

    /// The document's `bytes` as a string.
    public var line: String { String(decoding: bytes, as: UTF8.self) }
}

private struct JSONWriter {
    var output: [UInt8] = []

    /// - Parameter indent: The nesting level; nil to write everything on one line.
    mutating func write(_ value: JSONValue, indent: Int? = nil) {
        switch value {
        case .null: add("null")
        case .flag(let flag): add(flag ? "true" : "false")
        case .number(let literal): add(literal)
        case .text(let text): write(text: text)
        case .array(let values):
            list(values, open: "[", close: "]", indent: indent) { writer, value, inner in
                writer.write(value, indent: inner)
            }
        case .object(let object):
            list(object.members, open: "{", close: "}", indent: indent) { writer, member, inner in
                writer.write(text: member.key)
                writer.add(inner == nil ? ":" : ": ")
                writer.write(member.value, indent: inner)
            }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], open: StaticString, close: StaticString, indent: Int?,
        write: (inout JSONWriter, Element, Int?) -> Void
    ) {
        add(open)
        let inner = indent.map { $0 + 1 }
        for (place, element) in elements.enumerated() {
            if place > 0 { add(",") }
            newLine(inner)
            write(&self, element, inner)
        }
        if !elements.isEmpty { newLine(indent) }
        add(close)
    }

    private mutating func newLine(_ indent: Int?) {
        guard let indent else { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: indent * 2))
    }

    private mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    private mutating func add(_ text: String) {
        output.append(contentsOf: text.utf8)
    }

    private mutating func write(text: String) {
        add("\"")
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "\""): add("\\\"")
            case UInt8(ascii: "\\"): add("\\\\")
            case 0x0A: add("\\n")
            case 0x0D: add("\\r")
            case 0x09: add("\\t")
            case 0..<0x20, 0x7F:
                add("\\u00")
                add(byte < 0x10 ? "0" : "")
                add(String(byte, radix: 16))
            case 0xC2:
                // U+0080 to U+009F are control characters, too, which a terminal may interpret.
                guard let next = bytes.next() else { return output.append(byte) }
                if next < 0xA0 {
                    add("\\u00")
                    add(String(next, radix: 16))
                } else {
                    output += [byte, next]
                }
            default: output.append(byte)
            }
        }
        add("\"")
    }
}
