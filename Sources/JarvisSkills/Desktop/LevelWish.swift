// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the wanted change of a volume or brightness: "by 20 percent", "to half", "a bit more", "maximum". Pure.

import JarvisCore
import JarvisUnderstanding

/// Parses a change of level from the words of a request.
enum LevelWish {
    /// The direction of a request; `to` if it names the level itself.
    enum Direction {
        case up, down, to
    }

    /// The step for "a lot louder", as a share of full scale.
    private static let stride = 0.25
    /// The level for "minimum": as low as is still useful.
    private static let least = 0.05

    private static let most: Set<String> = [
        "maximum", "max", "full", "fully", "highest", "loudest", "brightest", "limit", "top",
    ]
    private static let fewest: Set<String> = ["minimum", "min", "lowest", "quietest", "dimmest", "darkest"]
    private static let middle: Set<String> = ["halfway", "middle"]
    private static let much: Set<String> = ["lot", "lots", "much", "way", "loads", "significantly", "considerably"]
    private static let upward: Set<String> = [
        "up", "louder", "higher", "more", "raise", "increase", "boost", "brighter",
    ]
    private static let downward: Set<String> = [
        "down", "quieter", "softer", "lower", "less", "reduce", "decrease", "dimmer", "darker", "dim",
    ]

    /// The wanted change, or `nil` if the request should name a level and doesn't.
    static func change(_ words: [String], _ direction: Direction) -> LevelChange? {
        if let number = number(in: words) {
            let before = number.place > 0 ? words[number.place - 1] : ""
            let isNamed = ["to", "at", "on", "up-to"].contains(before)
            switch direction {
            case .up where !isNamed: return .by(number.share)
            case .down where !isNamed: return .by(-number.share)
            case .to where !isNamed:
                // "Set the volume 20 percent higher."
                if !upward.isDisjoint(with: words) { return .by(number.share) }
                if !downward.isDisjoint(with: words) { return .by(-number.share) }
                return before == "by" ? .by(number.share) : .to(number.share)
            default: return .to(number.share)
            }
        }
        if !most.isDisjoint(with: words) { return .to(1) }
        if !fewest.isDisjoint(with: words) { return .to(least) }
        if !words.ranges(of: ["all", "the", "way"]).isEmpty {
            let isDown = direction == .down || direction == .to && !downward.isDisjoint(with: words)
            return .to(isDown ? least : 1)
        }
        if !middle.isDisjoint(with: words) { return .to(0.5) }
        let step = much.isDisjoint(with: words) ? LevelChange.step : stride
        switch direction {
        case .up: return .by(step)
        case .down: return .by(-step)
        case .to:
            if !upward.isDisjoint(with: words) { return .by(step) }
            return downward.isDisjoint(with: words) ? nil : .by(-step)
        }
    }

    /// The change that answers "To how many percent?", or `nil` if the words are another request.
    static func answer(_ words: [String]) -> LevelChange? {
        let known = most.union(fewest).union(middle).union(upward).union(downward).union(courtesies)
        guard words.allSatisfy({ known.contains($0) || NumberWords.value(of: [$0]) != nil }) else { return nil }
        return change(words, .to)
    }

    /// Words that a level follows.
    private static let named: Set<String> = ["to", "at", "on", "up-to", "by", "volume", "level", "brightness", "and"]

    private static let courtesies: Set<String> = [
        "to", "at", "on", "by", "percent", "per", "cent", "make", "it", "set", "please", "a", "bit", "little", "and",
        "about", "half", "quarter", "quarters", "third", "thirds", "say",
    ]

    /// The first number in the words as a share: 20, "twenty percent", "half", "three quarters". A number of steps or
    /// notches counts in `LevelChange.step`.
    private static func number(in words: [String]) -> (share: Double, place: Int)? {
        for place in words.indices {
            guard let reading = NumberWords.read(words[place...]) else { continue }
            let end = place + reading.count
            // "A louder one" counts nothing.
            if end == words.count, words[place...] == ["one"], place > 0, !named.contains(words[place - 1]) { continue }
            if end < words.count, ["notch", "notches", "step", "steps", "times"].contains(words[end]) {
                return (reading.value * LevelChange.step, place)
            }
            let isFraction = words[place..<end].contains {
                ["half", "quarter", "quarters", "third", "thirds"].contains($0)
            }
            return (isFraction ? reading.value : reading.value / 100, place)
        }
        return nil
    }
}
