// SPDX-License-Identifier: GPL-3.0-or-later
// Dates, times and years.

extension SpeakableTextWriter {
    // MARK: Dates

    /// "2026-11-21", "21.11.2026", "11/21/2026"
    mutating func isDate() -> Bool {
        guard let date = numericDate(from: position) else { return false }
        writeWord(rules.date(date.day, rules.months[date.month - 1], date.year), for: date.end - position)
        // The time follows the T of an ISO date.
        if peek() == "T", isDigit(position + 1) {
            writeMark(", ", for: 1)
            if isTime(), peek() == "Z" { writeWord("UTC", for: 1) }
        }
        return true
    }

    func numericDate(from start: Int) -> (day: Int, month: Int, year: Int?, end: Int)? {
        guard !rules.months.isEmpty else { return nil }
        let first = end(from: start, limit: 5, while: \.isDigit)
        guard let mark = at(first), mark.isAny(of: "-./"), isDigit(first + 1) else { return nil }
        let second = end(from: first + 1, limit: 3, while: \.isDigit)
        let (one, two) = (Int(text(start..<first)) ?? 0, Int(text((first + 1)..<second)) ?? 0)
        let isWhole = at(second) == mark && isDigit(second + 1)
        let third = isWhole ? end(from: second + 1, limit: 5, while: \.isDigit) : second
        guard !isDigit(third), isWhole || at(second) != "/" else { return nil }
        let three = isWhole ? Int(text((second + 1)..<third)) : nil
        if first - start == 4 {
            guard isWhole, mark == "-", let day = three, third - second <= 3 else { return nil }
            return valid(day, two, one, third)
        }
        guard first - start <= 2, mark != "-" || isWhole, mark != "." || rules.decimalMark == "," else { return nil }
        // "21.11." has its second full stop; "21/11" alone is a fraction.
        guard isWhole || (mark == "." && at(second) == "." && (2...3).contains(second - first)) else { return nil }
        if isWhole, third - second != 5, third - second != 3 { return nil }
        let year = three.map { third - second == 3 ? ($0 < 50 ? 2000 + $0 : 1900 + $0) : $0 }
        let end = isWhole ? third : second + 1
        if mark == "/", rules.dateOrder == .monthFirst, let date = valid(two, one, year, end) { return date }
        return valid(one, two, year, end)
    }

    private func valid(_ day: Int, _ month: Int, _ year: Int?, _ end: Int) -> (
        day: Int, month: Int, year: Int?, end: Int
    )? {
        guard (1...31).contains(day), (1...12).contains(month), year.map({ (1000...2999).contains($0) }) ?? true else {
            return nil
        }
        return (day, month, year, end)
    }

    /// The month written at `start`, in full or abbreviated.
    func month(from start: Int) -> (name: String, end: Int)? {
        guard let letter = at(start), letter.isAlphabetic, !rules.months.isEmpty else { return nil }
        let end = end(from: start, limit: 12, while: \.isAlphabetic)
        let word = text(start..<end).lowercased()
        guard word.count >= 3, letter.isUppercase || rules.code == "fr" || rules.code == "es" else { return nil }
        for name in rules.months {
            let whole = name.lowercased()
            if word == whole { return (name, end) }
            let isShort = word.count <= 4 && whole.hasPrefix(word) && letter.isUppercase
            // "Mar" needs its full stop or a number; "may" and "mars" are also words.
            if isShort { return (name, at(end) == "." ? end + 1 : end) }
        }
        return nil
    }

    /// "Nov. 21, 2026", "November 21": the month, then the day as an ordinal.
    mutating func isMonthFirst() -> Bool {
        guard rules.dateOrder == .monthFirst || rules.code == "en", let month = month(from: position),
            at(month.end) == " ", isDigit(month.end + 1)
        else { return false }
        let dayEnd = end(from: month.end + 1, limit: 5, while: \.isDigit)
        let length = dayEnd - month.end - 1
        if length == 4, let value = Int(text((month.end + 1)..<dayEnd)), (1100...2099).contains(value) {
            write(month.name, for: month.end - position)
            copy(1)
            writeWord(year(value), for: 4)
            return true
        }
        guard length <= 2, let day = Int(text((month.end + 1)..<dayEnd)), (1...31).contains(day), at(dayEnd) != ":"
        else {
            return false
        }
        write(month.name, for: month.end - position)
        copy(1)
        let suffix = ["st", "nd", "rd", "th"].first {
            at(dayEnd).map(String.init) == String($0.prefix(1)) && at(dayEnd + 1) == $0.last
        }
        write(rules.ordinal(day), for: dayEnd - position + (suffix == nil ? 0 : 2))
        takeYearBehind()
        return true
    }

    /// The rest of "21 Nov 2026", after the day.
    mutating func isMonthBehind(_ number: Number) -> Bool {
        guard (1...31).contains(number.whole ?? 0), peek() == " ", let month = month(from: position + 1),
            month.end - position > 3
        else { return false }
        copy(1)
        write(month.name, for: month.end - position)
        takeYearBehind()
        return true
    }

    private mutating func takeYearBehind() {
        var start = position
        if at(start) == "," { start += 1 }
        guard at(start) == " ", let number = number(from: start + 1), number.end - start == 5, let value = number.whole,
            (1100...2099).contains(value), at(number.end)?.isWordPart != true
        else { return }
        copy(start + 1 - position)
        writeWord(year(value), for: 4)
    }

    /// Recognizes a year by the preceding words, or as a decade.
    func isYear(_ number: Number) -> Bool {
        guard let value = number.whole, (1100...2099).contains(value), number.end - position == 4 else { return false }
        if at(number.end) == "s", at(number.end + 1)?.isWordPart != true { return true }
        guard at(number.end)?.isAlphabetic != true, Self.yearContexts.contains(previousWord) else {
            // "1939–1945"
            guard let dash = at(number.end), dash.isAny(of: "-–"), let other = self.number(from: number.end + 1) else {
                return false
            }
            return (1100...2099).contains(other.whole ?? 0) && other.end - number.end == 5 && (other.whole ?? 0) > value
        }
        if at(number.end) == " ", let next = at(number.end + 1), next.isAlphabetic || next.isAny(of: "%°") {
            let end = end(from: number.end + 1, limit: 8) { $0.isAlphabetic || $0.isAny(of: "%°") }
            return rules.units[text((number.end + 1)..<end)] == nil
        }
        return at(number.end) != "%" && at(number.end) != "°"
    }

    func year(_ year: Int) -> String {
        switch rules.code {
        case "en": SpokenRules.englishYear(year)
        case "de": SpokenRules.germanYear(year)
        default: "\(year)"
        }
    }

    private static let yearContexts: Set = [
        "in", "since", "year", "until", "till", "before", "after", "during", "circa", "from", "summer", "winter",
        "spring", "autumn", "im", "jahr", "jahre", "seit", "bis", "en", "depuis", "année", "año", "desde",
    ]

    // MARK: Times

    /// "7:05", "14:30:15", "7 p.m.", "7:30am", "14 Uhr", "14h30"
    mutating func isTime() -> Bool {
        let hourEnd = end(from: position, limit: 3, while: \.isDigit)
        guard hourEnd - position <= 2, let hour = Int(text(position..<hourEnd)), hour <= 24, at(hourEnd) != nil else {
            return false
        }
        if at(hourEnd) == ":", isDigit(hourEnd + 1), isDigit(hourEnd + 2), !isDigit(hourEnd + 3) {
            return takeClock(hour, hourEnd)
        }
        if let half = half(behind: hourEnd), (1...12).contains(hour) {
            writeWord(rules.time(hour, 0, half.name), for: half.end - position)
            return true
        }
        if let end = hourWord(behind: hourEnd) {
            writeWord(rules.time(hour, 0, nil), for: end - position)
            return true
        }
        guard rules.code == "fr", at(hourEnd) == "h" || (at(hourEnd) == " " && at(hourEnd + 1) == "h") else {
            return false
        }
        let start = at(hourEnd) == "h" ? hourEnd + 1 : hourEnd + 2
        let minuteStart = at(start) == " " ? start + 1 : start
        guard isDigit(minuteStart), isDigit(minuteStart + 1), !isDigit(minuteStart + 2),
            let minute = Int(text(minuteStart..<(minuteStart + 2))), hour < 24 || minute == 0
        else { return false }
        writeWord(rules.time(hour, minute, nil), for: minuteStart + 2 - position)
        return true
    }

    private mutating func takeClock(_ hour: Int, _ hourEnd: Int) -> Bool {
        guard let minute = Int(text((hourEnd + 1)..<(hourEnd + 3))), minute < 60, hour < 24 || minute == 0
        else { return false }
        var end = hourEnd + 3
        var seconds: Int?
        if at(end) == ":" {
            guard isDigit(end + 1), isDigit(end + 2), !isDigit(end + 3), let value = Int(text((end + 1)..<(end + 3)))
            else {
                return false
            }
            (seconds, end) = (value, end + 3)
        }
        guard at(end)?.isWordPart != true || half(behind: end) != nil || at(end)?.isAny(of: "ZT") ?? false else {
            return false
        }
        let half = half(behind: end)
        if let half { end = half.end } else if let word = hourWord(behind: end) { end = word }
        var said = rules.time(hour, minute, half?.name)
        if let seconds, seconds > 0, let name = rules.units["s"] {
            said += " \(rules.words.and) \(seconds) \(seconds == 1 ? name.one : name.many)"
        }
        writeWord(said, for: end - position)
        return true
    }

    /// "am", " p.m." and the like, in English.
    private func half(behind start: Int) -> (name: String, end: Int)? {
        guard rules.code == "en" else { return nil }
        let begin = at(start) == " " || at(start) == "\u{A0}" ? start + 1 : start
        guard let letter = at(begin)?.lowercased(), letter == "a" || letter == "p" else { return nil }
        var end = begin + 1
        let isDotted = at(end) == "."
        if isDotted { end += 1 }
        guard at(end)?.lowercased() == "m", at(end + 1)?.isWordPart != true else { return nil }
        end += 1
        // The last full stop may also end the sentence; if so, keep it.
        if isDotted, at(end) == ".", at(end + 1) == " ", at(end + 2)?.isLowercase == true { end += 1 }
        return (letter == "a" ? "AM" : "PM", end)
    }

    /// " Uhr", which is already part of the spoken time.
    private func hourWord(behind start: Int) -> Int? {
        guard rules.code == "de", at(start) == " ", at(start + 1) == "U", at(start + 2) == "h", at(start + 3) == "r",
            at(start + 4)?.isWordPart != true
        else { return nil }
        return start + 4
    }
}
