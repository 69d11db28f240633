// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the earlier conversation an agent receives.

/// The most of the earlier conversation that an agent receives.
public struct ContextBudget: Hashable, Sendable {
    /// The number of turns, counted from the newest; each is included whole or not at all.
    public var turns: Int
    /// The number of characters of all texts together.
    public var characters: Int

    public init(turns: Int, characters: Int) {
        self.turns = turns
        self.characters = characters
    }

    /// Enough for "repeat that" and for an answer to a question.
    public static let short = ContextBudget(turns: 3, characters: .max)

    /// The smallest budget that covers this one and `other`.
    public func union(_ other: ContextBudget) -> ContextBudget {
        ContextBudget(turns: max(turns, other.turns), characters: max(characters, other.characters))
    }

    /// The newest turns of these messages that fit, in order.
    public func fitting(_ messages: [Message]) -> [Message] {
        var kept: Set<TurnID> = []
        var characters = 0
        for turn in Self.turns(of: messages).reversed() {
            let length = messages.reduce(0) { $1.turn == turn ? $0 + $1.text.count : $0 }
            guard kept.count < turns, length <= self.characters - characters else { break }
            kept.insert(turn)
            characters += length
        }
        return messages.filter { kept.contains($0.turn) }
    }

    /// The turns of these messages, ordered by their last message.
    private static func turns(of messages: [Message]) -> [TurnID] {
        var seen: Set<TurnID> = []
        return messages.reversed().map(\.turn).filter { seen.insert($0).inserted }.reversed()
    }
}
