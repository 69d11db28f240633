// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown, and the little HTML that models write. Markup that only affects layout is not spoken.

extension SpeakableTextWriter {
    // MARK: Lines

    /// Markup at the start of a line: headings, quotations, list marks, rules, fences, table rows.
    mutating func isBlockMarkup() -> Bool {
        let start = position
        position = end(from: position) { $0 == " " || $0 == "\t" }
        while takeLineMark() { position = end(from: position) { $0 == " " || $0 == "\t" } }
        if isFence() || isDrawnLine() || isLinkDefinition() { return true }
        if peek() == "|" {
            isInTable = true
            position += 1
        }
        return position > start && (position == characters.count || characters[position].isWhitespace)
    }

    /// One mark of a heading, quotation or list.
    private mutating func takeLineMark() -> Bool {
        guard let sign = peek() else { return false }
        switch sign {
        case "#":
            let end = end(from: position, limit: 7) { $0 == "#" }
            guard end - position <= 6, at(end)?.isWhitespace ?? true else { return false }
            position = end
        case ">":
            guard peek(1).map({ $0.isWhitespace || $0 == ">" }) ?? true else { return false }
            position += 1
        case "-", "+", "*", "•":
            guard let next = peek(1), next == " " || next == "\t" else { return false }
            position += 2
            // "[ ]" and "[x]" in a task list.
            if peek() == "[", let mark = peek(1), mark.isAny(of: " xX"), peek(2) == "]" { position += 3 }
        default: return false
        }
        return true
    }

    /// Code blocks are not read aloud.
    private mutating func isFence() -> Bool {
        guard let sign = peek(), sign == "`" || sign == "~", peek(1) == sign, peek(2) == sign else { return false }
        let width = end(from: position) { $0 == sign } - position
        var line = lineEnd(position)
        // Inline code may also have three backticks.
        guard !characters[(position + width)..<line].contains(sign) else { return false }
        while line < characters.count {
            let begin = end(from: line + 1) { $0 == " " }
            let close = end(from: begin) { $0 == sign }
            line = lineEnd(close)
            if close - begin >= width, characters[close..<line].allSatisfy(\.isWhitespace) { break }
        }
        writeWord(rules.isBare ? "" : rules.words.code, for: line - position)
        return true
    }

    /// Rules, underlined headings, and the line between the head and body of a table.
    private mutating func isDrawnLine() -> Bool {
        guard let first = peek(), first.isAny(of: "-*_=|:") else { return false }
        let line = end(from: position) { $0.isAny(of: "-*_=|: \t") }
        let marks = characters[position..<line].count { $0 != " " && $0 != "|" && $0 != ":" }
        guard line == characters.count || characters[line].isNewline, marks >= 3 else { return false }
        position = line
        return true
    }

    /// "[name]: address"
    private mutating func isLinkDefinition() -> Bool {
        guard peek() == "[", let close = next("]", from: position, limit: 80), at(close + 1) == ":",
            at(close + 2) == " ", let scheme = at(close + 3), scheme.isAny(of: "h</#")
        else { return false }
        let line = lineEnd(close)
        guard !characters[(close + 3)..<line].contains(" ") else { return false }
        position = line
        return true
    }

    private func lineEnd(_ start: Int) -> Int { end(from: start) { !$0.isNewline } }

    // MARK: Inside a line

    mutating func isMarkup() -> Bool {
        if position < mathEnd, isFormulaSign() { return true }
        switch characters[position] {
        case "`": return isCode()
        case "*", "_", "~": return isEmphasis()
        case "!" where peek(1) == "[" && link(at: position + 1) != nil:
            if !rules.isBare { writeWord(rules.words.image + ":", for: 1) } else { position += 1 }
            separate()
        case "[": return isLink()
        case "<": return isTag()
        case "&": return isEntity()
        case "\\" where peek(1).map { $0.isAny(of: "*_`#[]()<>|~$.!-+\\") } ?? false: position += 1; copy(1)
        case "|" where isInTable: takeCellEnd()
        case "#": return isHash()
        case "$": return isFormulaMark()
        default: return false
        }
        return true
    }

    private mutating func takeCellEnd() {
        let rest = end(from: position + 1) { $0 == " " || $0 == "\t" }
        if rest == characters.count || characters[rest].isNewline { position = rest } else { pause() }
    }

    /// Inline code is read as it stands; signs within a word are spoken by name.
    private mutating func isCode() -> Bool {
        let open = end(from: position) { $0 == "`" }
        position = open
        guard let close = next("`", from: open, limit: 200) else { return true }
        while position < close {
            let character = characters[position]
            let isJoint = peek(-1)?.isWordPart == true && peek(1)?.isWordPart == true
            switch character {
            case "_": write(" ", for: 1)
            case "." where isJoint && !(isDigit(position - 1) && isDigit(position + 1)):
                writeWord(rules.words.dot, for: 1)
            case "/": writeWord(rules.words.slash, for: 1)
            case ":" where peek(1) == "\\": position += 1
            case "\\" where isJoint || peek(-1) == ":": writeWord(rules.words.backslash, for: 1)
            case "-" where peek(-1)?.isWordPart != true: writeWord(rules.words.dash, for: 1)
            case "(", ")", "{", "}", "[", "]", ";", "\"", "'", "<", ">", "|", "\\":
                if lastSpoken?.isWhitespace == true { position += 1 } else { write(" ", for: 1) }
            case "=" where !rules.isBare: writeWord(rules.symbols["="] ?? "", for: 1)
            default: copy(1)
            }
        }
        position = end(from: close) { $0 == "`" }
        return true
    }

    /// Emphasis; "3 * 4" and "a ~ b" are operators, "snake_case" is two words.
    private mutating func isEmphasis() -> Bool {
        let sign = characters[position]
        let end = end(from: position) { $0 == sign }
        let isBetweenWords = peek(-1)?.isWordPart == true && at(end)?.isWordPart == true
        let isApart = (peek(-1)?.isWhitespace ?? true) && (at(end)?.isWhitespace ?? true)
        if end - position == 1, isApart || sign == "~" || (isBetweenWords && isDigit(end)) {
            return sign == "_" ? drop(1) : false
        }
        if sign == "_", isBetweenWords { write(" ", for: end - position) } else { position = end }
        return true
    }

    private mutating func drop(_ count: Int) -> Bool {
        position += count
        return true
    }

    /// Speaks the text of "[text](address)" and "[text][name]", and nothing for "[^1]".
    private mutating func isLink() -> Bool {
        if peek(1) == "^", let close = next("]", from: position, limit: 20) {
            position = close + 1
            return true
        }
        guard linkDepth < Self.mostLinks else { return drop(1) }
        guard let link = link(at: position) else { return false }
        linkDepth += 1
        defer { linkDepth -= 1 }
        position += 1
        while position < link.textEnd {
            if characters[position].isWhitespace {
                write(" ", for: 1)
            } else if !(isMarkup() || isAddress() || isNumber() || isWord() || isOperator()) {
                copy(1)
            }
        }
        position = max(position, link.end)
        return true
    }

    /// Links don't nest, and deeply nested brackets would exhaust the stack.
    private static let mostLinks = 4

    /// Where the text of the link at `start` ends, and where the whole link ends.
    mutating func link(at start: Int) -> (textEnd: Int, end: Int)? {
        guard let textEnd = next("]", from: start, limit: 400), let bracket = at(textEnd + 1),
            bracket == "(" || bracket == "[",
            let close = next(bracket == "(" ? ")" : "]", from: textEnd + 2, limit: 2_000)
        else { return nil }
        return (textEnd, close + 1)
    }

    /// Removes tags, and the content of scripts and styles; "<https://example.org>" is an address.
    private mutating func isTag() -> Bool {
        guard let next = peek(1), next.isAlphabetic || next == "/" || next == "!",
            let close = self.next(">", from: position, limit: 120)
        else { return false }
        let inside = characters[(position + 1)..<close]
        guard !inside.contains(where: { $0.isNewline || $0 == "<" }) else { return false }
        if inside.contains("@") || inside.starts(with: "http") {
            position += 1
        } else {
            // A tag between two words separates them.
            if lastSpoken?.isWordPart == true { write(" ", for: 0) }
            let name = String(inside.prefix(while: \.isAlphabetic)).lowercased()
            let isLeftOut = (name == "script" || name == "style") && inside.last != "/"
            position = (isLeftOut ? elementEnd(name, from: close + 1) : nil) ?? close + 1
        }
        return true
    }

    /// The position after the end tag of the element whose content begins at `start`; nil if it has none.
    private mutating func elementEnd(_ name: String, from start: Int) -> Int? {
        guard !unclosedElements.contains(name) else { return nil }
        var index = end(from: start) { $0 != "<" }
        while index < characters.count {
            let nameEnd = index + 2 + name.count
            if at(index + 1) == "/", nameEnd <= characters.count, at(nameEnd)?.isWordPart != true,
                text((index + 2)..<nameEnd).lowercased() == name
            {
                return min(end(from: nameEnd) { $0 != ">" } + 1, characters.count)
            }
            index = end(from: index + 1) { $0 != "<" }
        }
        unclosedElements.insert(name)
        return nil
    }

    private mutating func isEntity() -> Bool {
        guard let close = next(";", from: position, limit: 7) else { return false }
        switch text((position + 1)..<close) {
        case "amp": writeWord(rules.symbols["&"] ?? "&", for: close + 1 - position)
        case "nbsp": write(" ", for: close + 1 - position)
        case "lt", "gt", "quot": position = close + 1
        case "apos", "#39": write("'", for: close + 1 - position)
        default: return false
        }
        return true
    }

    /// "#word", "#5", "C#"
    private mutating func isHash() -> Bool {
        guard !rules.isBare else { return false }
        if let letter = peek(-1), letter.isAlphabetic, peek(1)?.isWordPart != true {
            writeWord("sharp", for: 1)
        } else if isDigit(position + 1) {
            writeWord(rules.words.number, for: 1)
        } else if peek(1)?.isAlphabetic == true {
            writeWord(rules.words.hashtag, for: 1)
        } else {
            position += 1
        }
        return true
    }
}
