// SPDX-License-Identifier: GPL-3.0-or-later
// Parses durations and measures: "an hour and ten", "2h15", "two and three quarter hours", "five foot eleven".

import JarvisCore

extension ValueParser {
    // MARK: Lengths of time

    /// The durations that begin at a place, longest first.
    func durations(at place: Int) -> [Found<CalendarDuration>] {
        guard place < words.count else { return [] }
        if let kept = durationsKept[place] { return kept }
        var found: [Found<CalendarDuration>] = []
        if var (length, end, smallest) = lengthTerm(at: place) {
            found.append(Found(end: end, value: length))
            while smallest > 0 {
                let joined = skip(.and, at: end)
                if let (next, nextEnd, unit) = lengthTerm(at: joined), unit < smallest {
                    length = length + next
                    (end, smallest) = (nextEnd, unit)
                } else if let bare = bareAmount(at: joined, behind: smallest) {
                    length.seconds += Double(bare.value) * (smallest == 3600 ? 60 : 1)
                    (end, smallest) = (bare.end, 0)
                } else {
                    break
                }
                found.append(Found(end: end, value: length))
            }
        }
        found.reverse()
        durationsKept[place] = found
        return found
    }

    /// One amount with its unit, and the length of that unit in seconds.
    private func lengthTerm(at place: Int) -> (CalendarDuration, end: Int, unit: Double)? {
        if let colon = colonLength(at: place) { return colon }
        for (amount, end) in amounts(at: place) {
            guard let unit = lengthUnit(at: end) else { continue }
            var total = amount
            var behind = unit.end
            if let and = terminal(.and, at: unit.end), amount == amount.rounded(), let fraction = fraction(at: and.end),
                lengthUnit(at: fraction.end) == nil, !has(.past, at: fraction.end), !has(.to, at: fraction.end),
                lengthTermFromFraction(at: and.end) == nil
            {
                total += fraction.value
                behind = fraction.end
            }
            return (length(total, unit), behind, unit.seconds)
        }
        // "Hour and a half"
        guard let unit = lengthUnit(at: place), words[place].utf8.count > 1,
            let and = terminal(.and, at: unit.end), let fraction = fraction(at: and.end)
        else { return nil }
        return (length(1 + fraction.value, unit), fraction.end, unit.seconds)
    }

    /// The unit of a fraction in "an hour and half a minute": there the half belongs to the minute.
    private func lengthTermFromFraction(at place: Int) -> LengthUnit? {
        guard let fraction = fraction(at: place) else { return nil }
        let article = skip(.article, at: skip(.of, at: fraction.end))
        return article > fraction.end ? lengthUnit(at: article) : nil
    }

    struct LengthUnit {
        var end: Int
        var role: ValueRole
        var number: Double
        /// Its approximate length, to compare units.
        var seconds: Double
    }

    func lengthUnit(at place: Int) -> LengthUnit? {
        for (role, factor) in [(ValueRole.seconds, 1.0), (.days, 86_400), (.months, 2_629_746)] {
            if let word = terminal(role, at: place) {
                return LengthUnit(end: word.end, role: role, number: word.number, seconds: word.number * factor)
            }
        }
        return nil
    }

    /// The amounts before a unit, each with the place behind it: "half an", "two and a half", "3/4 of an", "a".
    private func amounts(at place: Int) -> [(Double, Int)] {
        var found: [(Double, Int)] = []
        if let slashed = slashed(at: place) {
            found.append((slashed.value, skip(.article, at: skip(.of, at: slashed.end))))
        }
        for number in magnitudes(at: place) {
            if number.value.form == .fraction || number.value.value < 1 {
                let of = skip(.of, at: number.end)
                found.append((number.value.value, skip(.article, at: of)))
                if has(.definite, at: of) { continue }
            }
            found.append((number.value.value, number.end))
            if has(.of, at: number.end), has(.group, at: number.end - 1) {
                found.append((number.value.value, number.end + 1))
            }
        }
        if let article = terminal(.article, at: place) { found.append((1, article.end)) }
        return found
    }

    private func length(_ amount: Double, _ unit: LengthUnit) -> CalendarDuration {
        let total = amount * unit.number
        switch unit.role {
        case .months:
            let most = 1e7
            guard total < most else { return CalendarDuration(months: Int(most)) }
            let months = total.rounded(.down)
            // A fraction of a month is that fraction of thirty days.
            return CalendarDuration(months: Int(months), days: Int(((total - months) * 30).rounded()))
        case .days:
            let days = min(total.rounded(.down), 1e9)
            return CalendarDuration(days: Int(days), seconds: min((total - days) * 86_400, 1e15))
        default:
            return CalendarDuration(seconds: min(total, 1e15))
        }
    }

    /// "1:30 hours" is an hour and a half, "1:30 minutes" a minute and a half.
    private func colonLength(at place: Int) -> (CalendarDuration, end: Int, unit: Double)? {
        guard let figures = figures(at: place), figures.separator == ":", figures.fields.count == 2,
            figures.widths[1] == 2, figures.fields[1] < 60, let unit = terminal(.seconds, at: place + 1),
            unit.number == 3600 || unit.number == 60
        else { return nil }
        let seconds = Double(figures.fields[0]) * unit.number + Double(figures.fields[1]) * unit.number / 60
        return (CalendarDuration(seconds: seconds), unit.end, unit.number / 60)
    }

    /// A second amount without a unit: "an hour and ten", "2h15", "a minute thirty".
    private func bareAmount(at place: Int, behind unit: Double) -> Found<Int>? {
        guard unit == 3600 || unit == 60, let found = small(1...59, at: place) else { return nil }
        return mayEndBare(found.end) ? found : nil
    }

    /// False if the following word belongs to the number before it.
    func mayEndBare(_ place: Int) -> Bool {
        guard place < words.count else { return true }
        let needing: Set<ValueRole> = [
            .seconds, .days, .months, .unit, .percent, .ordinalEnding, .oClock, .am, .pm, .past, .scale, .group,
            .fraction, .fractions, .point, .slash, .cardinal, .month, .hundred, .timesWord, .ordinal,
        ]
        return figures[place] == nil && !terminals[place].contains { needing.contains($0.role) && !has(.in, at: place) }
    }

    // MARK: Measures

    /// The measures that begin at a place, longest first.
    func quantities(at place: Int) -> [Found<[Measure]>] {
        var found: [Found<[Measure]>] = []
        guard var (measure, end, index) = measureTerm(at: place) else { return [] }
        var measures = [measure]
        found.append(Found(end: end, value: measures))
        while true {
            let joined = skip(.and, at: end)
            if let (next, nextEnd, nextIndex) = measureTerm(at: joined), next.unit.quantity == measure.unit.quantity,
                next.unit.factor < measure.unit.factor
            {
                measures.append(next)
                (measure, end, index) = (next, nextEnd, nextIndex)
            } else if let second = lexicon.secondUnits[index], let bare = magnitudes(at: joined).first,
                mayEndBare(bare.end)
            {
                measures.append(Measure(amount: bare.value.value, unit: UnitTable.all[second]))
                (end, index) = (bare.end, -1)
            } else {
                break
            }
            found.append(Found(end: end, value: measures))
            if index < 0 { break }
        }
        return found.reversed()
    }

    private func measureTerm(at place: Int) -> (Measure, end: Int, unit: Int)? {
        let isNegative = has(.minus, at: place)
        let start = skip(.minus, at: place)
        for (amount, end) in amounts(at: start) {
            guard let unit = terminal(.unit, at: end) else { continue }
            var total = amount
            var behind = unit.end
            if let and = terminal(.and, at: unit.end), amount == amount.rounded(), let fraction = fraction(at: and.end),
                !has(.unit, at: skip(.article, at: skip(.of, at: fraction.end)))
            {
                total += fraction.value
                behind = fraction.end
            }
            if let below = terminal(.belowZero, at: behind) {
                return (Measure(amount: -total, unit: UnitTable.all[Int(unit.number)]), below.end, Int(unit.number))
            }
            let measure = Measure(amount: isNegative ? -total : total, unit: UnitTable.all[Int(unit.number)])
            return (measure, behind, Int(unit.number))
        }
        return nil
    }
}

extension CalendarDuration {
    static func + (left: Self, right: Self) -> Self {
        Self(months: left.months + right.months, days: left.days + right.days, seconds: left.seconds + right.seconds)
    }
}
