// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts streamed text into clauses that can be spoken while the rest is still being written.

import JarvisCore

/// Collects text and returns it in clauses. The clauses joined are exactly the text.
///
/// A clause is a whole sentence, for the melody of the voice; the first may be shorter, so that speech starts early. A
/// fenced code block is one clause, whatever its length.
public struct ClauseSplitter: Sendable {
    private var buffer: [Character] = []
    private var startsEarly: Bool
    /// The number of leading characters of `buffer` that contain no place to cut.
    private var scanned = 0
    /// The number of leading characters of `buffer` that contain neither a letter nor a digit.
    private var wordless = 0
    /// The end of the closing marks that `cut(at:)` examined last.
    private var marksEnd = 0
    /// The lines of a fenced block so far.
    private var fenced = ""
    /// The character of the fence that is open, a backtick or a tilde; nil outside a block.
    private var fence: Character?
    /// True if `fenced` already holds the beginning of the line that `buffer` starts with.
    private var isMidLine = false

    /// The length in characters from which the first clause may end at a comma.
    private static let firstClauseMinimum = 12
    /// The length in characters before which a clause without a sentence end is cut, at the last comma or space.
    private static let maximum = 220
    /// Characters that may stand between the end of a sentence and the following space.
    private static let closing = Set(".!?…\"”’')]*_`")
    /// How many characters to search for the end of a sentence, and how many to add to the buffer at once.
    private static let window = 2000

    /// - Parameter startsEarly: Lets the first clause end at a comma, for text that is still being written.
    public init(startsEarly: Bool = true) {
        self.startsEarly = startsEarly
    }

    /// Splits a finished text into sentences and trims the space around them.
    public static func sentences(of text: String) -> [String] {
        var splitter = ClauseSplitter(startsEarly: false)
        let sentences = splitter.add(text) + [splitter.finish()].compactMap { $0 }
        return sentences.map(\.trimmed)
    }

    /// Adds a piece of text.
    /// - Returns: The clauses that the piece completes.
    public mutating func add(_ text: some StringProtocol) -> [String] {
        var clauses: [String] = []
        var rest = text[...]
        repeat {
            let end = rest.index(rest.startIndex, offsetBy: Self.window, limitedBy: rest.endIndex) ?? rest.endIndex
            take(in: rest[..<end])
            rest = rest[end...]
            while let clause = takeFence() ?? next(hasMore: !rest.isEmpty) { clauses.append(clause) }
        } while !rest.isEmpty
        return clauses
    }

    private mutating func take(in piece: some StringProtocol) {
        // The piece may begin with a combining mark that belongs to the last character; joining the strings merges
        // them.
        let last = buffer.popLast().map { String($0) } ?? ""
        buffer += last + piece
    }

    /// Ends the text and resets the splitter.
    /// - Returns: The remaining text, or nil if only space is left.
    public mutating func finish() -> String? {
        defer { self = ClauseSplitter(startsEarly: startsEarly) }
        let rest = fenced + String(buffer)
        return rest.contains { !$0.isWhitespace } ? rest : nil
    }

    /// Moves whole lines of a fenced block out of the buffer, to examine each line only once.
    /// - Returns: The block once it is closed; otherwise nil.
    private mutating func takeFence() -> String? {
        if fence == nil {
            guard let sign = buffer.first, sign == "`" || sign == "~", buffer.count >= 3, buffer[1] == sign,
                buffer[2] == sign, let line = buffer.firstIndex(where: \.isNewline), !buffer[3..<line].contains(sign)
            else { return nil }
            fence = sign
            moveLine(line)
        }
        while let line = buffer.firstIndex(where: \.isNewline) {
            let marks = buffer[..<line].drop { $0 == " " }.prefix { $0 == fence }
            let isClosing =
                !isMidLine && marks.count >= 3 && buffer[marks.endIndex..<line].allSatisfy(\.isWhitespace)
            moveLine(line)
            guard isClosing else { continue }
            defer {
                fenced = ""
                fence = nil
                startsEarly = false
            }
            return fenced
        }
        // A line this long can't be a closing fence. Keep the last character, which may still combine with the next
        // piece.
        if buffer.count > Self.window {
            moveLine(buffer.count - 2)
            isMidLine = true
        }
        return nil
    }

    private mutating func moveLine(_ newline: Int) {
        fenced += String(buffer[...newline])
        buffer.removeFirst(newline + 1)
        (scanned, wordless, marksEnd, isMidLine) = (0, 0, 0, false)
    }

    /// - Parameter hasMore: True if more text is already available.
    private mutating func next(hasMore: Bool) -> String? {
        guard fence == nil else { return nil }
        // Wait for the whole line before deciding whether it opens a fence.
        if let sign = buffer.first, sign == "`" || sign == "~",
            buffer.count < 3 || buffer[..<3].allSatisfy({ $0 == sign }),
            !buffer.contains(where: \.isNewline), buffer.count < Self.maximum
        {
            return nil
        }
        var index = scanned
        let limit = min(buffer.count, Self.window)
        while index < limit {
            guard let end = cut(at: index) else { break }
            if end > 0 { return take(end) }
            index += 1
        }
        // Examine the last character again when more text arrives.
        scanned = max(0, min(index, buffer.count) - 1)
        guard buffer.count > Self.maximum, !hasMore || buffer.count > Self.window else { return nil }
        return take(forcedCut())
    }

    /// Whether there is anything to say before `end`.
    private mutating func hasWord(before end: Int) -> Bool {
        while wordless < end, !(buffer[wordless].isLetter || buffer[wordless].isNumber) { wordless += 1 }
        return wordless < end
    }

    /// Decides whether the character at `index` ends a clause.
    /// - Returns: The length of the clause, 0 if the character doesn't end one, or nil if that depends on text yet to
    ///   come.
    private mutating func cut(at index: Int) -> Int? {
        let character = buffer[index]
        if character.isNewline { return hasWord(before: index) ? index + 1 : 0 }
        switch character {
        case ".", "!", "?", "…", ",", ";", ":": break
        default: return 0
        }
        var end = marksEnd > index ? marksEnd : index + 1
        while end < buffer.count, Self.closing.contains(buffer[end]) { end += 1 }
        marksEnd = end
        guard end < buffer.count else { return nil }
        guard buffer[end].isWhitespace, hasWord(before: end) else { return 0 }
        if ",;:".contains(character) {
            return startsEarly && end >= Self.firstClauseMinimum ? end + 1 : 0
        }
        if character == ".", let isAbbreviation = abbreviation(endingAt: index, next: end) {
            return isAbbreviation ? 0 : end + 1
        } else if character == "." {
            return nil
        }
        return end + 1
    }

    /// Whether the full stop at `index` belongs to an abbreviation; nil if that depends on a word yet to come.
    private func abbreviation(endingAt index: Int, next: Int) -> Bool? {
        let start = buffer[..<index].lastIndex { $0.isWhitespace || $0 == "(" }.map { $0 + 1 } ?? 0
        let word = String(buffer[start..<index]).lowercased()
        if Self.titles.contains(word) { return true }
        // "1. First" and "J. Smith"
        let isAtLineStart = start == 0 || buffer[start - 1].isNewline
        if isAtLineStart, !word.isEmpty, word.allSatisfy(\.isNumber) { return true }
        if word.count == 1, word != "i", buffer[start].isLetter { return true }
        guard Self.openAbbreviations.contains(word) else { return false }
        guard let following = buffer[next...].first(where: { !$0.isWhitespace }) else { return nil }
        return !following.isUppercase
    }

    /// Abbreviations that never end a sentence.
    private static let titles: Set = ["mr", "mrs", "ms", "dr", "prof", "st", "e.g", "i.e", "vs", "cf", "approx", "fig"]
    /// Abbreviations that may end a sentence.
    private static let openAbbreviations: Set = ["etc", "a.m", "p.m", "u.s", "no", "inc", "ltd", "jr", "sr"]

    private func forcedCut() -> Int {
        let head = buffer[..<Self.maximum]
        if let comma = head.lastIndex(where: { ",;:–—".contains($0) }), comma > Self.maximum / 3 { return comma + 1 }
        return head.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? Self.maximum
    }

    private mutating func take(_ count: Int) -> String {
        // The space after a clause belongs to it.
        var end = count
        while end < buffer.count, buffer[end].isWhitespace { end += 1 }
        let clause = String(buffer[..<end])
        buffer.removeFirst(end)
        (scanned, wordless, marksEnd) = (0, 0, 0)
        startsEarly = false
        return clause
    }
}
