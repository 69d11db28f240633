// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a voice's phonemes: tokens.txt, with a symbol, a space and a number per line. Runs before the library reads
// the file, because an invalid line ends the process there. Pure.

/// A voice's symbols with their numbers.
public struct PhonemeTokens: Hashable, Sendable {
    public var numbers: [Unicode.Scalar: Int]

    public init(_ numbers: [Unicode.Scalar: Int]) {
        self.numbers = numbers
    }

    /// An additional symbol in some models, which is never spoken.
    private static let blank = "<BLNK>"
    /// The highest accepted number: no phoneme alphabet has more symbols.
    static let highestNumber = 4_096

    /// - Returns: Nil if a line is damaged, or if there are no lines.
    public init?(text: String) {
        var numbers: [Unicode.Scalar: Int] = [:]
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            let scalars = line.unicodeScalars
            guard let space = scalars.lastIndex(of: " "),
                let number = Int(String(scalars[scalars.index(after: space)...])), (0...Self.highestNumber) ~= number
            else { return nil }
            let symbol = scalars[..<space]
            if String(symbol) == Self.blank { continue }
            guard let scalar = symbol.first, symbol.count == 1, numbers[scalar] == nil else { return nil }
            numbers[scalar] = number
        }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// The symbols in the library's format.
    public var text: String {
        numbers.sorted { ($0.value, $0.key.value) < ($1.value, $1.key.value) }
            .map { "\($0.key) \($0.value)\n" }.joined()
    }

    /// The phonemes' numbers as Piper's voices have learned them, each surrounded by padding; empty if none is known.
    public func padded(_ phonemes: some Sequence<Unicode.Scalar>) -> [Int] {
        let known = phonemes.compactMap { numbers[$0] }
        guard !known.isEmpty, let first = numbers["^"], let padding = numbers["_"], let last = numbers["$"] else {
            return []
        }
        return [first, padding] + known.flatMap { [$0, padding] } + [last]
    }

    /// The phonemes in the list that the voice can speak.
    public func known(_ phonemes: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        phonemes.filter { numbers[$0] != nil }
    }
}
