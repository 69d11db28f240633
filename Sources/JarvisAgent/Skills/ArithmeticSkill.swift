// SPDX-License-Identifier: GPL-3.0-or-later
// Sums in words and digits.

import JarvisCore

struct ArithmeticSkill: Skill {
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
                answer: Self.calculate),
            SkillIntent(
                ["add {left:number} (and|to) {right:number}", "subtract {right:number} from {left:number}"],
                answer: Self.addOrSubtract),
            SkillIntent(
                ["(multiply|divide) {left:number} by {right:number}"], answer: Self.multiplyOrDivide),
        ]
    }

    private static func calculate(_ invocation: SkillInvocation) throws -> SkillReply {
        guard case .expression(let calculation) = invocation.slots["sum"] else {
            throw SkillError("I didn't understand the calculation.")
        }
        return reply(calculation)
    }

    private static func addOrSubtract(_ invocation: SkillInvocation) throws -> SkillReply {
        try combine(invocation, isFirst: invocation.words.first == "add", "plus", "minus") { $0 ? $1 + $2 : $1 - $2 }
    }

    private static func multiplyOrDivide(_ invocation: SkillInvocation) throws -> SkillReply {
        try combine(invocation, isFirst: invocation.words.first == "multiply", "times", "divided by") {
            $0 ? $1 * $2 : $1 / $2
        }
    }

    private static func combine(
        _ invocation: SkillInvocation, isFirst: Bool, _ first: String, _ second: String,
        _ operation: (Bool, Double, Double) -> Double
    ) throws -> SkillReply {
        guard let left = invocation.number("left"), let right = invocation.number("right") else {
            throw SkillError("I didn't understand the numbers.")
        }
        let spoken = "\(SpokenFormat.number(left)) \(isFirst ? first : second) \(SpokenFormat.number(right))"
        let value = operation(isFirst, left, right)
        let fault: Calculation.Fault = right == 0 ? .divisionByZero : .tooLarge
        return reply(Calculation(spoken: spoken, result: value.isFinite ? .success(value) : .failure(fault)))
    }

    private static func reply(_ calculation: Calculation) -> SkillReply {
        let subject = capitalised(calculation.spoken)
        switch calculation.result {
        case .success(let value):
            let canonical = SpokenFormat.canonical(value)
            // Noise in the last binary digits (0.1 + 0.2) is no reason to say "about".
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
