// SPDX-License-Identifier: GPL-3.0-or-later
// A text as shown before the user allows sending it: nothing is left out, long values unfold piece by piece, and
// invisible characters are written out. Pure.

import JarvisPlatform

/// A value whose beginning is visible; the rest appears on request.
package struct FoldedText: Hashable {
    /// The characters of a folded value, and how many more each step shows.
    static let folded = 160
    static let step = 4000
    /// The lines of a folded value.
    static let foldedLines = 3

    private let whole: String
    // Counts scalars, because thousands of accents on one letter are a single character.
    private var shown: Int
    private let count: Int

    package init(_ value: String) {
        whole = Self.visible(value)
        count = whole.unicodeScalars.count
        shown = min(count, Self.beginning(of: whole))
    }

    /// The visible text.
    package var text: String { isWhole ? whole : String(whole.unicodeScalars.prefix(shown)) + "…" }

    /// The number of characters not shown yet.
    var rest: Int { count - shown }

    var isWhole: Bool { rest == 0 }

    /// Makes the next part visible.
    mutating func unfold() { shown = min(count, shown + Self.step) }

    private static func beginning(of text: String) -> Int {
        var (length, lines) = (0, 1)
        for scalar in text.unicodeScalars {
            if scalar == "\n" { lines += 1 }
            guard length < folded, lines <= foldedLines else { return length }
            length += 1
        }
        return length
    }

    /// The text with invisible characters written out (`PlainText.visible`).
    package static func visible(_ text: String) -> String { PlainText.visible(text) }
}
