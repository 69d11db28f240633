// SPDX-License-Identifier: GPL-3.0-or-later
// The small language in which skills declare what people can say to them. One declaration feeds the recognizer's
// grammar, the agent's matcher and the Commands list.

/// A typed blank in a pattern.
public enum SlotType: String, Sendable, Codable, CaseIterable {
    /// "seven", "minus two point five", "a hundred and twenty"
    case number
    /// "ten minutes", "an hour and a half"
    case duration
    /// "seven thirty", "half past six p m", "noon"
    case time
    /// A unit of measurement: "miles", "degrees celsius"
    case unit
    /// An arithmetic expression in words: "twelve times four"
    case expression
    /// An installed application's name
    case application
    /// A well-known website's name
    case website
    /// A voice's name: "female", "british", "scottish"
    case voice
    /// A day: "today", "tomorrow", "friday"
    case day
    /// A recurrence: "every weekday at seven", "every two hours"
    case schedule
    /// A setting's name: "high contrast"
    case setting
    /// A whole request about a setting: "be more patient"
    case settingWish
    /// Any words; never part of a finite grammar
    case text
}

/// A part of a pattern.
public indirect enum PatternElement: Hashable, Sendable {
    case word(String)
    case slot(name: String, type: SlotType)
    case sequence([PatternElement])
    case oneOf([PatternElement])
    case optional(PatternElement)
}

/// A sentence shape such as `(set|start) [a] timer for {length:duration}`.
///
/// Words are lower case, `[x]` is optional, `(a|b)` is a choice, `{name:type}` is a slot (`{type}` names the slot
/// after its type).
public struct UtterancePattern: Hashable, Sendable {
    public let source: String
    public let root: PatternElement

    /// Parses `source`.
    /// - Throws: `PatternError` with the position of the error.
    public init(_ source: String) throws {
        self.source = source
        var parser = PatternParser(source)
        root = try parser.parse()
    }

    /// True if the pattern has a slot that a finite grammar cannot hold.
    public var hasFreeText: Bool { root.contains(.text) }
}

extension PatternElement {
    /// True if a slot of this type occurs anywhere in it.
    public func contains(_ type: SlotType) -> Bool {
        switch self {
        case .word: false
        case .slot(_, let own): own == type
        case .sequence(let parts), .oneOf(let parts): parts.contains { $0.contains(type) }
        case .optional(let part): part.contains(type)
        }
    }
}

/// A pattern that cannot be parsed.
public struct PatternError: Error, Hashable, Sendable {
    public var message: String
    public var source: String
    /// The number of characters before the error.
    public var offset: Int
}
