// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between units of measurement.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ConversionSkill: Skill {
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
                .tells,
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
                    "how many {to:unit} (are|are there) in {value:number} [of] (a|an) {from:unit}",
                    "if i have {value:number} {from:unit} how many {to:unit} is that",
                    "{value:number} {from:unit} is [equal to] how many {to:unit}",
                    "what is the (number|total number|amount) of {to:unit} in ({value:number}|a|an) {from:unit}",
                    "[what is] the conversion (from|between) {from:unit} (to|and) {to:unit}",
                    "[is there an] easy way to change {from:unit} (to|into) {to:unit}",
                ] + Self.compound, named: "convert", answer: Self.convert)
        ]
    }

    /// "Multiply by 1.8 and add 32", for temperatures without an amount: a single degree would say little of them.
    private static func rule(_ from: Unit, _ to: Unit, _ invocation: SkillInvocation) -> SkillReply? {
        let region = invocation.region
        guard from.quantity == .temperature, invocation.number("value") == nil,
            Set(invocation.words).isDisjoint(with: ["a", "an", "degree"]),
            let zero = from.convert(0, to: to), let one = from.convert(1, to: to), let sample = from.convert(20, to: to)
        else { return nil }
        let factor = SpokenFormat.rounded(one - zero, digits: 4)
        let added = SpokenFormat.rounded(zero, digits: 5)
        let multiplied = factor == 1 ? "" : "multiply by \(SpokenFormat.number(factor, in: region))"
        let shifted =
            abs(added) < 0.005
            ? "" : "\(added > 0 ? "add" : "subtract") \(SpokenFormat.number(abs(added), in: region))"
        let rule = [multiplied, shifted].filter { !$0.isEmpty }.joined(separator: " and ")
        guard let first = rule.first else { return nil }
        return SkillReply(
            "\(first.uppercased())\(rule.dropFirst()): \(from.phrase(20, in: region)) is "
                + "\(to.phrase(rounded(sample, of: to), in: region)).",
            values: [
                "from": from.singular, "to": to.singular, "result": SpokenFormat.canonical(rounded(one, of: to)),
            ])
    }

    /// With a unit of volume, an ounce is a fluid ounce.
    private static func fluid(_ from: Unit, _ to: Unit) -> (Unit, Unit) {
        func fluid(_ unit: Unit, beside other: Unit) -> Unit {
            unit == UnitTable.ounce && other.quantity == .volume ? UnitTable.fluidOunce : unit
        }
        return (fluid(from, beside: to), fluid(to, beside: from))
    }

    /// Patterns for compound measures: "5 feet 11 in centimeters", "80 kilos in pounds and ounces".
    private static let compound: [String] = {
        let opening = "[convert|change|what's|what is|how (much|long|far|tall|heavy) is]"
        return [
            "\(opening) {value:number} {from:unit} [and] {more:number} [{less:unit}] (to|in|into|as) {to:unit}",
            "\(opening) (a|an|one) {from:unit} and {more:number} (to|in|into|as) {to:unit}",
            "how many {to:unit} (are in|are there in|is|are|in) (a|an|one) {from:unit} and {more:number}",
            "\(opening) {value:number} {from:unit} (to|in|into|as) {to:unit} and {rest:unit}",
            "how many {to:unit} (are in|in) {value:number} {from:unit} [and] {more:number} [{less:unit}]",
        ]
    }()

    /// True if the amount belongs to the other unit: "what amount of millimeters are in 50 kilometers".
    private static func isReversed(_ from: Unit, _ to: Unit, _ invocation: SkillInvocation) -> Bool {
        guard from != to, let value = invocation.number("value") else { return false }
        let amounts = ValueChart(invocation.utterance.words).entries.compactMap { entry in
            if case .quantity(let measures)? = entry.readings.first?.value, measures.count == 1 {
                measures.first
            } else {
                nil
            }
        }
        guard amounts.count == 1, let amount = amounts.first else { return false }
        return amount.amount == value && local(amount.unit, invocation.region) == to
    }

    /// The amount of a unit as the whole phrase gives it, of which the request's value may be only the end: 1.5 for "a
    /// pound and a half"; nil if no single amount is said.
    private static func wholeAmount(of unit: Unit, _ invocation: SkillInvocation) -> Double? {
        // Behind "in", the length of a time would be read as a moment, and what stands before it goes with no unit behind.
        let values = invocation.utterance.words.split(separator: "in").flatMap { words in
            ValueChart(Array(words)).entries.compactMap { $0.readings.first?.value }
        }
        let amounts = values.compactMap { value -> Double? in
            switch value {
            case .quantity(let measures)
            where measures.count == 1 && local(measures[0].unit, invocation.region) == unit:
                measures[0].amount
            case .duration(let length) where unit.quantity == .time: amount(of: unit, in: length)
            default: nil
            }
        }
        return amounts.count == 1 ? amounts[0] : nil
    }

    private static func amount(of unit: Unit, in length: CalendarDuration) -> Double? {
        if length.months == 0 { return (Double(length.days) * 86_400 + length.seconds) / unit.factor }
        guard length.days == 0, length.seconds == 0 else { return nil }
        return unit.singular == "year"
            ? Double(length.months) / 12 : unit.singular == "month" ? Double(length.months) : nil
    }

    private static func convert(_ invocation: SkillInvocation) throws -> SkillReply {
        let region = invocation.region
        guard let said = invocation.unit("from").map({ local($0, region) }),
            let wanted = invocation.unit("to").map({ local($0, region) })
        else { throw SkillError("I didn't understand the units.") }
        let (from, to) = isReversed(said, wanted, invocation) ? fluid(wanted, said) : fluid(said, wanted)
        if let rule = rule(from, to, invocation) { return rule }
        var value = invocation.number("value") ?? 1
        let more = invocation.number("more")
        let isSplit = invocation.unit("less") == nil && (more ?? 0) < 1
        let whole = isSplit ? wholeAmount(of: from, invocation) : nil
        if let whole { value = whole }
        var base = value
        var subject = from.phrase(value, in: region)
        if let more, whole == nil {
            guard let less = invocation.unit("less") ?? smaller(from) else {
                return SkillReply("Say what unit \(SpokenFormat.number(more, in: region)) is in, too.")
            }
            guard let added = less.convert(more, to: from) else { return mismatch(less, from) }
            base += added
            subject += " " + less.phrase(more, in: region)
        }
        guard let exact = from.convert(base, to: to) else { return mismatch(from, to) }
        if from.quantity == .temperature, from.convert(base, to: UnitTable.kelvin).map({ $0 < -1e-9 }) ?? false {
            return SkillReply("Nothing gets that cold. Absolute zero is −273.15 °C.")
        }
        var values = ["value": SpokenFormat.canonical(base), "from": from.singular, "to": to.singular]
        if let rest = invocation.unit("rest") {
            return parted(subject, exact, to, rest, region, values)
        }
        let result = rounded(exact, of: to)
        let isExact = abs(result - exact) <= abs(exact) * 1e-9 + 1e-9
        let isPlural = from.quantity == .time && abs(base) != 1
        values["result"] = SpokenFormat.canonical(result)
        return SkillReply(
            "\(subject) \(isPlural ? "are" : "is") \(isExact ? "" : "about ")\(to.phrase(result, in: region)).",
            values: values)
    }

    /// Rounds a temperature to one decimal, since significant digits make little sense around zero; other values to 3
    /// to 5 significant digits.
    private static func rounded(_ value: Double, of unit: Unit) -> Double {
        unit.quantity == .temperature
            ? (value * 10).rounded() / 10 : SpokenFormat.rounded(value, digits: abs(value) >= 100 ? 5 : 3)
    }

    /// A result in two units: "176 pounds and 5.92 ounces".
    private static func parted(
        _ subject: String, _ exact: Double, _ unit: Unit, _ rest: Unit, _ region: Region, _ values: [String: String]
    ) -> SkillReply {
        guard let perUnit = unit.convert(1, to: rest), unit.quantity != .temperature else {
            return mismatch(unit, rest)
        }
        guard perUnit > 1 else {
            return SkillReply("Say the larger unit first, as in \"feet and inches\".")
        }
        // Round first, then split, so the rest can never be 12 inches.
        let total = rounded(exact * perUnit, of: rest)
        let whole = (total / perUnit + 1e-9).rounded(.down)
        let left = SpokenFormat.rounded(max(0, total - whole * perUnit), digits: 3)
        let isExact = abs(total - exact * perUnit) < 1e-9 * abs(total)
        var values = values
        values["result"] = SpokenFormat.canonical(whole)
        values["rest"] = SpokenFormat.canonical(left)
        let figures = left == 0 ? "" : " and \(rest.phrase(left, in: region))"
        return SkillReply(
            "\(subject) is \(isExact ? "" : "about ")\(unit.phrase(whole, in: region))\(figures).", values: values)
    }

    private static func mismatch(_ from: Unit, _ to: Unit) -> SkillReply {
        SkillReply("I can't convert \(from.plural) to \(to.plural), because they measure different things.")
    }

    /// The smaller unit that people leave out after this one: "5 feet 11".
    private static func smaller(_ unit: Unit) -> Unit? {
        switch unit.singular {
        case "foot": UnitTable.inch
        case "pound": UnitTable.ounce
        case "meter": UnitTable.centimeter
        default: nil
        }
    }

    /// Uses imperial pints and gallons in Britain and Ireland, where they differ from the American ones.
    private static func local(_ unit: Unit, _ region: Region) -> Unit {
        guard region.country == "GB" || region.country == "IE" else { return unit }
        switch unit.singular {
        case "pint": return UnitTable.imperialPint
        case "gallon": return UnitTable.imperialGallon
        default: return unit
        }
    }
}
