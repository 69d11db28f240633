// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates expressions in words or digits.

import Glibc
import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ArithmeticSkill: Skill {
    let help = CommandHelp(
        skill: "arithmetic", title: "Calculator",
        summary: "Adds, subtracts, multiplies, divides, takes roots, powers, factorials and percentages.",
        examples: [
            "what is twelve times four", "what's twenty percent of fifty", "what is the square root of two",
            "how much is one hundred divided by eight", "what percentage is thirty of one hundred and twenty",
        ], icon: "accessories-calculator-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["(what's|what is|how much is|calculate|compute|work out) {sum:expression}"],
                typed: [
                    "{sum:expression}", "how much does {sum:expression} make",
                    "(solve|find|do|take|give me|provide) {sum:expression}",
                    "(what's|what is) the value of {sum:expression}",
                    "[what's|what is] the (answer|result) (to|of) {sum:expression}",
                    "what {sum:expression} (is|equals)",
                    "what does {sum:expression} (equal|make|come to)", "{sum:expression} (equals|is) [what]",
                ],
                named: "math.calculate", answer: Self.calculate),
            SkillIntent(.tells, [], typed: Self.roundings, named: "math.round", answer: Self.round),
            SkillIntent(
                .tells, [],
                typed: [
                    "(solve|do|help me with) [a|this|my] math [problem]", "do algebra",
                    "how (do i|to) solve this math (problem|equation)",
                ], answer: Self.ask),
            // One pattern for all four operations: each slot costs the recognizer a copy of all numbers.
            SkillIntent(
                .tells, ["(add|subtract|multiply|divide) {left:number} (and|to|from|by|with) {right:number}"],
                typed: [
                    "how (many times|often) (does|can) {left:number} go into {right:number}",
                    "how many times is {left:number} in {right:number}",
                    "(take|take away|deduct) {left:number} from {right:number}",
                    "[what's|what is] [the] difference (between|of) {left:number} and {right:number}",
                ], named: "math.combine",
                answer: Self.combine),
            SkillIntent(
                .tells, ["what percentage is {part:number} of {whole:number}"],
                typed: [
                    "what (percent|percentage) of {whole:number} is {part:number}",
                    "{part:number} is what (percent|percentage) of {whole:number}",
                ], named: "math.percentage", answer: Self.percentage),
        ]
    }

    /// A sum or a number with the decimals that the answer should have: "seven divided by three to two decimals".
    private static let roundings: [String] = {
        let asking = "[what's|what is|how much is|calculate|compute|work out|give me|round|round off]"
        let places = "(decimals|decimal|decimal places|decimal place|places|digits after the point)"
        let rounded = "[rounded|rounded off|correct|accurate|exact]"
        let nearest = "[the] (nearest|closest) {unit:text}"
        return ["{sum:expression}", "{value:number}"].flatMap { sum in
            [
                "\(asking) \(sum) \(rounded) (to|with) {places:number} \(places)",
                "\(asking) \(sum) [rounded|rounded off] to \(nearest)",
                "(round|round off) \(sum) to \(nearest)",
                "to {places:number} \(places) [what's|what is|how much is] \(sum)",
                "(round|round off) \(sum)", "\(asking) \(sum) (rounded|rounded off)",
            ]
        }
    }()

    /// What numbers are rounded to by name.
    private static let steps: [String: Double] = [
        "whole": 1, "whole number": 1, "integer": 1, "one": 1, "unit": 1, "ten": 10, "tens": 10, "hundred": 100,
        "thousand": 1000, "million": 1_000_000, "tenth": 0.1, "hundredth": 0.01, "thousandth": 0.001, "half": 0.5,
        "quarter": 0.25, "cent": 0.01, "penny": 0.01, "dollar": 1, "euro": 1, "pound": 1, "five": 5, "fifty": 50,
    ]
    /// More decimals are not shown.
    private static let mostPlaces = 6.0

    private static func round(_ invocation: SkillInvocation) -> SkillReply {
        let region = invocation.region
        let written: String
        let value: Double
        if case .expression(let calculation) = invocation.slots["sum"] {
            guard case .success(let result) = calculation.result else { return reply(calculation, region) }
            (written, value) = (calculation.written(in: region), result)
        } else if let number = invocation.number("value") {
            (written, value) = (SpokenFormat.number(number, in: region), number)
        } else {
            return .notMine
        }
        var step = 1.0
        if let name = invocation.text("unit") {
            guard let named = steps[Utterance(name).words.joined(separator: " ")] else { return .notMine }
            step = named
        } else if let places = invocation.number("places") {
            guard (0...12).contains(places), places.rounded() == places else { return .notMine }
            guard places <= mostPlaces else { return SkillReply("I can give up to six decimals.") }
            step = pow(10, -places)
        }
        let result = step < 1 ? (value * (1 / step)).rounded() / (1 / step) : (value / step).rounded() * step
        let subject = written.capitalizedFirst
        let isExact = abs(result - value) <= abs(value) * 1e-12
        return SkillReply(
            "\(subject) is \(isExact ? "" : "about ")\(SpokenFormat.number(result, in: region)).",
            values: ["result": SpokenFormat.canonical(result)])
    }

    /// Offers to calculate to one who names no sum.
    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("Sure. What should I calculate?", followUp: .dictation)
    }

    private static func calculate(_ invocation: SkillInvocation) throws -> SkillReply {
        guard case .expression(let calculation) = invocation.slots["sum"] else {
            throw SkillError("I didn't understand the calculation.")
        }
        return reply(calculation, invocation.region)
    }

    private static func combine(_ invocation: SkillInvocation) throws -> SkillReply {
        guard var left = invocation.number("left"), var right = invocation.number("right") else {
            throw SkillError("I didn't understand the numbers.")
        }
        let words = Set(invocation.words)
        let isHowOften =
            words.contains("into") || words.contains("how") && !words.isDisjoint(with: ["times", "often"])
        let isDivision = isHowOften || !words.isDisjoint(with: ["divide", "divided"])
        let isDifference = !words.isDisjoint(with: ["subtract", "take", "deduct", "difference"])
        // "Subtract three from ten" and "how many times does three go into ten" name the ten last.
        if isDifference && !words.contains("difference") || isHowOften { swap(&left, &right) }
        let operation: (sign: String, value: Double)? =
            if isDifference {
                ("−", left - right)
            } else if isDivision {
                ("÷", left / right)
            } else if !words.isDisjoint(with: ["multiply", "multiplied", "product", "times", "x"]) {
                ("×", left * right)
            } else if !words.isDisjoint(with: ["add", "added", "adding", "plus", "sum", "total", "and"]) {
                ("+", left + right)
            } else {
                nil
            }
        // An operation is read, never guessed.
        guard let (sign, value) = operation else { return .notMine }
        let fault: Calculation.Fault = sign == "÷" && right == 0 ? .divisionByZero : .tooLarge
        let calculation = Calculation(left, sign, right, result: value.isFinite ? .success(value) : .failure(fault))
        return reply(calculation, invocation.region)
    }

    private static func percentage(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let part = invocation.number("part"), let whole = invocation.number("whole") else {
            throw SkillError("I didn't understand the numbers.")
        }
        // "Seventeen percent of three fifty" asks for an amount.
        let words = invocation.words
        guard let sign = words.firstIndex(where: ["percent", "percentage"].contains),
            !words[..<sign].contains(where: { NumberWords.value(of: [$0]) != nil })
                || words.contains("what")
                    && words.firstIndex(of: "what") == sign - 1
        else { return .notMine }
        guard whole != 0 else { return SkillReply("I can't work out a percentage of zero.") }
        let region = invocation.region
        let percent = SpokenFormat.rounded(part / whole * 100, digits: 4)
        let isExact = abs(percent - part / whole * 100) < 1e-9 * abs(percent)
        return SkillReply(
            "\(SpokenFormat.number(part, in: region)) is \(isExact || percent == 0 ? "" : "about ")"
                + "\(SpokenFormat.percent(percent, in: region)) of \(SpokenFormat.number(whole, in: region)).",
            values: ["result": SpokenFormat.canonical(percent)])
    }

    private static func reply(_ calculation: Calculation, _ region: Region) -> SkillReply {
        switch calculation.result {
        case .success(let value):
            let written = calculation.written(in: region)
            // "π" and "√81" have no capital letter.
            let isWord = written.utf8.first.map { $0 < 0x80 } ?? false
            let subject = isWord ? written.capitalizedFirst : written
            let canonical = SpokenFormat.canonical(value)
            // Noise in the last binary digits (0.1 + 0.2) doesn't warrant "about".
            let isExact = Double(canonical).map { abs($0 - value) <= abs(value) * 1e-12 } ?? false
            let decimal = "\(isExact ? "" : "about ")\(SpokenFormat.number(value, in: region))"
            if calculation.hasFractions, let fraction = Fraction(value) {
                return SkillReply("\(subject) is \(fraction.written), or \(decimal).", values: ["result": canonical])
            }
            return SkillReply("\(subject) is \(decimal).", values: ["result": canonical])
        case .failure(.divisionByZero):
            return SkillReply("You can't divide by zero.")
        case .failure(.rootOfNegative):
            return SkillReply("A negative number has no real square root.")
        case .failure(.factorialOfOther):
            return SkillReply("Only whole numbers from zero up have a factorial.")
        case .failure(.tooLarge):
            return SkillReply("That number is too large for me.")
        }
    }
}
