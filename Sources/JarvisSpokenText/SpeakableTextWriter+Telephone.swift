// SPDX-License-Identifier: GPL-3.0-or-later
// Telephone numbers, read digit by digit.

extension SpeakableTextWriter {
    /// "+49 30 1234567", "(555) 123-4567", "555-123-4567", "030 1234567"
    mutating func isTelephoneNumber() -> Bool {
        guard let first = peek(), first == "+" || first == "(" || first.isDigit,
            let end = longDistanceEnd() ?? localEnd() ?? shortEnd() ?? looseEnd(first)
        else { return false }
        let groups = characters[position..<end].split { !$0.isDigit }
        let said = groups.map { $0.map(String.init).joined(separator: " ") }.joined(separator: ", ")
        writeWord((first == "+" ? rules.words.plus + " " : "") + said, for: end - position)
        return true
    }

    /// The end of "(555) 123-4567", "555-123-4567", "1-555-123-4567", whatever follows.
    private func longDistanceEnd() -> Int? {
        var index = position
        if at(index) == "+" { index += 1 }
        if at(index) == "1", !isDigit(index + 1) {
            let mark = end(from: index + 1, limit: 1) { $0 == "-" || $0 == " " }
            guard index > position || at(index + 1) == "-" || at(mark) == "(" else { return nil }
            index = mark
        }
        let isInBrackets = at(index) == "("
        if isInBrackets { index += 1 }
        for (place, length) in [3, 3, 4].enumerated() {
            let groupEnd = end(from: index, limit: length + 1, while: \.isDigit)
            guard groupEnd - index == length else { return nil }
            index = groupEnd
            if place == 0, isInBrackets {
                guard at(index) == ")" else { return nil }
                index = end(from: index + 1, limit: 1) { Self.telephoneMarks.contains($0) }
            } else if place < 2 {
                guard let mark = at(index), Self.telephoneMarks.contains(mark) else { return nil }
                index += 1
            }
        }
        return at(index)?.isWordPart == true ? nil : index
    }

    /// The end of "555-1234", if the digits or the preceding word rule out a range.
    private func localEnd() -> Int? {
        let middle = end(from: position, limit: 4, while: \.isDigit)
        guard middle - position == 3, at(middle) == "-" || at(middle) == "\u{2011}" else { return nil }
        let last = end(from: middle + 1, limit: 5, while: \.isDigit)
        guard last - middle == 5, at(last)?.isWordPart != true, at(last) != "-" || !isDigit(last + 1) else {
            return nil
        }
        return text(position..<middle) == "555" || Self.telephoneWords.contains(previousWord) ? last : nil
    }

    /// The end of "911", "116 123" and "13 11 14", if the words around them mention a call.
    private func shortEnd() -> Int? {
        guard Self.telephoneWords.contains(previousWord) else { return nil }
        var last = end(from: position, limit: 16) { $0.isDigit || $0 == " " }
        while last > position, !characters[last - 1].isDigit { last -= 1 }
        let groups = characters[position..<last].split { !$0.isDigit }.map(\.count)
        guard (3...11).contains(groups.reduce(0, +)), groups.allSatisfy({ $0 <= 5 }), at(last)?.isWordPart != true
        else { return nil }
        // "Call 100 people" and "call 3.5" contain no telephone numbers.
        guard at(last) == " " else {
            let isClosed = at(last)?.isAny(of: ".,;:!?)") ?? true
            return isClosed && !isDigit(last + 1) ? last : nil
        }
        let wordEnd = end(from: last + 1, limit: 12, while: \.isAlphabetic)
        return Self.wordsBehindNumbers.contains(text((last + 1)..<wordEnd).lowercased()) ? last : nil
    }

    private static let wordsBehindNumbers: Set = [
        "now", "or", "and", "for", "if", "first", "works", "at", "immediately",
    ]

    /// The end of any other sequence of groups that looks like a telephone number.
    private func looseEnd(_ first: Character) -> Int? {
        var last = end(from: position, limit: 28) { $0.isDigit || $0.isAny(of: "+()-/ .\u{A0}") }
        while last > position, !characters[last - 1].isDigit { last -= 1 }
        guard last > position + 6, at(last)?.isWordPart != true else { return nil }
        let written = characters[position..<last]
        let groups = written.split { !$0.isDigit }.map(\.count)
        guard (7...15).contains(groups.reduce(0, +)) else { return nil }
        let isShaped: Bool
        if first == "+" {
            isShaped = isDigit(position + 1) && !written.contains(".")
        } else if first == "(" {
            isShaped = groups.count >= 2 && groups[0] >= 2 && groups[0] <= 5 && written.contains(")")
        } else if groups == [3, 3, 4] {
            isShaped = !written.contains(".") || !written.contains(" ")
        } else {
            isShaped = first == "0" && groups.count >= 2 && groups[0] >= 3 && !written.contains { $0.isAny(of: ".(") }
        }
        return isShaped ? last : nil
    }

    private static let telephoneMarks: Set<Character> = ["-", "\u{2011}", "–", " ", "\u{A0}"]
    private static let telephoneWords: Set = ["call", "dial", "phone", "telephone", "tel", "fax", "mobile", "cell"]
}
