// SPDX-License-Identifier: GPL-3.0-or-later
// Flips coins and rolls dice: one or several, with any number of faces.

import JarvisAgent
import JarvisUnderstanding

extension ChanceSkill {
    /// The most coins or dice at once; more are no use to a listener.
    private static let most = 1000
    /// Up to this many results are read out one by one.
    private static let told = 10

    // MARK: Coins

    static func flip(_ invocation: SkillInvocation) -> SkillReply {
        guard let count = count(in: invocation.words) else { return tooMany("coins") }
        let sides = (0..<count).map { _ in invocation.choice(of: ["heads", "tails"], or: "heads") }
        let heads = sides.count { $0 == "heads" }
        let values = ["heads": String(heads), "tails": String(count - heads)]
        guard count > 1 else {
            return SkillReply("It's \(sides[0]).", values: values.merging(["side": sides[0]]) { $1 })
        }
        if heads == count || heads == 0 {
            return SkillReply("It's \(sides[0]) \(count == 2 ? "both times" : "all \(count) times").", values: values)
        }
        let sum = "\(times("heads", heads)) and \(times("tails", count - heads))"
        guard count > 2, count <= told else {
            return SkillReply(count == 2 ? "It's \(SpokenFormat.list(sides))." : "That's \(sum).", values: values)
        }
        return SkillReply("It's \(SpokenFormat.list(sides)). That's \(sum).", values: values)
    }

    /// "heads once", "tails 4 times"
    private static func times(_ side: String, _ count: Int) -> String {
        count == 1 ? "\(side) once" : count == 2 ? "\(side) twice" : "\(side) \(count) times"
    }

    // MARK: Dice

    static func roll(_ invocation: SkillInvocation) -> SkillReply {
        // "Roll 2d6 plus 3": without the 3 the answer would be wrong.
        if invocation.words.contains("plus") { return .notMine }
        let dice = dice(in: invocation.words)
        guard let count = dice.count else { return tooMany("dice") }
        guard (2...1000).contains(dice.faces) else { return SkillReply("My dice have 2 to 1000 sides.") }
        let faces = Array(1...dice.faces)
        let rolls = (0..<count).map { _ in invocation.choice(of: faces, or: 1) }
        let sum = rolls.reduce(0, +)
        let values = ["roll": String(sum), "count": String(count), "faces": String(dice.faces)]
        guard count > 1 else { return SkillReply("You rolled \(sum).", values: values) }
        guard count <= told else {
            return SkillReply("You rolled \(sum) with \(count) dice.", values: values)
        }
        return SkillReply(
            "You rolled \(SpokenFormat.list(rolls.map(String.init))), \(sum) in total.", values: values)
    }

    private static func tooMany(_ things: String) -> SkillReply {
        SkillReply("I can do 1 to \(most) \(things) at once.")
    }

    /// The number of coins or dice in "flip three coins", "flip a coin three times" or "toss it twice".
    /// - Returns: 1 if the words contain no number, and `nil` for a number that isn't whole or is out of range.
    private static func count(in words: [String]) -> Int? {
        if words.contains("twice") { return 2 }
        for place in words.indices {
            guard let reading = NumberWords.read(words[place...]) else { continue }
            return whole(reading.value)
        }
        return 1
    }

    /// The number of faces. Takes the absolute value, because the hyphen of "d-20" parses as a minus sign.
    private static func faceCount(_ value: Double) -> Int { Int(min(abs(value), 1e6)) }

    private static func whole(_ value: Double) -> Int? {
        (1...Double(most)).contains(value) && value == value.rounded() ? Int(value) : nil
    }

    /// The number of dice and of faces in "roll 2d6", "roll a d20", "roll two twenty sided dice" or "roll 3 dice".
    static func dice(in words: [String]) -> (count: Int?, faces: Int) {
        for place in words.indices {
            // "2d6" and "d20" arrive as a "d" before or between numbers.
            if words[place] == "d", let faces = NumberWords.read(words[(place + 1)...]) {
                return (count(in: Array(words[..<place])), faceCount(faces.value))
            }
            // "Twenty sided" holds one number, "two twenty sided" holds two.
            if words[place].hasPrefix("side"), place > 0 {
                return sided(Array(words[..<place]), behind: words[(place + 1)...])
            }
        }
        return (count(in: words), 6)
    }

    /// - Parameters:
    ///   - words: The words before "sided".
    ///   - behind: The words after it, such as "dice three times".
    private static func sided(_ words: [String], behind: ArraySlice<String>) -> (count: Int?, faces: Int) {
        var start = words.count
        var faces = 6
        // The longest number at the end: "a hundred" is one number, "two twenty" are two.
        for place in words.indices.reversed() {
            guard let reading = NumberWords.read(words[place...]), place + reading.count == words.count else {
                continue
            }
            (start, faces) = (place, faceCount(reading.value))
        }
        let before = count(in: Array(words[..<start]))
        return (before == 1 ? count(in: Array(behind)) : before, faces)
    }
}
