// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisUnderstanding

struct ExpressionAndUnitTests {
    @Test(
        arguments: [
            ("two plus three times four", 14.0), ("(2+3)*4", 20), ("two minus minus three", 5), ("10 - 4 - 3", 3),
            ("a hundred and twenty divided by four", 30), ("2 x 3", 6), ("2x3", 6), ("7 times 6 plus 1", 43),
            ("twenty percent of fifty", 10), ("200 minus 10 percent", 180), ("50% of 50%", 0.25), ("three squared", 9),
            ("two cubed", 8), ("2^3", 8), ("minus three squared", -9), ("the square root of sixteen plus nine", 13),
            ("the cube root of 27", 3), ("half of ten", 5), ("a quarter of twenty", 5), ("two thirds of nine", 6),
            ("1 over 4", 0.25), ("2.5 * 2", 5), ("two point five times two", 5), ("√16", 4), ("5²", 25), ("-5 + 3", -2),
            ("5-3", 2), ("1,000 + 1", 1001),
            ("five factorial", 120), ("the factorial of six", 720), ("the fourth root of sixteen", 2), ("pi", .pi),
            ("two times pi", 2 * .pi), ("e squared", 7.38905609893065), ("two to the fifth power", 32),
            ("two to the tenth", 1024), ("seventeen mod five", 2), ("20 percent off 50", 40),
            ("one eighth plus three eighths", 0.5), ("three fifths times ten", 6), ("the cube root of minus 27", -3),
            ("minus two point five plus one", -1.5),
        ] as [(String, Double)])
    func calculates(text: String, value: Double) throws {
        let calculation = try #require(ExpressionPhrase.calculation(of: Utterance(text).words))
        let result = try calculation.result.get()
        #expect(abs(result - value) < 1e-9, "\(calculation.written(in: .unitedStates))")
    }

    @Test(
        arguments: [
            ("twelve times four", "12 × 4"), ("(2+3)*4", "(2 + 3) × 4"), ("7 minus 10", "7 − 10"),
            ("20 percent of 50", "20% of 50"), ("the square root of 81", "√81"), ("2^10", "2^10"), ("5²", "5²"),
            ("half of thirty", "half of 30"), ("three quarters plus one eighth", "3/4 + 1/8"), ("2 times pi", "2 × π"),
            ("five factorial", "5 factorial"), ("the cube root of 27", "the cube root of 27"), ("-5 + 3", "−5 + 3"),
        ] as [(String, String)])
    func writesCalculations(text: String, written: String) throws {
        let calculation = try #require(ExpressionPhrase.calculation(of: Utterance(text).words))
        #expect(calculation.written(in: .unitedStates) == written)
    }

    @Test(arguments: [(0.875, "7/8"), (2.5, "2 1/2"), (-1.0 / 3, "−1/3"), (2, ""), (.pi, "")] as [(Double, String)])
    func writesFractions(value: Double, written: String) {
        #expect((Fraction(value)?.written ?? "") == written)
    }

    @Test(
        arguments: [
            ("five divided by zero", Calculation.Fault.divisionByZero), ("1/(2-2)", .divisionByZero),
            ("zero to the power of minus one", .divisionByZero), ("the square root of minus four", .rootOfNegative),
            ("ten to the power of one thousand", .tooLarge), ("two point five factorial", .factorialOfOther),
            ("500 factorial", .tooLarge), ("the fourth root of minus one", .rootOfNegative),
        ] as [(String, Calculation.Fault)])
    func invalidCalculationsReportTheirFault(text: String, fault: Calculation.Fault) throws {
        let calculation = try #require(ExpressionPhrase.calculation(of: Utterance(text).words))
        #expect(throws: fault) { try calculation.result.get() }
    }

    @Test(arguments: [
        "", "five", "plus", "five plus", "times four", "(1+2", "1+2)", "five apples", "one two plus", "minus",
    ])
    func rejectsTextWithoutACalculation(text: String) {
        #expect(ExpressionPhrase.calculation(of: Utterance(text).words) == nil)
    }

    @Test func deepNestingIsRejected() {
        let text = String(repeating: "(", count: 5000) + "1+1" + String(repeating: ")", count: 5000)
        #expect(ExpressionPhrase.calculation(of: Utterance(text).words) == nil)
    }

    @Test(
        arguments: [
            (1.0, "mile", "kilometers", 1.609344), (100, "celsius", "fahrenheit", 212),
            (0, "kelvin", "celsius", -273.15),
            (1, "pound", "grams", 453.59237), (1, "acre", "square meters", 4046.8564224), (8, "bits", "byte", 1),
            (1, "knot", "kilometers per hour", 1.852), (1, "week", "hours", 168), (3, "feet", "yard", 1),
            (1, "imperial gallon", "imperial pints", 8), (1, "gallon", "cups", 16), (1, "tablespoon", "teaspoons", 3),
            (1, "stone", "pounds", 14), (1, "square foot", "square inches", 144), (36, "km", "mi", 22.369362920544),
        ] as [(Double, String, String, Double)])
    func convertsUnits(value: Double, from: String, to: String, expected: Double) throws {
        let source = try #require(UnitPhrase.unit(of: Utterance(from).words))
        let target = try #require(UnitPhrase.unit(of: Utterance(to).words))
        let result = try #require(source.convert(value, to: target))
        #expect(abs(result - expected) < 1e-6 * max(1, abs(expected)))
    }

    @Test func everyUnitOfItsVocabularyIsUnderstood() {
        for unit in UnitPhrase.vocabulary { #expect(UnitPhrase.unit(of: Utterance(unit).words) != nil, "\(unit)") }
    }

    @Test func differentQuantitiesDoNotConvert() throws {
        let mile = try #require(UnitPhrase.unit(of: ["mile"]))
        let kilogram = try #require(UnitPhrase.unit(of: ["kg"]))
        #expect(mile.convert(1, to: kilogram) == nil)
    }
}
