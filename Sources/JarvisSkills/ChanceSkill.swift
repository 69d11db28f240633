// SPDX-License-Identifier: GPL-3.0-or-later
// Flips coins, rolls dice and picks numbers.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ChanceSkill: Skill {
    let drawsAnew = true
    let help = CommandHelp(
        skill: "chance", title: "Coins and dice", summary: "Flips coins, rolls dice and picks numbers.",
        examples: [
            "flip a coin", "flip a coin three times", "roll a die", "roll two dice", "roll a d20",
            "pick a number between one and ten",
        ], icon: "applications-games-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["(flip|toss) a coin", "heads or tails", "(flip|toss) {count:number} coins"],
                typed: ["(flip|toss) (a|the) coin ({count:number} times|twice|again)"], named: "coin", answer: Self.flip
            ),
            SkillIntent(
                .tells, ["(roll|throw) (a|the) (die|dice)", "roll {count:number} dice"],
                typed: [
                    "[the] dice", "throw {count:number} dice", "roll (a|the) (die|dice) ({count:number} times|twice)",
                    "(roll|throw) {kind:text} sided (die|dice)", "roll [a|{count:number}] d {faces:number}",
                ], named: "dice", answer: Self.roll),
            SkillIntent(
                .tells, ["(pick|choose) a number (between|from) {low:number} (and|to) {high:number}"],
                typed: [
                    "[give me] a random number (between|from) {low:number} (and|to) {high:number}",
                    "[give me|pick|choose] [a] random number (up to|below|under|from one to) {high:number}",
                    "(pick|choose|give me) a number (up to|below|under) {high:number}", "[give me] a random number",
                ], named: "number.random", answer: Self.pick),
            SkillIntent(
                .tells, [], typed: ["(pick|choose|decide) between {first:text} (or|and) {second:text}"],
                answer: Self.choose),
        ]
    }

    private static func choose(_ invocation: SkillInvocation) -> SkillReply {
        let things = [invocation.text("first"), invocation.text("second")].compactMap { $0 }
        let chosen = invocation.choice(of: things, or: "")
        return chosen.isEmpty ? .notMine : SkillReply("I'd say \(chosen).", values: ["choice": chosen])
    }

    private static func pick(_ invocation: SkillInvocation) throws -> SkillReply {
        let isBelow = ["below", "under"].contains { invocation.words.contains($0) }
        let second = (invocation.number("high") ?? 100) - (isBelow ? 1 : 0)
        let first = invocation.number("low") ?? min(1, second)
        guard abs(first) <= 1e9, abs(second) <= 1e9 else {
            return SkillReply("I can pick between numbers up to a billion.")
        }
        let low = Int(min(first, second).rounded(.up))
        let high = Int(max(first, second).rounded(.down))
        guard low <= high else { return SkillReply("There's no whole number between those.") }
        let picked = low + min(max(invocation.services.pick(high - low + 1), 0), high - low)
        return SkillReply("I pick \(SpokenFormat.number(Double(picked))).", values: ["number": String(picked)])
    }
}
