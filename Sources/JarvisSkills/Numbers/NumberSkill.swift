// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether numbers are prime, and finds their prime factors.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct NumberSkill: Skill {
    /// The largest number to factor. It needs a million trial divisions at most.
    static let largest = 1e12

    let help = CommandHelp(
        skill: "number", title: "Prime numbers",
        summary: "Checks whether a number is prime, and finds its prime factors.",
        examples: ["is ninety seven a prime number", "what are the prime factors of eighty four"],
        icon: "view-list-ordered-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["is {value:number} [a] prime [number]"], named: "math.prime", answer: Self.tellPrime),
            SkillIntent(
                .tells, ["what are the [prime] factors of {value:number}"],
                typed: ["[find] [the] [prime] factors of {value:number}"],
                named: "math.factors", answer: Self.tellFactors),
        ]
    }

    private static func tellPrime(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let value = invocation.number("value") else { throw SkillError("I didn't understand the number.") }
        let written = SpokenFormat.number(value, in: invocation.region)
        guard value == value.rounded() else { return SkillReply("No, only whole numbers can be prime.") }
        guard value <= largest else { return SkillReply("That number is too large for me.") }
        guard value >= 2 else {
            return SkillReply(
                "No, \(written) isn't prime. The smallest prime number is 2.", values: ["prime": "no"])
        }
        let factors = factors(of: Int(value))
        guard factors.count > 1 else {
            return SkillReply("Yes, \(written) is a prime number.", values: ["prime": "yes"])
        }
        return SkillReply(
            "No, \(written) isn't prime: it's \(product(factors, invocation.region)).", values: ["prime": "no"])
    }

    private static func tellFactors(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let value = invocation.number("value") else { throw SkillError("I didn't understand the number.") }
        guard value == value.rounded(), value >= 2 else {
            return SkillReply("Only whole numbers from 2 up have prime factors.")
        }
        guard value <= largest else { return SkillReply("That number is too large for me.") }
        let written = SpokenFormat.number(value, in: invocation.region)
        let factors = factors(of: Int(value))
        let values = ["factors": factors.map(String.init).joined(separator: " ")]
        guard factors.count > 1 else { return SkillReply("\(written) is a prime number.", values: values) }
        return SkillReply("\(written) is \(product(factors, invocation.region)).", values: values)
    }

    private static func product(_ factors: [Int], _ region: Region) -> String {
        factors.map { SpokenFormat.number(Double($0), in: region) }.joined(separator: " × ")
    }

    /// The prime factors, smallest first.
    static func factors(of number: Int) -> [Int] {
        var rest = number
        var factors: [Int] = []
        var divisor = 2
        while divisor * divisor <= rest {
            while rest % divisor == 0 {
                factors.append(divisor)
                rest /= divisor
            }
            divisor += divisor == 2 ? 1 : 2
        }
        return rest > 1 ? factors + [rest] : factors
    }
}
