// SPDX-License-Identifier: GPL-3.0-or-later
// What will be sent, as it is shown before it is allowed: nothing of it is left out, long values open piece by piece, and
// letters that cannot be seen are written out. Pure.

import JarvisPlatform

/// A value of which the beginning is shown, and more whenever more is wanted.
struct FoldedText: Hashable {
    /// Characters of a value that is folded, and how many more each step shows.
    static let folded = 160
    static let step = 4000
    /// Lines of a value that is folded.
    static let foldedLines = 3

    private let whole: String
    // In scalars: thousands of accents on one letter are one character.
    private var shown: Int
    private let count: Int

    init(_ value: String) {
        whole = Self.visible(value)
        count = whole.unicodeScalars.count
        shown = min(count, Self.beginning(of: whole))
    }

    /// What is shown now.
    var text: String { isWhole ? whole : String(whole.unicodeScalars.prefix(shown)) + "…" }

    /// Characters that are not shown yet.
    var rest: Int { count - shown }

    var isWhole: Bool { rest == 0 }

    /// Shows the next part.
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

    /// As `PlainText.visible`.
    static func visible(_ text: String) -> String { PlainText.visible(text) }
}
