// SPDX-License-Identifier: GPL-3.0-or-later
// A recursive-descent parser for arithmetic in words: sums of products of powers.

import Glibc
import JarvisCore

/// Parses one expression from the cursor on, computing its value and written form together.
struct ExpressionParser {
    struct Term {
        var value: Double
        var written: Calculation.Parts
        /// In "50 plus 20 percent", the percentage is a share of the 50.
        var isPercentage = false
    }

    var cursor: WordCursor
    var operatorCount = 0
    var fault: Calculation.Fault?
    var hasFractions = false

    init(_ words: ArraySlice<String>) {
        cursor = WordCursor(Self.plain(words)[...])
    }

    /// The words with every operation in the wording that is parsed: "multiply by" becomes "times".
    private static func plain(_ words: ArraySlice<String>) -> [String] {
        var result: [String] = []
        var rest = words
        while let word = rest.first {
            if let found = phrase(.operation, in: rest) {
                result += found.text.split(separator: "-").map(String.init)
                rest = rest.dropFirst(found.length)
            } else {
                result.append(word)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The longest phrase with this role that the words begin with.
    private static func phrase(
        _ role: ValueRole, in words: ArraySlice<String>
    ) -> (text: String, number: Double, length: Int)? {
        guard let first = words.first else { return nil }
        let found = ValueLexicon.english.entries(of: first).filter {
            $0.role == role && words.dropFirst().starts(with: $0.rest)
        }
        return found.max { $0.rest.count < $1.rest.count }.map { ($0.text, $0.numbers.first ?? 0, $0.rest.count + 1) }
    }

    mutating func sum() -> Term? {
        guard var left = product() else { return nil }
        while true {
            // "Five less than twelve" names the twelve last.
            let isLess = cursor.accept("less", "than")
            if isLess || cursor.accept("more", "than") {
                operatorCount += 1
                guard let base = product() else { return nil }
                let amount = left.isPercentage ? base.value * left.value : left.value
                left = Term(
                    value: isLess ? base.value - amount : base.value + amount,
                    written: base.written + (isLess ? " − " : " + ") + left.written)
                continue
            }
            let isPlus = cursor.accept("plus")
            guard isPlus || cursor.accept("minus") || cursor.accept("less") else { return left }
            operatorCount += 1
            guard let right = product() else { return nil }
            let amount = right.isPercentage ? left.value * right.value : right.value
            left = Term(
                value: isPlus ? left.value + amount : left.value - amount,
                written: left.written + (isPlus ? " + " : " − ") + right.written)
        }
    }

    private mutating func product() -> Term? {
        guard var left = power() else { return nil }
        while true {
            if cursor.accept("times") || cursor.accept("x") || cursor.accept("multiplied", "by") {
                guard let right = operand() else { return nil }
                left = Term(value: left.value * right.value, written: left.written + " × " + right.written)
            } else if cursor.accept("divided", "by") || cursor.accept("over") {
                guard let right = operand() else { return nil }
                if right.value == 0 { fault = fault ?? .divisionByZero }
                left = Term(value: left.value / right.value, written: left.written + " ÷ " + right.written)
            } else if cursor.accept("modulo") || cursor.accept("mod") {
                guard let right = operand() else { return nil }
                if right.value == 0 { fault = fault ?? .divisionByZero }
                left = Term(value: fmod(left.value, right.value), written: left.written + " modulo " + right.written)
            } else if cursor.accept("of") {
                guard let right = operand() else { return nil }
                left = Term(value: left.value * right.value, written: left.written + " of " + right.written)
            } else if left.isPercentage, cursor.accept("off") {
                guard let right = operand() else { return nil }
                left = Term(value: right.value * (1 - left.value), written: left.written + " off " + right.written)
            } else {
                return left
            }
        }
    }

    private mutating func operand() -> Term? {
        operatorCount += 1
        return power()
    }

    private mutating func power() -> Term? {
        if cursor.accept("minus") || cursor.accept("negative") {
            return power().map { Term(value: -$0.value, written: "−" + $0.written) }
        }
        guard var base = primary() else { return nil }
        while true {
            if cursor.accept("squared") {
                base = raised(base, 2, "²")
            } else if cursor.accept("cubed") {
                base = raised(base, 3, "³")
            } else if cursor.accept("factorial") {
                base = factorial(of: base)
            } else if cursor.accept("percent") || cursor.accept("per", "cent") {
                base = Term(value: base.value / 100, written: base.written + "%", isPercentage: true)
            } else if let exponent = ordinalPower() {
                return raised(base, exponent, "^" + SpokenFormat.number(exponent))
            } else if cursor.accept("to", "the", "power", "of") || cursor.accept("raised", "to", "the", "power", "of")
                || cursor.accept("to", "the", "power")
            {
                guard let exponent = power() else { return nil }
                let isWhole = exponent.value == exponent.value.rounded() && exponent.value >= 0
                let suffix = isWhole ? "^" + exponent.written : " to the power of " + exponent.written
                return raised(base, exponent.value, suffix)
            } else {
                return base
            }
        }
    }

    /// "to the fifth power", "to the tenth"
    private mutating func ordinalPower() -> Double? {
        var ahead = cursor
        guard ahead.accept("to", "the") || ahead.accept("raised", "to", "the"),
            let ordinal = ValueParser(Array(ahead.rest.prefix(3))).ordinal(at: 0)
        else { return nil }
        ahead.advance(ordinal.end)
        _ = ahead.accept("power")
        cursor = ahead
        return Double(ordinal.value)
    }

    private mutating func raised(_ base: Term, _ exponent: Double, _ suffix: String) -> Term {
        raised(base, exponent, Calculation.Parts(parts: [.text(suffix)]))
    }

    private mutating func raised(_ base: Term, _ exponent: Double, _ suffix: Calculation.Parts) -> Term {
        operatorCount += 1
        if base.value == 0, exponent < 0 { fault = fault ?? .divisionByZero }
        let value = pow(base.value, exponent)
        if value.isNaN { fault = fault ?? .rootOfNegative }
        return Term(value: value, written: base.written + suffix)
    }

    private mutating func factorial(of base: Term) -> Term {
        operatorCount += 1
        let count = base.value
        guard count >= 0, count == count.rounded() else {
            fault = fault ?? .factorialOfOther
            return base
        }
        // 171! exceeds the range of `Double`.
        let value = count > 170 ? Double.infinity : count < 2 ? 1 : (2...Int(count)).reduce(1.0) { $0 * Double($1) }
        return Term(value: value, written: base.written + " factorial")
    }

    private mutating func primary() -> Term? {
        _ = cursor.accept("the")
        if let root = root() { return root }
        if let fold = Self.phrase(.fold, in: cursor.rest) {
            cursor.advance(fold.length)
            return folded(fold.text)
        }
        if let multiple = Self.phrase(.multiple, in: cursor.rest) {
            cursor.advance(multiple.length)
            return operand().map { term in
                let count = Calculation.Parts(parts: [.number(multiple.number)])
                return Term(value: multiple.number * term.value, written: count + " × " + term.written)
            }
        }
        if cursor.accept("factorial", "of") { return power().map { factorial(of: $0) } }
        if cursor.accept("(") {
            guard let inner = sum(), cursor.accept(")") else { return nil }
            return Term(value: inner.value, written: "(" + inner.written + ")")
        }
        if cursor.accept("pi") {
            operatorCount += 1
            return Term(value: .pi, written: Calculation.Parts(parts: [.text("π")]))
        }
        if cursor.accept("e") || cursor.accept("euler's", "number") {
            operatorCount += 1
            return Term(value: M_E, written: Calculation.Parts(parts: [.text("e")]))
        }
        guard let reading = NumberWords.readMagnitude(cursor.rest) else { return nil }
        let words = cursor.rest.prefix(reading.count)
        cursor.advance(reading.count)
        if let currency = Self.phrase(.currency, in: cursor.rest) { cursor.advance(currency.length) }
        guard words.contains(where: NumberWords.isFraction) else {
            return Term(value: reading.value, written: Calculation.Parts(parts: [.number(reading.value)]))
        }
        let isShare = cursor.peek() == "of"
        if !isShare { hasFractions = true }
        let inWords = words.joined(separator: " ")
        let text = isShare ? inWords : Fraction(reading.value).map(\.written) ?? inWords
        return Term(value: reading.value, written: Calculation.Parts(parts: [.text(text)]))
    }

    /// What is done with several numbers: "average of 3, 4 and 8", "remainder of 17 divided by 5".
    private mutating func folded(_ fold: String) -> Term? {
        if fold == "remainder" { return remainder() }
        let countBefore = operatorCount
        var items: [Term] = []
        while let item = product() {
            items.append(item)
            // Punctuation leaves no word, so that numbers may follow each other.
            _ = cursor.accept("and") || cursor.accept("plus")
            guard let next = cursor.peek(), ValueParser.mayBegin(next) else { break }
        }
        guard items.count > 1 else { return operatorCount > countBefore ? items.first : nil }
        operatorCount += 1
        let (values, joint): ([Double], String) = (items.map(\.value), fold == "product" ? " × " : " + ")
        if fold == "average" {
            let names = items.dropLast().dropFirst().reduce(items[0].written) { $0 + ", " + $1.written }
            return Term(
                value: values.reduce(0, +) / Double(values.count),
                written: "the average of " + names + " and " + items[items.count - 1].written)
        }
        return Term(
            value: fold == "product" ? values.reduce(1, *) : values.reduce(0, +),
            written: items.dropFirst().reduce(items[0].written) { $0 + joint + $1.written })
    }

    /// "17 divided by 5", as the numbers of which the remainder is wanted.
    private mutating func remainder() -> Term? {
        guard let left = power() else { return nil }
        guard cursor.accept("divided", "by") || cursor.accept("by") || cursor.accept("over"), let right = operand()
        else {
            return nil
        }
        if right.value == 0 { fault = fault ?? .divisionByZero }
        return Term(
            value: fmod(left.value, right.value),
            written: "the remainder of " + left.written + " ÷ " + right.written)
    }

    /// "square root of 81", "fourth root of 16"
    private mutating func root() -> Term? {
        let degree: Int
        if cursor.accept("square", "root", "of") || cursor.accept("root", "of")
            || cursor.accept("sqrt", "of") || cursor.accept("sqrt")
        {
            degree = 2
        } else if cursor.accept("cube", "root", "of") || cursor.accept("cubic", "root", "of") {
            degree = 3
        } else {
            var ahead = cursor
            guard let word = ahead.peek(), let place = CalendarNames.ordinals.firstIndex(of: word), place >= 1 else {
                return nil
            }
            ahead.advance()
            guard ahead.accept("root", "of") else { return nil }
            cursor = ahead
            degree = place + 1
        }
        guard let radicand = operand() else { return nil }
        if radicand.value < 0, degree % 2 == 0 { fault = fault ?? .rootOfNegative }
        let magnitude = degree == 2 ? abs(radicand.value).squareRoot() : Self.root(degree, of: abs(radicand.value))
        let name = degree == 3 ? "the cube root of " : "the \(SpokenFormat.ordinal(degree)) root of "
        return Term(
            value: radicand.value < 0 ? -magnitude : magnitude, written: (degree == 2 ? "√" : name) + radicand.written)
    }

    /// Exact if the root is a whole number.
    private static func root(_ degree: Int, of value: Double) -> Double {
        let root = degree == 3 ? cbrt(value) : pow(value, 1 / Double(degree))
        return pow(root.rounded(), Double(degree)) == value ? root.rounded() : root
    }
}

/// A number as a fraction in lowest terms.
package struct Fraction: Hashable, Sendable {
    package var numerator: Int
    package var denominator: Int

    /// Fails for whole numbers, for magnitudes of 10⁹ and more, and if no denominator up to 1000 fits.
    package init?(_ value: Double) {
        guard value.isFinite, abs(value) < 1e9, abs(value - value.rounded()) > 1e-9 else { return nil }
        for denominator in 2...1000 {
            let numerator = value * Double(denominator)
            guard abs(numerator - numerator.rounded()) < 1e-9 * Double(denominator) else { continue }
            self.numerator = Int(numerator.rounded())
            self.denominator = denominator
            return
        }
        return nil
    }

    /// "7/8", "2 1/2", "−1/3"
    package var written: String {
        let magnitude = abs(numerator)
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: denominator)
        return (numerator < 0 ? "−" : "") + (whole > 0 ? "\(whole) " : "") + "\(rest)/\(denominator)"
    }
}
