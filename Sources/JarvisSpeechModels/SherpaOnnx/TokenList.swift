// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a recognizer's vocabulary, tokens.txt, with a token, white space and a number per line. Runs before the
// library reads the file: there an invalid Base64 character ends the process, and a damaged line ends the vocabulary.
// Pure.

enum TokenList {
    /// True if every line has a unique number. It follows the token, or stands alone if the token is a space or empty.
    /// - Parameter isBase64: True if the tokens are in Base64.
    static func isWhole(_ bytes: UnsafeRawBufferPointer, isBase64: Bool) -> Bool {
        var numbers = Set<Int>()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
            let columns = bytes[start..<end].split(whereSeparator: isSpace)
            start = end + 1
            guard let last = columns.last else { continue }
            guard columns.count <= 2, let number = number(last), numbers.insert(number).inserted else { return false }
            guard !isBase64 || columns.count == 1 || Self.isBase64(columns[0]) else { return false }
        }
        return !numbers.isEmpty
    }

    private typealias Column = Slice<UnsafeRawBufferPointer>
    private static let newline = UInt8(ascii: "\n")
    private static let padding = UInt8(ascii: "=")
    private static let highestNumber = 10_000_000

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func number(_ digits: Column) -> Int? {
        var number = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            guard number <= highestNumber else { return nil }
        }
        return number
    }

    /// True for groups of four characters, the last of which may end in padding. A token of padding alone counts as a
    /// space.
    private static func isBase64(_ token: Column) -> Bool {
        let letters = token.prefix { $0 != padding }
        guard token.dropFirst(letters.count).allSatisfy({ $0 == padding }) else { return false }
        guard !letters.isEmpty else { return true }
        return token.count % 4 == 0 && letters.count % 4 != 1
            && letters.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
                    || byte == UInt8(ascii: "/")
            }
    }
}
