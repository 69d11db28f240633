// SPDX-License-Identifier: GPL-3.0-or-later
// Finds settings by what people call them. Pure: the words come in, in any language, and a ranking goes out.

/// Something that can be found among the settings.
public struct SearchableSetting: Sendable {
    /// What it is found by in the first place.
    public var title: String
    public var help: String
    /// Other words for it.
    public var words: String
    /// The key of the settings file; empty for what is not kept there.
    public var key: String

    public init(title: String, help: String, words: String, key: String) {
        self.title = title
        self.help = help
        self.words = words
        self.key = key
    }
}

/// A search among the settings.
public struct SettingSearch: Sendable {
    /// A text to be searched, and what a word in it is worth.
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

    /// The places of those that are meant, best first. Every word of a short query counts, and most words of a longer
    /// one: people write sentences.
    public func places(_ query: String) -> [Int] {
        let phrase = Self.fold(query).trimmed
        let words = Self.split(phrase)
        guard !words.isEmpty else { return [] }
        let found = entries.indices.map { (place: $0, match: Self.match(words, phrase, entries[$0])) }
        let needed = words.count <= 2 ? words.count : (words.count + 1) / 2
        let most = found.map(\.match.count).max() ?? 0
        guard most >= needed else { return [] }
        // A stable order: equals stay as they are listed.
        return found.filter { $0.match.count == most }
            .sorted { ($1.match.score, $0.place) < ($0.match.score, $1.place) }.map(\.place)
    }

    /// How many words were found, and how good the places are.
    private static func match(_ words: [Substring], _ phrase: String, _ fields: [Field]) -> (count: Int, score: Int) {
        var (count, score) = (0, 0)
        for word in words {
            let best = fields.map { $0.weight * worth(of: word, in: $0) }.max() ?? 0
            if best > 0 { count += 1 }
            score += best
        }
        // What was typed stands there as it is: also found in languages without spaces.
        if phrase.utf8.count >= 3,
            let field = fields.first(where: { $0.folded == phrase })
                ?? fields.first(where: { $0.folded.contains(phrase) })
        {
            count = words.count
            score += 2 * field.weight * words.count
            // The very name of one setting may be part of another's.
            if field.folded == phrase { score += 100 }
        }
        return (count, score)
    }

    /// 2 for the word itself, 1 for its beginning, 0 where it is not.
    private static func worth(of word: Substring, in field: Field) -> Int {
        if field.words.contains(word) { return 2 }
        return field.words.contains { $0.hasPrefix(word) } ? 1 : 0
    }

    private static func fold(_ text: String) -> String { String(decoding: SearchFolding.fold(text), as: UTF8.self) }

    private static func split(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }
}
