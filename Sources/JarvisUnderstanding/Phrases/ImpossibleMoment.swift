// SPDX-License-Identifier: GPL-3.0-or-later
// Finds attempts at a time or date that does not exist: "25 o'clock", "13:75", "the 31st of April".

/// Finds times and dates that do not exist, before they are mistaken for other values.
package enum ImpossibleMoment {
    private static let wordLimit = 200

    /// The range of the first one in `words`, without preposition or article; nil if there is none.
    package static func range(in words: [String]) -> Range<Int>? {
        let parser = ValueParser(Array(words.prefix(wordLimit)))
        for place in parser.words.indices {
            if let found = parser.impossible(at: place).first { return parser.skip(.definite, at: place)..<found.end }
        }
        return nil
    }
}
