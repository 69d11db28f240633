// SPDX-License-Identifier: GPL-3.0-or-later
// Dates in figures: "7/4/2027" is the fourth of July in the United States and the seventh of April elsewhere.

package import JarvisCore

/// Which of the two numbers of a date comes first.
package enum DateOrder: Hashable, Sendable {
    case monthFirst, dayFirst

    /// As the region writes dates with slashes.
    package init(_ region: Region) {
        self = Self.monthFirstCountries.contains(region.country) ? .monthFirst : .dayFirst
    }

    // Source: Unicode CLDR 45, the short date formats of English by country.
    private static let monthFirstCountries: Set = ["US", "AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "VI"]
}

/// Reads dates with slashes.
package enum NumericDate {
    /// What stands before a date without a year, or with a short one, which would be a fraction otherwise.
    private static let prepositions: Set = ["on", "until", "till", "since", "before"]

    /// A date as the words of one: "july 4 2027"; nil for anything else.
    /// - Parameter before: the word that stands before it.
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

    /// A date that is said as numbers, its year with them: "seven four twenty twenty seven"; where it stands, and its
    /// words. Nil where there is none.
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

    /// The numbers of one or two words that begin here, longest first, each with the place behind it.
    private static func numbers(in words: [String], from start: Int) -> [(Int, Int)] {
        [2, 1].compactMap { length in
            guard start + length <= words.count, let number = NumberWords.value(of: words[start..<start + length]),
                number == number.rounded(), (1...31).contains(number), words[start] != "a"
            else { return nil }
            return (Int(number), start + length)
        }
    }

    /// A year of this century: "2027", "twenty twenty seven", "two thousand and twenty seven".
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

    /// The other order is meant where the region's gives no date: "25/12" everywhere.
    private static func monthAndDay(_ first: Int, _ second: Int, _ order: DateOrder) -> (Int, Int)? {
        let orders = order == .monthFirst ? [(first, second), (second, first)] : [(second, first), (first, second)]
        return orders.first { (1...12).contains($0.0) && (1...31).contains($0.1) }
    }
}
