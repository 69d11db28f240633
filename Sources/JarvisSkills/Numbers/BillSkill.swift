// SPDX-License-Identifier: GPL-3.0-or-later
// Works out tips, and splits a bill between several people.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct BillSkill: Skill {
    let help = CommandHelp(
        skill: "bill", title: "Bills and tips", summary: "Works out tips and splits bills.",
        examples: [
            "what is a twenty percent tip on sixty dollars", "how much should i tip on eighty",
            "split ninety dollars between three people",
        ], icon: "jarvis-percent-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "(what's|what is) a {percent:number} percent tip on {bill:number} [(dollars|euros|pounds)]",
                    "how much should i tip on {bill:number} [(dollars|euros|pounds)]",
                ], named: "math.tip", answer: Self.tip),
            SkillIntent(
                .tells, ["split {bill:number} [(dollars|euros|pounds)] (between|among) {people:number} [people]"],
                typed: [
                    "split {bill:number} [(dollars|euros|pounds)] {people:number} ways",
                    "divide {bill:number} (dollars|euros|pounds) (between|among|by) {people:number} [people]",
                ], named: "math.split", answer: Self.split),
        ]
    }

    private static func tip(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let bill = invocation.number("bill") else { throw SkillError("I didn't understand the amount.") }
        guard bill > 0 else { return SkillReply("The bill has to be more than zero.") }
        let money = Money(invocation)
        guard let percent = invocation.number("percent") else {
            let tips = [15.0, 20].map { percent in
                "\(SpokenFormat.percent(percent)) is \(money.text(bill * percent / 100))"
            }
            return SkillReply(
                "On \(money.text(bill)), \(tips.joined(separator: " and ")).",
                values: ["bill": SpokenFormat.canonical(bill)])
        }
        let tip = Money.rounded(bill * percent / 100)
        let share = SpokenFormat.percent(percent, in: invocation.region)
        return SkillReply(
            "\(Self.article(percent)) \(share) tip on \(money.text(bill)) is \(money.text(tip)), "
                + "\(money.text(bill + tip)) in total.",
            values: ["tip": SpokenFormat.canonical(tip), "result": SpokenFormat.canonical(Money.rounded(bill + tip))])
    }

    /// "An 18%", "a 20%"
    private static func article(_ percent: Double) -> String {
        let whole = Int(percent)
        return whole == 8 || whole == 11 || whole == 18 || (80...89).contains(whole) ? "An" : "A"
    }

    private static func split(_ invocation: SkillInvocation) throws -> SkillReply {
        guard var bill = invocation.number("bill"), var people = invocation.number("people") else {
            throw SkillError("I didn't understand the amounts.")
        }
        // The number before the currency is the bill, in either order.
        if bill != people, number(before: currencies, in: invocation.words) == people { swap(&bill, &people) }
        guard people >= 1, people == people.rounded(), people <= 10_000 else {
            return SkillReply("I can only split it between a whole number of people.")
        }
        let money = Money(invocation)
        guard let percent = addedTip(invocation.words) else { return share(bill, people, money) }
        guard percent > 0 else {
            return SkillReply("Say the tip in percent too, for example \"with a twenty percent tip\".")
        }
        let whole = Money.rounded(bill * (1 + percent / 100))
        var reply = share(whole, people, money)
        reply.clauses.insert(
            "With \(Self.article(percent).lowercased()) \(SpokenFormat.percent(percent, in: invocation.region)) tip it's \(money.text(whole)) in total.",
            at: 0)
        return reply
    }

    private static let currencies: Set = ["dollars", "dollar", "bucks", "euros", "euro", "pounds", "pound", "quid"]

    /// The number directly before one of these words.
    private static func number(before nouns: Set<String>, in words: [String]) -> Double? {
        guard let place = words.firstIndex(where: nouns.contains) else { return nil }
        return (max(0, place - 8)..<place).lazy.compactMap { NumberWords.value(of: words[$0..<place]) }.first
    }

    private static func share(_ bill: Double, _ people: Double, _ money: Money) -> SkillReply {
        let cents = (bill * 100).rounded()
        let each = (cents / people).rounded(.down) / 100
        let left = Money.rounded(bill - each * people)
        let rest = left > 0 ? ", with \(money.text(left)) left over" : ""
        return SkillReply(
            "That's \(money.text(each)) each\(rest).",
            values: ["each": SpokenFormat.canonical(each), "left": SpokenFormat.canonical(left)])
    }

    /// The tip in percent from "with a twenty percent tip"; 0 for a tip without a figure, `nil` without a tip.
    private static func addedTip(_ words: [String]) -> Double? {
        guard words.contains("tip") || words.contains("tips") else { return nil }
        guard let sign = words.firstIndex(of: "percent") else { return 0 }
        let starts = (max(0, sign - 4)..<sign).map { $0 }
        return starts.lazy.compactMap { NumberWords.value(of: words[$0..<sign]) }.first ?? 0
    }
}

/// Formats amounts in the currency the request mentions, or without one.
struct Money {
    private let sign: String
    private let region: Region

    init(_ invocation: SkillInvocation) {
        region = invocation.region
        let words = Set(invocation.words)
        let text = invocation.utterance.text
        let signs: [(sign: String, words: Set<String>)] = [
            ("$", ["dollar", "dollars", "bucks"]), ("€", ["euro", "euros"]), ("£", ["pound", "pounds", "quid"]),
        ]
        sign = signs.first { text.contains($0.sign) || !words.isDisjoint(with: $0.words) }?.sign ?? ""
    }

    static func rounded(_ amount: Double) -> Double { (amount * 100).rounded() / 100 }

    /// "$12.50", "12,50 €", "12.5"
    func text(_ amount: Double) -> String {
        let amount = Self.rounded(amount)
        guard !sign.isEmpty else { return SpokenFormat.number(amount, in: region) }
        let cents = Int((abs(amount) * 100).rounded()) % 100
        let whole = SpokenFormat.number(abs(amount).rounded(.down), in: region)
        let figures = cents == 0 ? whole : "\(whole)\(region.decimalMark)\(cents.padded())"
        let minus = amount < 0 ? "−" : ""
        return region.decimalMark == "," ? "\(minus)\(figures) \(sign)" : "\(minus)\(sign)\(figures)"
    }
}
