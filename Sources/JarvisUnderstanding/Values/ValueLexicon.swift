// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a language that make up values, read from its file.

import JarvisCore

/// The phrases of one language that make up values, with their roles.
package struct ValueLexicon: Sendable {
    /// A phrase, stored under its first word, and its role.
    struct Entry: Sendable {
        /// The words after the first.
        var rest: [String]
        var role: ValueRole
        /// The arguments of the role, in the units that `ValueRole` and the file define.
        var numbers: [Double]
        /// The last argument as written, for values that are not numbers.
        var text: String
    }

    /// A line that can't be parsed.
    package struct Fault: Error, Hashable, Sendable {
        package var line: Int
        package var reason: String
    }

    /// Phrases by their first word.
    private var entries: [String: [Entry]] = [:]
    /// For a unit, the smaller one meant by a second amount without a unit ("five foot eleven"). Both are indices in
    /// `UnitTable.all`.
    private(set) var secondUnits: [Int: Int] = [:]

    /// The English lexicon.
    package static let english: ValueLexicon = {
        let text = String(decoding: PackageResources.english_txt, as: UTF8.self)
        do {
            return try ValueLexicon(reading: text)
        } catch {
            // Built in, and read by a test: with an empty lexicon no number or time would be understood.
            preconditionFailure("english.txt can't be read: \(error)")
        }
    }()

    /// The source text of `english`.
    static var englishText: String { String(decoding: PackageResources.english_txt, as: UTF8.self) }

    private init() {}

    /// Parses lines `role: phrase, phrase` and `role VALUE: phrase, phrase`. `#` begins a comment.
    /// - Throws: `Fault` for the first line that can't be parsed.
    package init(reading text: String) throws {
        for (place, unit) in UnitTable.all.enumerated() where unit.quantity != .time {
            for name in [unit.singular, unit.plural] + unit.aliases {
                add(name.lowercased(), .unit, [Double(place)], "")
            }
        }
        for (number, line) in text.parts(at: "\n", keepsEmpty: true).enumerated() {
            let content = line.part(before: "#")
            guard let colon = content.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                if content.allSatisfy(\.isWhitespace) { continue }
                throw Fault(line: number + 1, reason: "no colon")
            }
            let key = content[..<colon].parts(at: " ").map(String.init)
            guard let role = key.first.flatMap(ValueRole.init) else {
                throw Fault(line: number + 1, reason: "unknown role")
            }
            let numbers = key.dropFirst().compactMap(Double.init)
            let text = key.last ?? ""
            for phrase in content[content.index(after: colon)...].parts(at: ",") {
                let phrase = phrase.parts(at: " ").joined(separator: " ")
                if role == .secondUnit {
                    guard let larger = Self.unit(text), let smaller = Self.unit(phrase) else {
                        throw Fault(line: number + 1, reason: "unknown unit")
                    }
                    secondUnits[larger] = smaller
                } else {
                    add(phrase, role, numbers, text)
                }
            }
        }
    }

    private static func unit(_ name: String) -> Int? { UnitTable.all.firstIndex { $0.singular == name } }

    private mutating func add(_ phrase: String, _ role: ValueRole, _ numbers: [Double], _ text: String) {
        let words = phrase.parts(at: " ").map(String.init)
        guard let first = words.first else { return }
        entries[first, default: []].append(
            Entry(rest: Array(words.dropFirst()), role: role, numbers: numbers, text: text))
    }

    /// The phrases that begin with this word.
    func entries(of word: String) -> [Entry] { entries[word] ?? [] }
}
