// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts streamed text into clauses that can be spoken while the rest is still being written.

/// Collects text and gives out clauses; all clauses joined are exactly the text.
///
/// Clauses are whole sentences, for the melody; the first may be shorter, so that speech begins early. A fenced block of
/// code is one clause, however long it is.
public struct ClauseSplitter: Sendable {
    private var buffer: [Character] = []
    private var startsEarly: Bool
    /// Characters of `buffer` known to hold no place to cut.
    private var scanned = 0
    /// The lines of a fenced block so far.
    private var fenced = ""
    /// The mark that will close it; nil outside.
    private var fence: Character?

    /// The first clause may end at a comma once it is this long, characters.
    private static let firstClauseMinimum = 12
    /// A clause without a sentence end is cut at the last comma or space before this length, characters.
    private static let maximum = 220

    /// - Parameter startsEarly: The first clause may end at a comma; for text that is still being written.
    public init(startsEarly: Bool = true) {
        self.startsEarly = startsEarly
    }

    /// The sentences of a finished text, without the space around them.
    public static func sentences(of text: String) -> [String] {
        var splitter = ClauseSplitter(startsEarly: false)
        let sentences = splitter.add(text) + [splitter.finish()].compactMap { $0 }
        return sentences.map { sentence in
            let start = sentence.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// Adds a piece of text.
    /// - Returns: The clauses that it completed.
    public mutating func add(_ text: some StringProtocol) -> [String] {
        // A piece may begin with a mark that joins the last character, so characters are formed anew.
        buffer = Array(String(buffer) + text)
        var clauses: [String] = []
        while true {
            if let clause = takeFence() {
                clauses.append(clause)
            } else if fence == nil, let clause = next() {
                clauses.append(clause)
            } else {
                return clauses
            }
        }
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
            let isClosing = marks.count >= 3 && buffer[marks.endIndex..<line].allSatisfy(\.isWhitespace)
            moveLine(line)
            guard isClosing else { continue }
            defer {
                fenced = ""
                fence = nil
                startsEarly = false
            }
            return fenced
        }
        return nil
    }

    private mutating func moveLine(_ newline: Int) {
        fenced += String(buffer[...newline])
        buffer.removeFirst(newline + 1)
        scanned = 0
    }

    private mutating func next() -> String? {
        // What may become a fence waits for its line.
        if let sign = buffer.first, sign == "`" || sign == "~",
            buffer.count < 3 || buffer[..<3].allSatisfy({ $0 == sign }),
            !buffer.contains(where: \.isNewline), buffer.count < Self.maximum
        {
            return nil
        }
        var index = max(0, scanned)
        while index < buffer.count {
            guard let end = cut(at: index) else { break }
            if end > 0, buffer[..<end].contains(where: { $0.isLetter || $0.isNumber }) { return take(end) }
            index += 1
        }
        // Look again at the last few characters when more has come.
        scanned = max(0, min(index, buffer.count) - 1)
        guard buffer.count > Self.maximum else { return nil }
        return take(forcedCut())
    }

    /// The cut that the character at `index` allows: a length, 0 for none, nil when more text must come first.
    private func cut(at index: Int) -> Int? {
        let character = buffer[index]
        if character.isNewline { return index + 1 }
        switch character {
        case ".", "!", "?", "…", ",", ";", ":": break
        default: return 0
        }
        var end = index + 1
        while end < buffer.count, ".!?…\"”’')]*_`".contains(buffer[end]) { end += 1 }
        guard end < buffer.count else { return nil }
        guard buffer[end].isWhitespace else { return 0 }
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
        scanned = 0
        startsEarly = false
        return clause
    }
}
