// SPDX-License-Identifier: GPL-3.0-or-later
// Numeric dates: "7/4/2027" is 4 July in the United States and 7 April elsewhere.

package import JarvisCore

/// Whether the month or the day comes first in a numeric date.
package enum DateOrder: Hashable, Sendable {
    case monthFirst, dayFirst

    /// The order in which the region writes dates with slashes.
    package init(_ region: Region) {
        self = Self.monthFirstCountries.contains(region.country) ? .monthFirst : .dayFirst
    }

    // Source: Unicode CLDR 45, the short date formats of English by country.
    private static let monthFirstCountries: Set = ["US", "AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "VI"]
}

/// Reads numeric dates, written with slashes or spoken as numbers.
package enum NumericDate {
    /// After one of these words, "7/4" is a date rather than a fraction, even without a four-digit year.
    private static let prepositions: Set = ["on", "until", "till", "since", "before"]

    /// A written date as words: "july 4 2027"; nil for anything else.
    /// - Parameter before: The word before the piece.
    static func words(of piece: Substring, after before: String?, _ order: DateOrder) -> [String]? {
        let plain = piece.filter { !"?!,;.".contains($0) }
        guard plain.contains("/"), plain.allSatisfy({ $0 == "/" || $0.isASCII && $0.isNumber }) else { return nil }
        let fields = plain.split(separator: "/", omittingEmptySubsequences: false)
        let parts = fields.compactMap { Int($0) }
        guard parts.count == fields.count, (2...3).contains(parts.count), fields.prefix(2).allSatisfy({ $0.count <= 2 })
        else { return nil }
        let hasWholeYear = parts.count == 3 && fields[2].count == 4
        guard hasWholeYear || before.map(prepositions.contains) == true else { return nil }
        guard let (month, day) = monthAndDay(parts[0], parts[1], order) else { return nil }
        let date = [CalendarNames.months[month - 1].lowercased(), String(day)]
        guard parts.count == 3 else { return date }
        switch fields[2].count {
        case 4: return date + [String(parts[2])]
        case 2: return date + [String(2000 + parts[2])]
        default: return nil
        }
    }

    // MARK: Said as numbers

    /// The first date spoken as numbers with its year: "seven four twenty twenty seven".
    /// - Returns: The range of the spoken words, and the words of the date in their place; nil if there is none.
    static func spoken(in words: [String], _ order: DateOrder) -> (range: Range<Int>, words: [String])? {
        for start in words.indices {
            // "Three plus seven four" is a sum.
            if start > 0, !mayPrecede(words[start - 1]) { continue }
            for (first, middle) in numbers(in: words, from: start) {
                for (second, behind) in numbers(in: words, from: middle) {
                    guard let (year, end) = year(in: words, from: behind), mayFollow(words, end),
                        let (month, day) = monthAndDay(first, second, order)
                    else { continue }
                    return (start..<end, [CalendarNames.months[month - 1].lowercased(), String(day), String(year)])
                }
            }
        }
        return nil
    }

    /// The numbers from 1 to 31 in one or two words from `start` on, longest first, each with the index behind it.
    private static func numbers(in words: [String], from start: Int) -> [(Int, Int)] {
        [2, 1].compactMap { length in
            guard start + length <= words.count, let number = NumberWords.value(of: words[start..<start + length]),
                number == number.rounded(), (1...31).contains(number), words[start] != "a"
            else { return nil }
            return (Int(number), start + length)
        }
    }

    /// A year from 2020 to 2099, with the index behind it: "2027", "twenty twenty seven", "two thousand and twenty
    /// seven".
    private static func year(in words: [String], from start: Int) -> (Int, Int)? {
        for length in [5, 4, 3, 2, 1] where start + length <= words.count {
            let part = words[start..<start + length]
            if part.first == "twenty", length > 1, let rest = NumberWords.value(of: part.dropFirst()),
                (20...99).contains(rest)
            {
                return (2000 + Int(rest), start + length)
            }
            if let year = NumberWords.value(of: part), (2020...2099).contains(year) {
                return (Int(year), start + length)
            }
        }
        return nil
    }

    private static func mayPrecede(_ word: String) -> Bool {
        NumberWords.value(of: [word]) == nil && !operators.contains(word)
    }

    private static func mayFollow(_ words: [String], _ end: Int) -> Bool {
        end == words.count || NumberWords.value(of: [words[end]]) == nil && !operators.contains(words[end])
    }

    private static let operators: Set = [
        "plus", "minus", "times", "divided", "multiplied", "point", "over", "percent", "and", "between", "number",
        "numbers", "dial", "call", "code",
    ]

    /// Falls back to the other order if the region's gives no date: "25/12" means the same everywhere.
    private static func monthAndDay(_ first: Int, _ second: Int, _ order: DateOrder) -> (Int, Int)? {
        let orders = order == .monthFirst ? [(first, second), (second, first)] : [(second, first), (first, second)]
        return orders.first { (1...12).contains($0.0) && (1...31).contains($0.1) }
    }
}
