// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers: "seven", "twenty five", "a hundred and twenty", "two thousand five hundred", "42".

/// Reads cardinals by what may follow what, so that "seven thirty" is 7 and then something else.
package enum CardinalReader {
    private enum Last {
        case nothing, article, ones, teens, tens, hundred, scale
    }

    package static let small: [String: Double] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
        "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]
    package static let scales: [String: Double] = [
        "hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    ]

    /// The number at the cursor, which moves behind it; nil and unmoved when there is none.
    package static func read(_ cursor: inout WordCursor) -> Double? {
        if let word = cursor.peek(), word.first?.isNumber == true, let value = Double(word) {
            cursor.advance()
            return value
        }
        var total = 0.0
        var group = 0.0
        var last = Last.nothing
        var scaleLimit = Double.infinity
        while let word = cursor.peek() {
            if let value = small[word], allows(value, after: last) {
                group += value
                last = value < 10 ? .ones : value < 20 ? .teens : .tens
            } else if word == "hundred", last == .ones || last == .teens || last == .article {
                group = max(group, 1) * 100
                last = .hundred
            } else if let scale = scales[word], scale > 100, scale < scaleLimit, last != .nothing, last != .scale {
                total += max(group, 1) * scale
                (group, scaleLimit, last) = (0, scale, .scale)
            } else if word == "and", last == .hundred || last == .scale, continues(cursor.rest.dropFirst()) {
                // Only joins; what follows decides.
            } else if word == "a" || word == "an", last == .nothing, isScale(cursor.rest.dropFirst().first) {
                last = .article
            } else {
                break
            }
            cursor.advance()
        }
        return last == .nothing ? nil : total + group
    }

    private static func allows(_ value: Double, after last: Last) -> Bool {
        switch last {
        case .nothing: true
        case .hundred, .scale: value > 0
        case .tens: value > 0 && value < 10
        case .article, .ones, .teens: false
        }
    }

    private static func continues(_ rest: ArraySlice<String>) -> Bool {
        guard let word = rest.first, let value = small[word] else { return false }
        return value > 0
    }

    private static func isScale(_ word: String?) -> Bool {
        word.map { scales[$0] != nil } ?? false
    }
}
