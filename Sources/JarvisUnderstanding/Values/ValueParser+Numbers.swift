// SPDX-License-Identifier: GPL-3.0-or-later
// Parses numbers: "twenty five", "a hundred and twenty", "two thirds", "half a million", "three point one four", "10k".

import JarvisCore

extension ValueParser {
    /// The numbers that begin at a place, longest first, including percentages and ordinals.
    func numbers(at place: Int) -> [Found<SpokenNumber>] {
        guard place < words.count else { return [] }
        if let kept = numbersKept[place] { return kept }
        var found: [Found<SpokenNumber>] = []
        if let minus = terminal(.minus, at: place) {
            found = magnitudes(at: minus.end).map { number in
                Found(end: number.end, value: SpokenNumber(-number.value.value, number.value.form))
            }
        } else {
            found = magnitudes(at: place)
        }
        if let longest = found.first, let below = terminal(.belowZero, at: longest.end), longest.value.value > 0 {
            found.insert(Found(end: below.end, value: SpokenNumber(-longest.value.value)), at: 0)
        }
        // "Half a percent"
        if let longest = found.first, longest.value.form == .fraction || has(.percent, at: longest.end),
            let percent = terminal(.percent, at: longest.end)
                ?? terminal(.percent, at: skip(.article, at: skip(.of, at: longest.end)))
        {
            found.insert(Found(end: percent.end, value: SpokenNumber(longest.value.value, .percent)), at: 0)
        } else if let article = terminal(.article, at: place), let percent = terminal(.percent, at: article.end) {
            found.insert(Found(end: percent.end, value: SpokenNumber(1, .percent)), at: 0)
        }
        if let ordinal = ordinal(at: place) {
            found.append(Found(end: ordinal.end, value: SpokenNumber(Double(ordinal.value), .ordinal)))
            found.sort { $0.end > $1.end }
        }
        numbersKept[place] = found
        return found
    }

    /// Numbers without a sign, longest first: the complete one, and shorter ones that leave out an added fraction.
    func magnitudes(at place: Int) -> [Found<SpokenNumber>] {
        var found: [Found<SpokenNumber>] = []
        if let mixed = mixed(at: place) { found.append(mixed) }
        if let fraction = fraction(at: place) {
            if let scaled = scaledFraction(fraction) { found.append(scaled) }
            found.append(Found(end: fraction.end, value: SpokenNumber(fraction.value, .fraction)))
        }
        if let group = group(at: place) { found.append(group) }
        if let plain = decimal(at: place), !found.contains(where: { $0.end == plain.end }) {
            found.append(Found(end: plain.end, value: SpokenNumber(plain.value)))
        }
        return found.sorted { $0.end > $1.end }
    }

    // MARK: Whole numbers

    /// A number in words by grammar, or a word in figures: "seven thirty" is 7 and then something else.
    func cardinal(at place: Int) -> Found<Double>? {
        guard place < words.count else { return nil }
        if let kept = cardinalsKept[place] { return kept }
        let found = figures[place].flatMap(\.value).map { Found(end: place + 1, value: $0) } ?? cardinalInWords(place)
        cardinalsKept[place] = .some(found)
        return found
    }

    private func cardinalInWords(_ start: Int) -> Found<Double>? {
        var place = start
        var (total, group, limit) = (0.0, 0.0, Double.infinity)
        var last: Double?
        var isJoined = false
        var isScaled = false
        while place < words.count {
            if let word = terminal(.cardinal, at: place), mayFollow(word.number, last, isScaled) {
                group += word.number
                (last, isScaled, isJoined, place) = (word.number, false, false, word.end)
            } else if let word = terminal(.scale, at: place), word.number == 100, !isScaled, !isJoined,
                last.map({ $0 > 0 && $0 < 20 }) ?? false
            {
                group *= 100
                (last, isScaled, place) = (nil, true, word.end)
            } else if let word = terminal(.scale, at: place), word.number > 100, word.number < limit, !isJoined,
                last != nil || isScaled && group > 0
            {
                total += group * word.number
                (group, limit, last, isScaled, place) = (0, word.number, nil, true, word.end)
            } else if let word = terminal(.and, at: place), isScaled, !isJoined,
                let next = terminal(.cardinal, at: word.end), next.number > 0
            {
                (isJoined, place) = (true, word.end)
            } else if place == start, let word = terminal(.article, at: place),
                let scale = terminal(.scale, at: word.end)
            {
                // "A hundred", "a thousand"
                if scale.number == 100 { group = 100 } else { (total, limit) = (scale.number, scale.number) }
                (isScaled, place) = (true, scale.end)
            } else {
                break
            }
        }
        return last != nil || isScaled ? Found(end: place, value: total + group) : nil
    }

    /// True if this word may follow the last one of a number: ones follow tens, anything follows a scale.
    private func mayFollow(_ value: Double, _ last: Double?, _ isScaled: Bool) -> Bool {
        if isScaled { return value > 0 }
        guard let last else { return true }
        return last >= 20 && value > 0 && value < 10
    }

    // MARK: Decimals, scales behind figures

    /// A whole number or a decimal with any scales behind it: "2.5 million", "three point one four", "10k".
    func decimal(at start: Int) -> Found<Double>? {
        var value: Double
        var place: Int
        if let whole = cardinal(at: start) {
            (value, place) = (whole.value, whole.end)
        } else if has(.point, at: start) {
            (value, place) = (0, start)
        } else {
            return nil
        }
        if let decimals = decimals(at: place), value == value.rounded() {
            value += decimals.value
            place = decimals.end
        } else if place == start {
            return nil
        }
        while let scale = terminal(.scale, at: place) {
            value *= scale.number
            place = scale.end
        }
        if figures[start] != nil, place == start + 1, let scale = terminal(.writtenScale, at: place) {
            return Found(end: scale.end, value: value * scale.number)
        }
        return Found(end: place, value: value)
    }

    /// "point two five" is 0.25.
    private func decimals(at start: Int) -> Found<Double>? {
        guard let point = terminal(.point, at: start) else { return nil }
        var digits = ""
        var place = point.end
        while place < words.count {
            if let zero = terminal(.zero, at: place) {
                digits += "0"
                place = zero.end
            } else if let word = terminal(.cardinal, at: place) {
                digits += String(Int(word.number))
                place = word.end
            } else if let figures = figures[place], figures.fields.count == 1 {
                digits += words[place]
                place += 1
            } else {
                break
            }
        }
        return Double("0." + digits).flatMap { digits.isEmpty ? nil : Found(end: place, value: $0) }
    }

    // MARK: Fractions

    /// "half", "a quarter", "two thirds", "½"
    func fraction(at place: Int) -> Found<Double>? {
        if let figures = figures(at: place), let value = figures.value, figures.fields.isEmpty, value < 1 {
            return Found(end: place + 1, value: value)
        }
        if let word = terminal(.fraction, at: place), word.number <= 2 || word.number == 4, !isOrdinalOnly(place) {
            return Found(end: word.end, value: 1 / word.number)
        }
        if let article = terminal(.article, at: place), let word = terminal(.fraction, at: article.end) {
            return Found(end: word.end, value: 1 / word.number)
        }
        guard let count = cardinal(at: place), count.value >= 1, count.value < 1000,
            count.value == count.value.rounded()
        else { return nil }
        if count.value == 1, let word = terminal(.fraction, at: count.end) {
            return Found(end: word.end, value: 1 / word.number)
        }
        guard count.value > 1 else { return nil }
        if let word = terminal(.fractions, at: count.end) {
            return Found(end: word.end, value: count.value / word.number)
        }
        // "Three quarter hours"
        if let word = terminal(.fraction, at: count.end), word.number == 4, count.value == 3, !isOrdinalOnly(count.end)
        {
            return Found(end: word.end, value: 0.75)
        }
        return nil
    }

    /// "Fourth" alone is an ordinal.
    private func isOrdinalOnly(_ place: Int) -> Bool { has(.ordinal, at: place) }

    /// "two and three quarters", "a million and a half", "3 1/2"
    private func mixed(at place: Int) -> Found<SpokenNumber>? {
        guard let whole = decimal(at: place), whole.value == whole.value.rounded() else { return nil }
        if let figures = figures(at: whole.end), figures.fields.isEmpty, let value = figures.value, value < 1 {
            return Found(end: whole.end + 1, value: SpokenNumber(whole.value + value))
        }
        if let slashed = slashed(at: whole.end), slashed.value < 1, figures(at: place) != nil {
            return Found(end: slashed.end, value: SpokenNumber(whole.value + slashed.value))
        }
        guard let and = terminal(.and, at: whole.end), let fraction = fraction(at: and.end), fraction.value < 1 else {
            return nil
        }
        // The fraction applies to the last scale: "a million and a half".
        let unit = whole.value >= 1e6 ? (whole.value >= 1e9 ? 1e9 : 1e6) : 1
        var value = whole.value + fraction.value * unit
        var end = fraction.end
        while let scale = terminal(.scale, at: end) {
            value *= scale.number
            end = scale.end
        }
        if let dozen = terminal(.group, at: end), dozen.number > 2 {
            value *= dozen.number
            end = dozen.end
        }
        return Found(end: end, value: SpokenNumber(value))
    }

    /// "3/4", within the bounds of a usual fraction.
    func slashed(at place: Int) -> Found<Double>? {
        guard let above = figures(at: place)?.whole, let slash = terminal(.slash, at: place + 1),
            let below = figures(at: slash.end)?.whole, (1...99).contains(above), (2...100).contains(below)
        else { return nil }
        return Found(end: slash.end + 1, value: Double(above) / Double(below))
    }

    /// "half a million", "a quarter of a million", "three quarters of a million", "half a dozen"
    private func scaledFraction(_ fraction: Found<Double>) -> Found<SpokenNumber>? {
        let of = skip(.of, at: fraction.end)
        guard let article = terminal(.article, at: of) else { return nil }
        if let scale = terminal(.scale, at: article.end) {
            return Found(end: scale.end, value: SpokenNumber(fraction.value * scale.number))
        }
        guard let group = terminal(.group, at: article.end), group.number > 2 else { return nil }
        return Found(end: skip(.of, at: group.end), value: SpokenNumber(fraction.value * group.number))
    }

    /// "a dozen", "two dozen", "a couple of", "a couple hundred", "a dozen and a half"
    private func group(at place: Int) -> Found<SpokenNumber>? {
        let count: Found<Double>
        if let article = terminal(.article, at: place) {
            count = Found(end: article.end, value: 1)
        } else if let number = decimal(at: place) {
            count = number
        } else {
            return nil
        }
        guard let group = terminal(.group, at: count.end), group.number > 2 || count.value == 1 else { return nil }
        var value = count.value * group.number
        var end = group.end
        if let further = terminal(.group, at: end), further.number > 2 {
            value *= further.number
            end = further.end
        }
        while let scale = terminal(.scale, at: end) {
            value *= scale.number
            end = scale.end
        }
        if group.number > 2, let and = terminal(.and, at: end), let fraction = fraction(at: and.end) {
            return Found(end: fraction.end, value: SpokenNumber(value + fraction.value * group.number))
        }
        return Found(end: end, value: SpokenNumber(value))
    }

    // MARK: Ordinals

    /// "twenty first", "21 st", "hundredth"
    func ordinal(at place: Int) -> Found<Int>? {
        if let number = figures(at: place)?.whole, let ending = terminal(.ordinalEnding, at: place + 1) {
            return Found(end: ending.end, value: number)
        }
        if let word = terminal(.ordinal, at: place) { return Found(end: word.end, value: Int(word.number)) }
        guard let tens = terminal(.cardinal, at: place), tens.number >= 20,
            let ones = terminal(.ordinal, at: tens.end), ones.number < 10
        else { return nil }
        return Found(end: ones.end, value: Int(tens.number + ones.number))
    }

    /// A whole number in this range, in words or figures.
    func small(_ range: ClosedRange<Int>, at place: Int) -> Found<Int>? {
        guard let found = cardinal(at: place), let number = Int(exactly: found.value), range.contains(number) else {
            return nil
        }
        return Found(end: found.end, value: number)
    }

    /// "2027", "twenty twenty seven", "two thousand and six", "nineteen oh five"
    func year(at place: Int) -> Found<Int>? {
        if let figures = figures(at: place) {
            guard figures.widths == [4], let year = figures.whole, CivilDate.years.contains(year) else { return nil }
            return Found(end: place + 1, value: year)
        }
        if let century = terminal(.cardinal, at: place), (10...29).contains(century.number) {
            let oh = terminal(.zero, at: century.end)
            if let rest = small(1...99, at: oh?.end ?? century.end), (rest.value < 10) == (oh != nil),
                figures(at: rest.end - 1) == nil
            {
                return Found(end: rest.end, value: Int(century.number) * 100 + rest.value)
            }
        }
        return small(CivilDate.years, at: place)
    }
}
