// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic in words: "twelve times four", "twenty percent of fifty", "the square root of two squared plus (3 - 1)".

import Glibc
package import JarvisCore

/// A spoken calculation with its result.
package struct Calculation: Hashable, Sendable {
    /// Why a calculation fails.
    package enum Fault: Error, Hashable, Sendable {
        case divisionByZero, rootOfNegative, tooLarge
        /// The factorial of a negative number or of a fraction.
        case factorialOfOther
    }

    package var result: Result<Double, Fault>
    /// True if the user spoke of thirds, quarters and the like, and may want the result as a fraction.
    package var hasFractions: Bool
    private let parts: Parts

    /// Text and numbers; each region formats the numbers in its own way.
    struct Parts: Hashable, Sendable {
        enum Part: Hashable, Sendable {
            case text(String)
            case number(Double)
        }
        var parts: [Part]

        func written(_ region: Region) -> String {
            parts.map { part in
                switch part {
                case .text(let text): text
                case .number(let value): SpokenFormat.number(value, in: region)
                }
            }.joined()
        }

        static func + (left: Parts, right: Parts) -> Parts { Parts(parts: left.parts + right.parts) }
        static func + (left: Parts, right: String) -> Parts { Parts(parts: left.parts + [.text(right)]) }
        static func + (left: String, right: Parts) -> Parts { Parts(parts: [.text(left)] + right.parts) }
    }

    init(_ parts: Parts, hasFractions: Bool = false, result: Result<Double, Fault>) {
        self.parts = parts
        self.result = result
        self.hasFractions = hasFractions
    }

    /// "12 × 4"
    package func written(in region: Region) -> String { parts.written(region) }

    /// Makes a calculation of two numbers with a sign between them.
    package init(_ left: Double, _ sign: String, _ right: Double, result: Result<Double, Fault>) {
        self.init(Parts(parts: [.number(left), .text(" \(sign) "), .number(right)]), result: result)
    }
}

/// Reads arithmetic expressions by recursive descent with the usual precedence.
package enum ExpressionPhrase {
    /// The calculation if all of `words` form one; nil otherwise, and for a single number.
    package static func calculation(of words: some Collection<String>) -> Calculation? {
        let words = Array(words)
        // Longer texts are not speech, and deep nesting must not exhaust the stack.
        guard words.count >= 2 || words == ["pi"], words.count <= 60 else { return nil }
        var parser = ExpressionParser(words[...])
        guard let term = parser.sum(), parser.cursor.rest.isEmpty, parser.operatorCount > 0 else { return nil }
        let result: Result<Double, Calculation.Fault> =
            if let fault = parser.fault {
                .failure(fault)
            } else if !term.value.isFinite {
                .failure(.tooLarge)
            } else {
                .success(term.value)
            }
        return Calculation(term.written, hasFractions: parser.hasFractions, result: result)
    }
}
