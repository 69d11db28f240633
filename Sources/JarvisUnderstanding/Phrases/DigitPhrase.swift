// SPDX-License-Identifier: GPL-3.0-or-later
// Digits that are spoken one by one, as of a code or a telephone number: "four two double seven" is 4277.

/// Reads digits.
package enum DigitPhrase {
    /// Fewer digits are as likely to be numbers of their own.
    private static let least = 3
    private static let digits: [String: String] = [
        "zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4",
        "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    ]

    /// The text with runs of spoken digits written as digits; everything else stays as it was written.
    package static func written(_ text: String) -> String {
        let pieces = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        var result: [String] = []
        var place = 0
        while place < pieces.count {
            let (count, run, mark) = run(pieces[place...])
            guard run.utf8.count >= least, count >= 2 else {
                result.append(pieces[place])
                place += 1
                continue
            }
            result.append(run + mark)
            place += count
        }
        return result.joined(separator: " ")
    }

    /// The digits that `pieces` begin with, how many pieces they are, and the punctuation behind the last.
    private static func run(_ pieces: ArraySlice<String>) -> (count: Int, digits: String, mark: String) {
        var (count, run, mark) = (0, "", "")
        var times = 1
        var held = 0
        for piece in pieces {
            let core = piece.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if let factor = ["double": 2, "triple": 3][core], times == 1, core.count == piece.count {
                times = factor
                held += 1
                continue
            }
            let isWritten = core.utf8.count == 1 && core.utf8.allSatisfy { (48...57).contains($0) }
            guard let digit = digits[core] ?? (isWritten ? core : nil) else { break }
            run += String(repeating: digit, count: times)
            count += 1 + held
            (times, held) = (1, 0)
            mark = String(piece.dropFirst(core.count))
            if !mark.isEmpty { break }
        }
        return (count, run, mark)
    }
}
