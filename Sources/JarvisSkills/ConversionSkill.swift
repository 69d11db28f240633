// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between units of measurement.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ConversionSkill: Skill {
    let onlyTells = true
    let help = CommandHelp(
        skill: "conversion", title: "Unit conversion",
        summary: "Converts lengths, weights, volumes, temperatures, speeds, times, areas and data.",
        examples: [
            "convert ten kilometers to miles", "how many ounces are in a pound",
            "what is seventy degrees fahrenheit in celsius",
        ], icon: "object-flip-horizontal-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                [
                    "(convert|what's|what is|how (much|long|far|tall|heavy|hot|fast) is) {value:number} {from:unit} "
                        + "(to|into|in) {to:unit}",
                    "how many {to:unit} (are in|are there in|is|are|in) ({value:number}|a|an) {from:unit}",
                ],
                typed: [
                    "[convert|what is] {value:number} {from:unit} (to|in|into|as) {to:unit}",
                    "convert (a|an) {from:unit} (to|into) {to:unit}",
                    "how many {to:unit} (make|make up) (a|an) {from:unit}",
                    "(convert|change) {value:number} {from:unit} in {to:unit}",
                ], named: "convert", answer: Self.convert)
        ]
    }

    private static func convert(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let from = invocation.unit("from"), let to = invocation.unit("to") else {
            throw SkillError("I didn't understand the units.")
        }
        let value = invocation.number("value") ?? 1
        guard let exact = from.convert(value, to: to) else {
            return SkillReply("I can't convert \(from.plural) to \(to.plural), because they measure different things.")
        }
        let isTemperature = from.quantity == .temperature
        if isTemperature, from.convert(value, to: UnitTable.kelvin).map({ $0 < -1e-9 }) ?? false {
            return SkillReply("There is nothing that cold. Absolute zero is minus 273.15 degrees Celsius.")
        }
        // Temperatures have a zero in the middle of their scale: two decimals, however near to it.
        let result =
            isTemperature
            ? (exact * 100).rounded() / 100 : SpokenFormat.rounded(exact, digits: abs(exact) >= 100 ? 5 : 3)
        let isExact = abs(result - exact) <= abs(exact) * 1e-9 + 1e-9
        let verb = abs(value) == 1 || isTemperature || from.quantity != .time ? "is" : "are"
        return SkillReply(
            "\(from.phrase(value)) \(verb) \(isExact ? "" : "about ")\(to.phrase(result)).",
            values: [
                "value": SpokenFormat.canonical(value), "from": from.singular, "to": to.singular,
                "result": SpokenFormat.canonical(result),
            ])
    }
}
