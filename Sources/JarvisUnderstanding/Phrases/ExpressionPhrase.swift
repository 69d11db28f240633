// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic in words: "twelve times four", "twenty percent of fifty", "the square root of two squared plus (3 - 1)".

import Glibc

/// A calculation as it was said, with its result.
package struct Calculation: Hashable, Sendable {
    /// Why there is no result.
    package enum Fault: Error, Hashable, Sendable {
        case divisionByZero, rootOfNegative, tooLarge
    }

    /// "12 times 4"
    package var spoken: String
    package var result: Result<Double, Fault>

    package init(spoken: String, result: Result<Double, Fault>) {
        self.spoken = spoken
        self.result = result
    }
}

/// Reads arithmetic expressions by recursive descent with the usual precedence.
package enum ExpressionPhrase {
    /// The calculation that `words` are, all of them; nil when they are none or nothing but a number.
    package static func calculation(of words: some Collection<String>) -> Calculation? {
        let words = Array(words)
        // Longer ones are not speech, and nesting must not exhaust the stack.
        guard words.count >= 2, words.count <= 60 else { return nil }
        var parser = ExpressionParser(words[...])
        guard let term = parser.sum(), parser.cursor.rest.isEmpty, parser.operatorCount > 0 else { return nil }
        if let fault = parser.fault { return Calculation(spoken: term.spoken, result: .failure(fault)) }
        guard term.value.isFinite else { return Calculation(spoken: term.spoken, result: .failure(.tooLarge)) }
        return Calculation(spoken: term.spoken, result: .success(term.value))
    }
}

private struct ExpressionParser {
    struct Term {
        var value: Double
        var spoken: String
        /// "20 percent" in "50 plus 20 percent" means a share of the 50.
        var isPercentage = false
    }

    var cursor: WordCursor
    var operatorCount = 0
    var fault: Calculation.Fault?

    init(_ words: ArraySlice<String>) {
        cursor = WordCursor(words)
    }

    mutating func sum() -> Term? {
        guard var left = product() else { return nil }
        while true {
            let isPlus = cursor.accept("plus")
            guard isPlus || cursor.accept("minus") || cursor.accept("less") else { return left }
            operatorCount += 1
            guard let right = product() else { return nil }
            let amount = right.isPercentage ? left.value * right.value : right.value
            left = Term(
                value: isPlus ? left.value + amount : left.value - amount,
                spoken: left.spoken + (isPlus ? " plus " : " minus ") + right.spoken)
        }
    }

    private mutating func product() -> Term? {
        guard var left = power() else { return nil }
        while true {
            if cursor.accept("times") || cursor.accept("x") || cursor.accept("multiplied", "by") {
                guard let right = operand() else { return nil }
                left = Term(value: left.value * right.value, spoken: left.spoken + " times " + right.spoken)
            } else if cursor.accept("divided", "by") || cursor.accept("over") {
                guard let right = operand() else { return nil }
                if right.value == 0 { fault = fault ?? .divisionByZero }
                left = Term(value: left.value / right.value, spoken: left.spoken + " divided by " + right.spoken)
            } else if cursor.accept("of") {
                guard let right = operand() else { return nil }
                left = Term(value: left.value * right.value, spoken: left.spoken + " of " + right.spoken)
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
            return power().map { Term(value: -$0.value, spoken: "minus " + $0.spoken) }
        }
        guard var base = primary() else { return nil }
        while true {
            if cursor.accept("squared") {
                base = raised(base, 2, " squared")
            } else if cursor.accept("cubed") {
                base = raised(base, 3, " cubed")
            } else if cursor.accept("percent") || cursor.accept("per", "cent") {
                base = Term(value: base.value / 100, spoken: base.spoken + " percent", isPercentage: true)
            } else if cursor.accept("to", "the", "power", "of") || cursor.accept("raised", "to", "the", "power", "of") {
                guard let exponent = power() else { return nil }
                return raised(base, exponent.value, " to the power of " + exponent.spoken)
            } else {
                return base
            }
        }
    }

    private mutating func raised(_ base: Term, _ exponent: Double, _ suffix: String) -> Term {
        operatorCount += 1
        if base.value == 0, exponent < 0 { fault = fault ?? .divisionByZero }
        let value = pow(base.value, exponent)
        if value.isNaN { fault = fault ?? .rootOfNegative }
        return Term(value: value, spoken: base.spoken + suffix)
    }

    private mutating func primary() -> Term? {
        _ = cursor.accept("the")
        if cursor.accept("square", "root", "of") || cursor.accept("root", "of") {
            guard let radicand = operand() else { return nil }
            if radicand.value < 0 { fault = fault ?? .rootOfNegative }
            return Term(value: radicand.value.squareRoot(), spoken: "the square root of " + radicand.spoken)
        }
        if cursor.accept("cube", "root", "of") {
            guard let radicand = operand() else { return nil }
            return Term(value: cbrt(radicand.value), spoken: "the cube root of " + radicand.spoken)
        }
        if cursor.accept("(") {
            guard let inner = sum(), cursor.accept(")") else { return nil }
            return inner
        }
        guard let reading = NumberWords.readMagnitude(cursor.rest) else { return nil }
        let words = cursor.rest.prefix(reading.count)
        cursor.advance(reading.count)
        let isFraction = words.contains { ["half", "third", "thirds", "quarter", "quarters"].contains($0) }
        let spoken = isFraction ? words.joined(separator: " ") : SpokenFormat.number(reading.value)
        return Term(value: reading.value, spoken: spoken)
    }
}
