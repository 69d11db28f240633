// SPDX-License-Identifier: GPL-3.0-or-later
// Finds settings by the words that people use for them. Pure: works with any language and returns a ranking.

/// A setting that can be found by search.
public struct SearchableSetting: Sendable {
    /// The title; matches in it weigh most.
    public var title: String
    public var help: String
    /// Other words that people may use for it.
    public var words: String
    /// The key in the settings file; empty if the file does not hold it.
    public var key: String

    public init(title: String, help: String, words: String, key: String) {
        self.title = title
        self.help = help
        self.words = words
        self.key = key
    }
}

/// Ranks settings by how well they match what the user typed.
public struct SettingSearch: Sendable {
    /// A text to search, with its weight.
    private struct Field {
        var folded: String
        var words: [Substring]
        var weight: Int

        init(_ text: String, weight: Int) {
            folded = SettingSearch.fold(text)
            words = SettingSearch.split(folded)
            self.weight = weight
        }
    }

    private let entries: [[Field]]

    public init(_ settings: [SearchableSetting]) {
        entries = settings.map { setting in
            [
                Field(setting.title, weight: 8), Field(setting.words, weight: 5), Field(setting.key, weight: 3),
                Field(setting.help, weight: 2),
            ]
        }
    }

    /// Indices of the matching settings, best first. A query of one or two words must match completely, a longer one by
    /// at least half its words, since people type sentences.
    public func places(_ query: String) -> [Int] {
        let phrase = Self.fold(query).trimmed
        let words = Self.split(phrase)
        guard !words.isEmpty else { return [] }
        let found = entries.indices.map { (place: $0, match: Self.match(words, phrase, entries[$0])) }
        let needed = words.count <= 2 ? words.count : (words.count + 1) / 2
        let most = found.map(\.match.count).max() ?? 0
        guard most >= needed else { return [] }
        // The second sort key keeps equal matches in listed order.
        return found.filter { $0.match.count == most }
            .sorted { ($1.match.score, $0.place) < ($0.match.score, $1.place) }.map(\.place)
    }

    /// How many of the words occur in the fields, and the score of the match.
    private static func match(_ words: [Substring], _ phrase: String, _ fields: [Field]) -> (count: Int, score: Int) {
        var (count, score) = (0, 0)
        for word in words {
            let best = fields.map { $0.weight * worth(of: word, in: $0) }.max() ?? 0
            if best > 0 { count += 1 }
            score += best
        }
        // The whole query occurs verbatim; this also finds text in languages without spaces.
        if phrase.utf8.count >= 3,
            let field = fields.first(where: { $0.folded == phrase })
                ?? fields.first(where: { $0.folded.contains(phrase) })
        {
            count = words.count
            score += 2 * field.weight * words.count
            // An exact match outranks a longer name that contains it.
            if field.folded == phrase { score += 100 }
        }
        return (count, score)
    }

    /// 2 if the field has the word itself, 1 if a word begins with it, 0 otherwise.
    private static func worth(of word: Substring, in field: Field) -> Int {
        if field.words.contains(word) { return 2 }
        return field.words.contains { $0.hasPrefix(word) } ? 1 : 0
    }

    private static func fold(_ text: String) -> String { String(decoding: SearchFolding.fold(text), as: UTF8.self) }

    private static func split(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }
}
