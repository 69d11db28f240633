// SPDX-License-Identifier: GPL-3.0-or-later
// The WordNet files of one part of speech: the sorted index, the meanings, and irregular forms.

import JarvisCore
import JarvisPlatform

/// WordNet's nouns, verbs, adjectives or adverbs.
struct WordNetFiles {
    /// A word's line in the index.
    struct IndexLine {
        /// How many of its senses have been found in texts.
        var taggedCount: Int
        /// The offsets of its meanings.
        var offsets: [Int]
    }

    /// The file is not in the expected format.
    struct Damage: Error {}

    /// In bytes. The longest meaning in WordNet 3.0 takes about 12 kB.
    private static let longestLine = 64 * 1024

    private let index: SortedLines
    private let data: OpenFile
    private let exceptions: SortedLines?

    /// Opens the files.
    /// - Returns: Nil if the folder doesn't have them.
    init?(folder: String, part: String) throws {
        guard Environment.exists(folder + "/index." + part), Environment.exists(folder + "/data." + part) else {
            return nil
        }
        index = try SortedLines(path: folder + "/index." + part)
        data = try OpenFile(folder + "/data." + part, flags: 0)
        let path = folder + "/" + part + ".exc"
        exceptions = Environment.exists(path) ? try SortedLines(path: path) : nil
    }

    /// Parses `dog n 7 5 @ ~ #m #p %p 7 1 02084071 …`: word, part of speech, sense count, pointer count, pointer kinds,
    /// sense count again, count of senses found in texts, offsets.
    func index(of lemma: String) throws -> IndexLine? {
        guard let line = try index.line(beginningWith: lemma) else { return nil }
        let fields = line.split(separator: " ")
        guard fields.count > 3, let senses = Int(fields[2]), let pointers = Int(fields[3]), senses > 0, pointers >= 0,
            senses < 1000, pointers < 1000, fields.count >= 6 + pointers + senses,
            let tagged = Int(fields[5 + pointers])
        else { throw Damage() }
        return IndexLine(taggedCount: tagged, offsets: fields.suffix(senses).compactMap { Int($0) })
    }

    /// Parses `02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 023 @ 02083346 n 0000 … | a member of …`.
    /// - Returns: Nil if the meaning has no definition.
    func sense(at offset: Int, of lemma: String, _ part: WordSense.PartOfSpeech) throws -> WordSense? {
        let line = try text(at: offset)
        let halves = line.split(separator: "|", maxSplits: 1)
        guard halves.count == 2, Int(halves[0].prefix { $0 != " " }) == offset else { throw Damage() }
        let words = try Self.words(of: halves[0])
        let definition = Self.definition(halves[1])
        guard !definition.isEmpty else { return nil }
        var similar: [String] = []
        if part == .adjective {
            for place in Self.pointers(of: halves[0], kind: "&").prefix(8) {
                let other = try text(at: place)
                similar += try Self.words(of: other.prefix { $0 != "|" })
            }
        }
        let own = Self.plain(lemma)
        return WordSense(
            partOfSpeech: part, definition: definition, synonyms: words.filter { $0.lowercased() != own },
            similar: similar.filter { $0.lowercased() != own && !words.contains($0) })
    }

    private func text(at offset: Int) throws -> Substring {
        var bytes: [UInt8] = []
        while bytes.count < Self.longestLine {
            let piece = try data.read(at: offset + bytes.count, count: 2048)
            bytes += piece.prefix { $0 != UInt8(ascii: "\n") }
            if piece.isEmpty || piece.contains(UInt8(ascii: "\n")) { break }
        }
        guard !bytes.isEmpty else { throw Damage() }
        return Substring(decoding: bytes, as: UTF8.self)
    }

    /// The words of a meaning. Their count is hexadecimal.
    private static func words(of head: Substring) throws -> [String] {
        let fields = head.split(separator: " ")
        guard fields.count > 3, let count = Int(fields[3], radix: 16), fields.count >= 4 + 2 * count else {
            throw Damage()
        }
        return (0..<count).map { plain(fields[4 + 2 * $0]) }
    }

    private static func pointers(of head: Substring, kind: Substring) -> [Int] {
        let fields = head.split(separator: " ")
        return fields.indices.dropLast().filter { fields[$0] == kind }.compactMap { Int(fields[$0 + 1]) }
    }

    /// The definition without its examples: `a member …; "the dog barked all night"`.
    private static func definition(_ gloss: Substring) -> String {
        var text = gloss
        if let quote = text.firstIndex(of: "\"") { text = text[..<quote] }
        while let last = text.last, ";:, .".contains(last) { text.removeLast() }
        return text.trimmed
    }

    /// "domestic dog" for "domestic_dog", "galore" for "galore(ip)".
    static func plain(_ word: some StringProtocol) -> String {
        String(word.prefix { $0 != "(" }.map { $0 == "_" ? " " : $0 })
    }

    // MARK: Forms

    /// The possible base forms of a word, starting with the word itself. Irregular forms come from a file, others from
    /// rules (morphy(7WN)).
    func forms(of lemma: String, _ part: WordSense.PartOfSpeech) throws -> [String] {
        var forms = [lemma]
        // "e-mail", "ice cream" and "icecream" may be one word or two.
        if lemma.contains("-") { forms.append(String(lemma.map { $0 == "-" ? "_" : $0 })) }
        if lemma.contains("_") { forms.append(String(lemma.map { $0 == "_" ? "-" : $0 })) }
        if let line = try exceptions?.line(beginningWith: lemma) {
            forms += line.split(separator: " ").dropFirst().map(String.init)
        }
        for (ending, replacement) in Self.endings[part] ?? [] where lemma.hasSuffix(ending) {
            let stem = lemma.dropLast(ending.count)
            if stem.count > 1 { forms.append(stem + replacement) }
        }
        return forms
    }

    private static let endings: [WordSense.PartOfSpeech: [(String, String)]] = [
        .noun: [
            ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
            ("ies", "y"),
        ],
        .verb: [
            ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
        ],
        .adjective: [("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    ]
}
