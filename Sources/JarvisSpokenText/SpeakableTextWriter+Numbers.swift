// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, and the signs, ranges, fractions, units and currencies around them.

extension SpeakableTextWriter {
    typealias Currency = (whole: SpokenRules.Name, cents: SpokenRules.Name?)

    /// A number as written, and as voices read it.
    struct Number {
        var end: Int
        /// Digits without group separators, with the language's decimal mark.
        var said: String
        /// Nil for a fraction, or if it is too long.
        var whole: Int?
        var decimals = ""

        /// The integer part.
        var floor: Int { whole ?? Int(said.prefix(while: \.isDigit)) ?? 0 }
    }

    mutating func isNumber() -> Bool {
        guard !rules.isBare, let first = peek() else { return false }
        if position == rangeEnd { return takeNumber() }
        let isFree = !(peek(-1)?.isWordPart ?? false)
        if isFree, isTelephoneNumber() { return true }
        if isDigit(position) {
            guard isFree else { return false }
            return isDate() || isTime() || isFraction() || isRatio() || takeNumber()
        }
        if isFree, isCurrencyFirst() { return true }
        guard isFree, isDigit(position + 1) || (isDigit(position + 2) && peek(1)?.isAny(of: "$€£") ?? false) else {
            return false
        }
        switch first {
        case "-", "−": writeWord(rules.words.minus, for: 1)
        case "+": writeWord(rules.words.plus, for: 1)
        case "~", "≈": writeWord(rules.operators["~"] ?? "", for: 1)
        case "±": writeWord(rules.symbols["±"] ?? "", for: 1)
        case "<", ">":
            let name = rules.operators[String(first)] ?? ""
            writeWord(name.hasPrefix("is ") ? name.dropFirst(3) : name[...], for: 1)
        default: return false
        }
        separate()
        _ = isNumberAgain()
        return true
    }

    /// The number right after a sign.
    private mutating func isNumberAgain() -> Bool {
        isDigit(position) ? takeNumber() : isCurrencyFirst()
    }

    /// Reads the number that begins at `start`.
    func number(from start: Int) -> Number? {
        guard isDigit(start) else { return nil }
        var index = end(from: start, while: \.isDigit)
        var digits = text(start..<index)
        if index - start <= 3, digits != "0", let mark = at(index), rules.groupMarks.contains(mark) {
            var group = index
            var grouped = digits
            while at(group) == mark, isDigit(group + 1), isDigit(group + 2), isDigit(group + 3), !isDigit(group + 4) {
                grouped += text((group + 1)..<(group + 4))
                group += 4
            }
            // "1.5" is not grouped; "1.234" is, in a language that groups with full stops.
            if group > index { (index, digits) = (group, grouped) }
        }
        // A point that cannot group digits is a decimal mark: models use it in every language.
        if let mark = at(index), mark == rules.decimalMark || (mark == "." && digits.count + index - start > 0),
            isDigit(index + 1)
        {
            let end = end(from: index + 1, while: \.isDigit)
            let decimals = text((index + 1)..<end)
            if at(end) != mark || !isDigit(end + 1) {
                return Number(
                    end: end, said: "\(digits)\(rules.decimalMark)\(decimals)", whole: nil, decimals: decimals)
            }
        }
        if let decimal = decimalComma(index, digits) { return decimal }
        // Long rows and leading zeros are read digit by digit.
        let isBehindMark = at(start - 1).map { $0.isAny(of: ".,") } ?? false
        if digits.count > 12 || (digits.count > 1 && digits.first == "0" && !isBehindMark) {
            return Number(end: index, said: digits.map(String.init).joined(separator: " "), whole: nil)
        }
        return Number(end: index, said: digits, whole: Int(digits))
    }

    /// "37,8" in a language that groups digits with commas: a comma that cannot group is a regional decimal mark.
    private func decimalComma(_ comma: Int, _ whole: String) -> Number? {
        guard at(comma) == ",", rules.groupMarks.contains(","), isDigit(comma + 1) else { return nil }
        let end = end(from: comma + 1, while: \.isDigit)
        guard end - comma != 4 || whole == "0", at(end) != "," || !isDigit(end + 1), at(end)?.isWordPart != true else {
            return nil
        }
        let decimals = text((comma + 1)..<end)
        return Number(end: end, said: "\(whole)\(rules.decimalMark)\(decimals)", whole: nil, decimals: decimals)
    }

    private mutating func takeNumber() -> Bool {
        guard let number = number(from: position) else { return false }
        let start = position
        if isPriceFirst(number) { return true }
        if isYear(number) {
            let isDecade = at(number.end) == "s"
            writeWord(year(number.whole ?? 0) + (isDecade ? "s" : ""), for: number.end - position + (isDecade ? 1 : 0))
        } else {
            write(number.said, for: number.end - position)
        }
        previousWord = ""
        if takeExponent() || isRange(from: start) || isCurrencyLast(number) || isUnit(number) || isMonthBehind(number) {
            return true
        }
        // "1920x1080", "5×3"
        if let sign = peek(), sign == "x" || sign == "×", isDigit(position + 1) {
            writeWord(isSize(number) ? rules.words.by : rules.words.times, for: 1)
        }
        // "5G", "3D": a letter right after the number belongs to it.
        return true
    }

    /// "1920x1080", "1920×1080" and "3×4 m" are sizes; "5×3" and "3x4=12" are products.
    private func isSize(_ first: Number) -> Bool {
        guard let second = number(from: position + 1) else { return false }
        let behind = end(from: second.end, limit: 2) { $0 == " " }
        let result = end(from: behind, limit: 3) { $0 == " " || $0 == "=" }
        if at(behind) == "=", isDigit(result) { return false }
        let unit = text(behind..<end(from: behind, limit: 8, while: \.isAlphabetic))
        return peek() == "x" || Self.lengths.contains(unit) || min(first.floor, second.floor) >= 100
    }

    private static let lengths: Set = ["m", "cm", "mm", "km", "ft", "px", "pixels", "meters", "feet", "inches"]

    /// "1.5e6", "10^3"
    private mutating func takeExponent() -> Bool {
        let isScientific = peek() == "e" || peek() == "E"
        guard isScientific || peek() == "^" else { return false }
        let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
        let digits = end(from: position + 1 + sign, limit: 4, while: \.isDigit)
        guard digits > position + 1 + sign, at(digits)?.isWordPart != true else { return false }
        let power = (peek(1) == "-" ? rules.words.minus + " " : "") + text((position + 1 + sign)..<digits)
        let times = isScientific ? "\(rules.words.times) 10 " : ""
        writeWord("\(times)\(rules.operators["^"] ?? "^") \(power)", for: digits - position)
        return true
    }

    /// "10–20 km": the second number follows.
    private mutating func isRange(from start: Int) -> Bool {
        guard position >= mathEnd, let first = peek() else { return false }
        var sign = position
        if first == " ", let dash = at(position + 1), dash == "–" || dash == "—", at(position + 2) == " " { sign += 1 }
        guard let dash = at(sign), dash == "–" || dash == "—" || (dash == "-" && sign == position) else { return false }
        var other = sign + 1
        if sign > position { other += 1 }
        guard let number = number(from: other) else { return false }
        let isDifference = isDifference(from: start, number)
        guard isDifference || at(number.end) != "-" || !isDigit(number.end + 1) else { return false }
        writeWord(isDifference ? rules.words.minus : rules.words.to, for: other - position)
        separate()
        if !isDifference, (1100...2099).contains(number.whole ?? 0),
            Int(text(start..<(start + min(4, other - start)))) ?? 0 >= 1100,
            number.end - other == 4
        {
            writeWord(year(number.whole ?? 0), for: number.end - position)
            return true
        }
        // The second number is read later: rows of numbers and dashes may be long.
        rangeEnd = position
        return true
    }

    /// "5-3=2", "9-4-3 = 2" and "3-5=-2" are calculations; "90-100 = 4.0" gives the meaning of a range.
    private func isDifference(from start: Int, _ second: Number) -> Bool {
        let sum = end(from: second.end, limit: 24) { $0.isDigit || $0.isAny(of: " +-−*×÷") }
        guard at(sum) == "=" || at(sum) == "≈" else { return false }
        let result = end(from: sum + 1, limit: 3) { $0 == " " || $0 == "=" }
        let isNegative = at(result) == "-" || at(result) == "−"
        if at(result) == "?" || (isNegative && isDigit(result + 1)) { return true }
        guard isDigit(result), let first = number(from: start) else { return false }
        return characters[second.end..<sum].contains { $0 != " " } || first.floor >= second.floor
    }

    /// "1/2", also as part of "2 1/2".
    private mutating func isFraction() -> Bool {
        let over = end(from: position, limit: 3, while: \.isDigit)
        guard at(over) == "/", isDigit(over + 1) else { return false }
        let end = end(from: over + 1, limit: 4, while: \.isDigit)
        guard at(end)?.isWordPart != true, at(end) != "/" else { return false }
        let written = text(position..<end)
        if let name = rules.fractions[written] {
            let isMixed = peek(-1) == " " && isDigit(position - 2)
            writeWord(isMixed ? "\(rules.words.and) \(name)" : name, for: end - position)
        } else {
            let joint = written == "24/7" ? " " : " \(rules.words.over) "
            writeWord(text(position..<over) + joint + text((over + 1)..<end), for: end - position)
        }
        return true
    }

    /// "16:9"
    private mutating func isRatio() -> Bool {
        let colon = end(from: position, limit: 4, while: \.isDigit)
        guard at(colon) == ":", isDigit(colon + 1) else { return false }
        let end = end(from: colon + 1, limit: 4, while: \.isDigit)
        guard at(end)?.isWordPart != true, at(end) != ":" else { return false }
        let to = rules.code == "en" ? "to" : rules.words.to
        writeWord("\(text(position..<colon)) \(to) \(text((colon + 1)..<end))", for: end - position)
        return true
    }

    /// The unit right after the number, or after one space.
    private mutating func isUnit(_ number: Number) -> Bool {
        // "2m" in a formula is not metres.
        guard position >= mathEnd else { return false }
        var start = position
        if let space = at(start), space == " " || space == "\u{A0}" || space == "\u{202F}" { start += 1 }
        let end = end(from: start, limit: 12) { $0.isAlphabetic || $0.isAny(of: "°%‰/²³µºΩ") }
        guard end > start, at(end)?.isWordPart != true else { return false }
        let symbol = text(start..<end)
        var found: (name: SpokenRules.Name, end: Int)?
        if let name = rules.units[symbol] { found = (name, end) }
        if at(end) == ".", let name = rules.units[symbol + "."] { found = (name, end + 1) }
        guard let found else { return false }
        // A single letter after a space counts as a unit: texts such as "at 5 A." are rare.
        if start > position { write(" ", for: 1) }
        writeWord(number.whole == 1 ? found.name.one : found.name.many, for: found.end - position)
        return true
    }
}
