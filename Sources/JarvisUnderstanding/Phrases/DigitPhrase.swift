// SPDX-License-Identifier: GPL-3.0-or-later
// Digits spoken one by one, as in a code or a telephone number: "four two double seven" is 4277.

/// Reads digits spoken one by one.
package enum DigitPhrase {
    /// Shorter runs may just as well be separate numbers.
    private static let least = 3
    private static let digits: [String: String] = [
        "zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4",
        "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    ]

    /// The text with runs of spoken digits as figures; the rest stays as written.
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

    /// The digits at the start of `pieces`, the number of pieces they take, and the punctuation after the last.
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
