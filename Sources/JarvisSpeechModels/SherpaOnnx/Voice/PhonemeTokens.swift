// SPDX-License-Identifier: GPL-3.0-or-later
// The phonemes that a voice knows: its tokens.txt, a symbol, a space and a number in each line. Read here before the library
// reads it, which ends the process when a line is not as it should be. Pure.

/// The symbols of a voice with their numbers.
public struct PhonemeTokens: Hashable, Sendable {
    public var numbers: [Unicode.Scalar: Int]

    public init(_ numbers: [Unicode.Scalar: Int]) {
        self.numbers = numbers
    }

    /// What some models have besides, which is never spoken.
    private static let blank = "<BLNK>"
    /// More symbols than any alphabet of phonemes has.
    private static let highestNumber = 4_096

    /// - Returns: nil when a line is damaged, or there is none.
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

    /// As the library reads it.
    public var text: String {
        numbers.sorted { ($0.value, $0.key.value) < ($1.value, $1.key.value) }
            .map { "\($0.key) \($0.value)\n" }.joined()
    }

    /// The numbers of these phonemes as Piper's voices have learned them, with padding around each; empty where none is known.
    public func padded(_ phonemes: some Sequence<Unicode.Scalar>) -> [Int] {
        let known = phonemes.compactMap { numbers[$0] }
        guard !known.isEmpty, let first = numbers["^"], let padding = numbers["_"], let last = numbers["$"] else {
            return []
        }
        return [first, padding] + known.flatMap { [$0, padding] } + [last]
    }

    /// What of these phonemes can be spoken.
    public func known(_ phonemes: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        phonemes.filter { numbers[$0] != nil }
    }
}
