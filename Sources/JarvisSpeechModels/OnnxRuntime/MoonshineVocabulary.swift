// SPDX-License-Identifier: GPL-3.0-or-later
// Moonshine's text pieces, and how it divides texts into them: pairs are merged in the order in which the model learned
// them, which is the order of their numbers. Pure.

struct MoonshineVocabulary: Sendable {
    static let start = 1
    static let end = 2
    /// The number of the first text piece; smaller numbers are single bytes.
    private static let firstPiece = 259
    private static let firstByte = 3
    private static let space = Array("\u{2581}".utf8)

    let pieces: [[UInt8]]
    private let numbers: [[UInt8]: Int]

    /// - Parameter list: A line for each piece: the piece in Base64, white space and its number.
    /// - Returns: Nil if the list is damaged.
    init?(list: UnsafeRawBufferPointer) {
        var pieces: [[UInt8]] = []
        var numbers: [[UInt8]: Int] = [:]
        for line in list.split(separator: UInt8(ascii: "\n")) {
            let columns = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let last = columns.last, let number = Int(String(decoding: last, as: UTF8.self)),
                let piece = columns.count > 1 ? Self.decoded(columns[0]) : [], number == pieces.count
            else { return nil }
            pieces.append(piece)
            if number >= Self.firstPiece, numbers[piece] == nil { numbers[piece] = number }
        }
        guard pieces.count > Self.firstPiece else { return nil }
        self.pieces = pieces
        self.numbers = numbers
    }

    /// The text of the pieces; invalid UTF-8 becomes a replacement character.
    func text(of numbers: some Sequence<Int>) -> String {
        let bytes = numbers.flatMap { $0 > Self.end && pieces.indices.contains($0) ? pieces[$0] : [] }
        return String(decoding: bytes, as: UTF8.self).replacingSpaces
    }

    /// The pieces that the model would write for a text.
    func pieces(of text: String) -> [Int] {
        var parts = (" " + text).unicodeScalars.map { $0 == " " ? Self.space : Array(String($0).utf8) }
        while true {
            let pairs = parts.indices.dropLast().compactMap { index in
                numbers[parts[index] + parts[index + 1]].map { (number: $0, index: index) }
            }
            guard let first = pairs.min(by: { ($0.number, $0.index) < ($1.number, $1.index) }) else { break }
            parts[first.index] += parts.remove(at: first.index + 1)
        }
        return parts.flatMap { part in numbers[part].map { [$0] } ?? part.map { Self.firstByte + Int($0) } }
    }

    private static func decoded(_ base64: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for letter in base64 where letter != UInt8(ascii: "=") {
            guard let value = value(of: letter) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension String {
    /// The text with the pieces' space symbol replaced by spaces, without a space at the beginning.
    fileprivate var replacingSpaces: String {
        var text = String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{2581}" ? " " : $0 }))
        while text.hasPrefix(" ") { text.removeFirst() }
        return text
    }
}
