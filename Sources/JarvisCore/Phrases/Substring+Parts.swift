// SPDX-License-Identifier: GPL-3.0-or-later
// Splits text at ASCII characters byte by byte. `split` looks for whole characters, which takes many times as long; the
// files of words are read at each start. Pure.

extension Substring {
    /// The parts between this ASCII character.
    public func parts(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
        let byte = UInt8(ascii: separator)
        return parts(keepsEmpty: keepsEmpty) { $0 == byte }
    }

    /// The text before this ASCII character; all of it if there is none.
    public func part(before end: Unicode.Scalar) -> Substring {
        let byte = UInt8(ascii: end)
        return utf8.firstIndex { $0 == byte }.map { self[..<$0] } ?? self
    }

    /// The pieces between white space.
    public var pieces: [Substring] {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return split(whereSeparator: \.isWhitespace) }
        return parts(keepsEmpty: false) { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private func parts(keepsEmpty: Bool, between isSeparator: (UInt8) -> Bool) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var place = start
        while place < endIndex {
            let next = utf8.index(after: place)
            if isSeparator(utf8[place]) {
                if keepsEmpty || start < place { parts.append(self[start..<place]) }
                start = next
            }
            place = next
        }
        if keepsEmpty || start < place { parts.append(self[start..<place]) }
        return parts
    }
}

extension String {
    /// The parts between this ASCII character.
    public func parts(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
        self[...].parts(at: separator, keepsEmpty: keepsEmpty)
    }

    /// The pieces between white space.
    public var pieces: [Substring] { self[...].pieces }
}
