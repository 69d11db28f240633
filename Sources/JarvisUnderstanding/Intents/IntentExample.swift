// SPDX-License-Identifier: GPL-3.0-or-later
// One way to ask for something, as the examples of a language list it: "put {length:duration} on the clock".

import JarvisCore

/// An example request, parsed for comparison.
struct IntentExample: Sendable {
    /// A word or a blank.
    enum Part: Hashable, Sendable {
        /// A word, replaced by its representative.
        case word(String)
        case slot(name: String, ExampleSlot)
        /// Free text of one to `limit` words.
        case text(name: String, limit: Int)
    }

    /// The longest name in words, such as that of a list or a city.
    private static let nameLimit = 3

    var intent: String
    var parts: [Part]

    /// The literal words.
    var words: [String] {
        parts.compactMap { part in
            if case .word(let word) = part { word } else { nil }
        }
    }

    /// The blanks for typed values, in order.
    var slots: [(name: String, slot: ExampleSlot)] {
        parts.compactMap { part in
            if case .slot(let name, let slot) = part { (name, slot) } else { nil }
        }
    }

    /// The blanks for free text.
    var texts: [String] {
        parts.compactMap { part in
            if case .text(let name, _) = part { name } else { nil }
        }
    }

    var hasText: Bool {
        parts.contains { part in
            if case .text = part { true } else { false }
        }
    }

    /// Parses one line of examples.
    /// - Parameters:
    ///   - source: Lower-case words and blanks: `{name:type}`, or `{type}` alone. Besides the slot types of patterns
    ///     there are `moment`, and `name` for a few words of any kind.
    ///   - lexicon: Replaces words by their representatives and long wordings by shorter ones.
    /// - Returns: nil if the line is empty or a blank has an unknown type.
    init?(_ source: Substring, intent: String, lexicon: Lexicon) {
        self.intent = intent
        parts = []
        var words: [String] = []
        for piece in source.pieces {
            guard piece.hasPrefix("{"), piece.hasSuffix("}") else {
                words += PieceReader.words(of: piece, keepsParentheses: false)
                continue
            }
            append(words, lexicon, isOpening: parts.isEmpty)
            words = []
            guard let part = Self.blank(piece.dropFirst().dropLast()) else { return nil }
            parts.append(part)
        }
        append(words, lexicon, isOpening: parts.isEmpty)
        guard !parts.isEmpty else { return nil }
    }

    private mutating func append(_ words: [String], _ lexicon: Lexicon, isOpening: Bool) {
        parts += lexicon.rewritten(words, isOpening: isOpening).map { .word(lexicon.representative(of: $0.word)) }
    }

    private static func blank(_ text: Substring) -> Part? {
        let fields = text.split(separator: ":")
        guard let type = fields.last, let name = fields.first.map({ String($0) }) else { return nil }
        if type == "moment" { return .slot(name: name, .moment) }
        if type == "name" { return .text(name: name, limit: nameLimit) }
        guard let known = SlotType(rawValue: String(type)) else { return nil }
        return known == .text ? .text(name: name, limit: .max) : .slot(name: name, .typed(known))
    }
}
