// SPDX-License-Identifier: GPL-3.0-or-later
// Sums in words and digits.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ArithmeticSkill: Skill {
    let onlyTells = true
    let help = CommandHelp(
        skill: "arithmetic", title: "Calculator",
        summary: "Adds, subtracts, multiplies, divides, takes roots and percentages.",
        examples: [
            "what is twelve times four", "what's twenty percent of fifty", "what is the square root of two",
            "how much is one hundred divided by eight",
        ], icon: "accessories-calculator-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                ["(what's|what is|how much is|calculate|compute|work out) {sum:expression}"],
                typed: ["{sum:expression}", "how much does {sum:expression} make", "solve {sum:expression}"],
                named: "math.calculate", answer: Self.calculate),
            // One shape for all four: each slot costs the recognizer a copy of all numbers.
            SkillIntent(
                ["(add|subtract|multiply|divide) {left:number} (and|to|from|by) {right:number}"], named: "math.combine",
                answer: Self.combine),
        ]
    }

    private static func calculate(_ invocation: SkillInvocation) throws -> SkillReply {
        guard case .expression(let calculation) = invocation.slots["sum"] else {
            throw SkillError("I didn't understand the calculation.")
        }
        return reply(calculation)
    }

    private static func combine(_ invocation: SkillInvocation) throws -> SkillReply {
        guard var left = invocation.number("left"), var right = invocation.number("right") else {
            throw SkillError("I didn't understand the numbers.")
        }
        let verb = invocation.words.first ?? ""
        // "Subtract three from ten" names what is taken away first.
        if verb == "subtract" { swap(&left, &right) }
        let (sign, value): (String, Double) =
            switch verb {
            case "subtract": ("minus", left - right)
            case "multiply": ("times", left * right)
            case "divide": ("divided by", left / right)
            default: ("plus", left + right)
            }
        let fault: Calculation.Fault = verb == "divide" && right == 0 ? .divisionByZero : .tooLarge
        return reply(
            Calculation(
                spoken: "\(SpokenFormat.number(left)) \(sign) \(SpokenFormat.number(right))",
                result: value.isFinite ? .success(value) : .failure(fault)))
    }

    private static func reply(_ calculation: Calculation) -> SkillReply {
        let subject = capitalised(calculation.spoken)
        switch calculation.result {
        case .success(let value):
            let canonical = SpokenFormat.canonical(value)
            // Noise in the last binary digits (0.1 + 0.2) is not a reason to say "about".
            let isExact = Double(canonical).map { abs($0 - value) <= abs(value) * 1e-12 } ?? false
            return SkillReply(
                "\(subject) is \(isExact ? "" : "about ")\(SpokenFormat.number(value)).", values: ["result": canonical])
        case .failure(.divisionByZero):
            return SkillReply("Nothing can be divided by zero, so there is no answer to that one.")
        case .failure(.rootOfNegative):
            return SkillReply("That has no real answer, because it takes the root of a negative number.")
        case .failure(.tooLarge):
            return SkillReply("That number is too large for me.")
        }
    }

    private static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
