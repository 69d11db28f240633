// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the bytes of an answer into text, in whatever encoding: by its byte order mark, by the server's word for it, by its
// own declaration, or by what the bytes can only be. Unpacks what a server has compressed without saying so.

import CGio
import JarvisCore

enum WebText {
    /// The text of a document; nil for an encoding that nothing here knows.
    /// - Parameters:
    ///   - contentType: The header of the answer, such as "text/xml; charset=windows-1251"; empty if there is none.
    ///   - limit: The most bytes after unpacking.
    static func decoded(_ bytes: [UInt8], contentType: String = "", limit: Int = 4 << 20) -> String? {
        let bytes = bytes.starts(with: [0x1F, 0x8B]) ? unpacked(bytes, limit: limit) ?? [] : bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        // A document in UTF-16 begins with "<" or "{", and one of its bytes is zero.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.count > 1 && bytes[1] == 0 && bytes[0] != 0 {
            return utf16(bytes, isBigEndian: false)
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.count > 1 && bytes[0] == 0 && bytes[1] != 0 {
            return utf16(bytes, isBigEndian: true)
        }
        // A declaration that is read byte by byte can't mean UTF-16.
        for name in [charset(contentType), declared(bytes)].compactMap({ $0 }) where !name.hasPrefix("utf-16") {
            if let text = text(bytes, in: name) { return text }
        }
        return String(validating: bytes, as: UTF8.self) ?? XMLText.windows1252(bytes)
    }

    /// - Returns: Nil if the encoding is unknown, or the bytes are certainly in another one.
    private static func text(_ bytes: [UInt8], in name: String) -> String? {
        switch name {
        case "utf-8", "utf8": return String(validating: bytes, as: UTF8.self)
        // What programs call ISO 8859-1 is in truth its extension by Windows.
        case "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii":
            return String(validating: bytes, as: UTF8.self) ?? XMLText.windows1252(bytes)
        default: return known.contains(name.filter { $0.isLetter || $0.isNumber }) ? converted(bytes, from: name) : nil
        }
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        let text = String(decoding: units, as: UTF16.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    /// The charset of a Content-Type header, in lower case.
    static func charset(_ contentType: String) -> String? {
        for part in contentType.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard pair.count == 2, pair[0].lowercased() == "charset" else { continue }
            let name = pair[1].filter { $0 != "\"" && $0 != "'" }.lowercased()
            return isName(name) ? name : nil
        }
        return nil
    }

    /// The encoding in an XML declaration, in lower case.
    static func declared(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(300), as: UTF8.self).drop(while: \.isWhitespace)
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound,
            let mark = head[..<end].firstRange(of: "encoding")?.upperBound
        else { return nil }
        let value = head[mark..<end].drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
        let name = value.lowercased()
        return isName(name) ? name : nil
    }

    private static func isName(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-_.:+".utf8.contains(byte)
            }
    }

    /// The encodings that browsers read (https://encoding.spec.whatwg.org), without the marks in their names. The system
    /// has hundreds more, and the converters of some have ended programs.
    private static let known = Set(
        """
        iso88592 iso88593 iso88594 iso88595 iso88596 iso88597 iso88598 iso88599 iso885910 iso885911 iso885913 iso885914 \
        iso885915 iso885916 windows1250 windows1251 windows1253 windows1254 windows1255 windows1256 windows1257 \
        windows1258 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 windows874 cp874 tis620 koi8r koi8u ibm866 \
        cp866 macintosh big5 big5hkscs gb2312 gbk gb18030 euckr eucjp shiftjis sjis windows31j iso2022jp
        """.split(separator: " ").map(String.init))

    /// Converts by the system's tables; what a table lacks becomes "?".
    private static func converted(_ bytes: [UInt8], from name: String) -> String? {
        guard !bytes.isEmpty else { return "" }
        return bytes.withUnsafeBytes { bytes in
            var count: gsize = 0
            let text = g_convert_with_fallback(
                bytes.bindMemory(to: CChar.self).baseAddress, gssize(bytes.count), "UTF-8", name, "?", nil, &count, nil)
            guard let text else { return nil }
            defer { g_free(text) }
            return String(
                decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
        }
    }

    /// Unpacks gzip, up to a limit; nil if it is damaged from its beginning on.
    static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
        var (result, place): ([UInt8], Int) = ([], 0)
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var isDone = false
        while !isDone, result.count < limit {
            var (read, written): (gsize, gsize) = (0, 0)
            let status = bytes.withUnsafeBytes { input in
                block.withUnsafeMutableBytes { output in
                    g_converter_convert(
                        decompressor, input.baseAddress?.advanced(by: place),
                        gsize(bytes.count - place), output.baseAddress, gsize(output.count),
                        G_CONVERTER_INPUT_AT_END, &read, &written, nil)
                }
            }
            place += Int(read)
            result += block[..<Int(written)]
            switch status {
            case G_CONVERTER_CONVERTED where read > 0 || written > 0: continue
            default: isDone = true
            }
        }
        return result.isEmpty ? nil : result
    }
}
