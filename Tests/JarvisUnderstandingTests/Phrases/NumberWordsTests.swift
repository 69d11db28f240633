// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisUnderstanding

struct NumberWordsTests {
    @Test(
        arguments: [
            ("zero", 0.0), ("seven", 7), ("nineteen", 19), ("twenty", 20), ("twenty five", 25), ("twenty-five", 25),
            ("ninety nine", 99), ("a hundred", 100), ("one hundred", 100), ("a hundred and twenty", 120),
            ("one hundred twenty three", 123), ("fifteen hundred", 1500), ("two thousand", 2000),
            ("two thousand and one", 2001), ("two thousand five hundred", 2500), ("a thousand two hundred", 1200),
            ("three million four hundred thousand", 3_400_000), ("two point five", 2.5), ("point five", 0.5),
            ("zero point zero one", 0.01), ("two point two five", 2.25), ("minus three", -3), ("negative ten", -10),
            ("minus two point five", -2.5), ("one and a half", 1.5), ("two and three quarters", 2.75), ("half", 0.5),
            ("a half", 0.5), ("a quarter", 0.25), ("three quarters", 0.75), ("two thirds", 2.0 / 3), ("a dozen", 12),
            ("42", 42), ("2.5", 2.5), ("1,234", 1234), ("1,234,567", 1_234_567), ("-7", -7), ("2.5 million", 2_500_000),
            ("5 thousand", 5000), ("two point five million", 2_500_000), ("one billion", 1e9), ("twelve", 12),
        ] as [(String, Double)])
    func readsNumber(text: String, value: Double) {
        #expect(NumberWords.value(of: Utterance(text).words) == value)
    }

    @Test(arguments: [
        "", "and", "point", "minus", "five and seven", "seven thirty", "twenty twenty", "hundred", "a", "one two",
        "thousand thousand", "twenty eleven", "five o'clock", "two point", "ten minutes", "1.2.3", "7:30", "and five",
        "a five", "zero hundred and",
    ])
    func rejectsTextThatIsNotANumber(text: String) {
        #expect(NumberWords.value(of: Utterance(text).words) == nil)
    }

    @Test func everyNumberBelowAThousandIsReadFromItsWords() {
        for number in 0..<1000 {
            #expect(NumberWords.value(of: Self.words(number)) == Double(number), "\(number)")
        }
    }

    private static func words(_ number: Int) -> [String] {
        let small = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
        if number >= 100 {
            return [small[number / 100], "hundred"] + (number % 100 == 0 ? [] : ["and"] + words(number % 100))
        }
        if number < 20 { return [small[number]] }
        return [tens[number / 10 - 2]] + (number % 10 == 0 ? [] : [small[number % 10]])
    }
}
