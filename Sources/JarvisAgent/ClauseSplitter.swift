// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts streamed text into clauses that can be spoken while the rest is still being written.

import JarvisCore

/// Collects text and gives out clauses; all clauses joined are exactly the text.
///
/// Clauses are whole sentences, for the melody; the first may be shorter, so that speech begins early. A fenced block of
/// code is one clause, however long it is.
public struct ClauseSplitter: Sendable {
    private var buffer: [Character] = []
    private var startsEarly: Bool
    /// Characters of `buffer` known to hold no place to cut.
    private var scanned = 0
    /// Characters of `buffer` known to hold no letter and no digit.
    private var wordless = 0
    /// Where the marks end that have been looked at last.
    private var marksEnd = 0
    /// The lines of a fenced block so far.
    private var fenced = ""
    /// The mark that will close it; nil outside.
    private var fence: Character?
    /// The line that `buffer` begins with has begun in `fenced`.
    private var isMidLine = false

    /// The first clause may end at a comma once it is this long, characters.
    private static let firstClauseMinimum = 12
    /// A clause without a sentence end is cut at the last comma or space before this length, characters.
    private static let maximum = 220
    /// Closing characters between the end of a sentence and the space behind it.
    private static let closing = Set(".!?…\"”’')]*_`")
    /// Characters in which the end of a sentence is looked for, and how many more are added at once.
    private static let window = 2000

    /// - Parameter startsEarly: The first clause may end at a comma; for text that is still being written.
    public init(startsEarly: Bool = true) {
        self.startsEarly = startsEarly
    }

    /// The sentences of a finished text, without the space around them.
    public static func sentences(of text: String) -> [String] {
        var splitter = ClauseSplitter(startsEarly: false)
        let sentences = splitter.add(text) + [splitter.finish()].compactMap { $0 }
        return sentences.map(\.trimmed)
    }

    /// Adds a piece of text.
    /// - Returns: The clauses that it completed.
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
        // A piece may begin with a mark that joins the last character, which is then formed again.
        let last = buffer.popLast().map { String($0) } ?? ""
        buffer += last + piece
    }

    /// Ends the text.
    /// - Returns: What was left, or nil when there was nothing but space.
    public mutating func finish() -> String? {
        defer { self = ClauseSplitter(startsEarly: startsEarly) }
        let rest = fenced + String(buffer)
        return rest.contains { !$0.isWhitespace } ? rest : nil
    }

    /// Moves whole lines of a fenced block out of the buffer; each line is looked at once.
    /// - Returns: the block, once it is closed.
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
        // So long a line closes nothing. The last character may still change.
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

    /// - Parameter hasMore: more text is there already.
    private mutating func next(hasMore: Bool) -> String? {
        guard fence == nil else { return nil }
        // What may become a fence waits for its line.
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
        // Look again at the last few characters when more has come.
        scanned = max(0, min(index, buffer.count) - 1)
        guard buffer.count > Self.maximum, !hasMore || buffer.count > Self.window else { return nil }
        return take(forcedCut())
    }

    /// Whether there is something to say in front of `end`.
    private mutating func hasWord(before end: Int) -> Bool {
        while wordless < end, !(buffer[wordless].isLetter || buffer[wordless].isNumber) { wordless += 1 }
        return wordless < end
    }

    /// The cut that the character at `index` allows: a length, 0 for none, nil when more text must come first.
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

    /// Whether the full stop at `index` belongs to an abbreviation; nil when the next word must be seen to tell.
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

    /// Always followed by more of the same sentence.
    private static let titles: Set = ["mr", "mrs", "ms", "dr", "prof", "st", "e.g", "i.e", "vs", "cf", "approx", "fig"]
    /// May also end a sentence.
    private static let openAbbreviations: Set = ["etc", "a.m", "p.m", "u.s", "no", "inc", "ltd", "jr", "sr"]

    private func forcedCut() -> Int {
        let head = buffer[..<Self.maximum]
        if let comma = head.lastIndex(where: { ",;:–—".contains($0) }), comma > Self.maximum / 3 { return comma + 1 }
        return head.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? Self.maximum
    }

    private mutating func take(_ count: Int) -> String {
        // The space behind a clause belongs to it.
        var end = count
        while end < buffer.count, buffer[end].isWhitespace { end += 1 }
        let clause = String(buffer[..<end])
        buffer.removeFirst(end)
        (scanned, wordless, marksEnd) = (0, 0, 0)
        startsEarly = false
        return clause
    }
}
