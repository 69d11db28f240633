// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX formulas between dollar signs: the signs don't mean money, and operators need no spaces.

extension SpeakableTextWriter {
    /// The sign that opens or closes a formula; any other dollar sign is money.
    mutating func isFormulaMark() -> Bool {
        let isDouble = peek(1) == "$"
        if position == mathEnd {
            writeMark("", for: isDouble ? 2 : 1)
        } else if isDouble {
            position += 2
            if !rules.isBare, let close = next("$", from: position, limit: 400), at(close + 1) == "$" { begin(close) }
        } else {
            guard let close = formulaEnd() else { return false }
            position += 1
            begin(close)
        }
        return true
    }

    private mutating func begin(_ close: Int) {
        mathEnd = close
        addressFreeEnd = max(addressFreeEnd, close + 1)
    }

    /// Where the formula that begins here ends; nil for "$5 or $10" and "$HOME".
    private mutating func formulaEnd() -> Int? {
        guard !rules.isBare, peek(-1)?.isWordPart != true, let close = next("$", from: position + 1, limit: 200),
            let first = peek(1), let last = at(close - 1), !first.isWhitespace, !last.isWhitespace, last != "\\",
            at(close + 1)?.isWordPart != true, at(close + 1) != "$"
        else { return nil }
        let inside = characters[(position + 1)..<close]
        guard !inside.contains(where: \.isNewline) else { return nil }
        let isNumeral = inside.allSatisfy { $0.isDigit || $0 == "." || $0 == "," }
        if isNumeral || (inside.count <= 3 && inside.allSatisfy(\.isWordPart)) { return close }
        let words = inside.split { !$0.isAlphabetic }
        if first.isDigit, !inside.contains("\\"), words.contains(where: { $0.count > 2 }) { return nil }
        let signs: StaticString = first.isDigit ? "^=+_\\*<>" : "^=+_\\*<>-−/("
        return inside.contains { $0.isAny(of: signs) } ? close : nil
    }

    /// Signs specific to formulas: commands, groups, and operators without spaces.
    mutating func isFormulaSign() -> Bool {
        let sign = characters[position]
        switch sign {
        case "\\": takeCommand()
        case "}" where peek(1) == "{": writeWord(rules.words.over, for: 2)
        case "{", "}", "|":
            position += 1
            return true
        case "^" where peek(1) == "{": takePower()
        case "+", "-", "*", "/", "<", ">", "=":
            writeWord(rules.operators[String(sign)] ?? rules.symbols[sign] ?? "", for: 1)
        default: return false
        }
        separate()
        return true
    }

    /// "^{2}", "^{n+1}"
    private mutating func takePower() {
        if let power = peek(2), power == "2" || power == "3", peek(3) == "}" {
            writeWord(rules.symbols[power == "2" ? "²" : "³"] ?? "", for: 4)
        } else {
            writeWord(rules.operators["^"] ?? "", for: 2)
        }
    }

    /// "\times", "\frac", "\alpha", "\,"
    private mutating func takeCommand() {
        let nameEnd = end(from: position + 1, limit: 16, while: \.isAlphabetic)
        let name = text((position + 1)..<nameEnd)
        if name.isEmpty {
            position += peek(1) == "%" ? 1 : 2
        } else if let symbol = Self.commandSymbols[name], let said = rules.symbols[symbol] {
            writeWord(said, for: nameEnd - position)
        } else if Self.shapingCommands.contains(name) {
            position = nameEnd
        } else {
            writeWord(name, for: nameEnd - position)
        }
    }

    private static let commandSymbols: [String: Character] = [
        "times": "×", "cdot": "×", "div": "÷", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
        "neq": "≠", "approx": "≈", "to": "→", "rightarrow": "→", "pi": "π", "infty": "∞", "sum": "∑", "sqrt": "√",
        "circ": "°",
    ]

    /// Commands that only format what follows them.
    private static let shapingCommands: Set = [
        "frac", "dfrac", "tfrac", "left", "right", "text", "textbf", "mathrm", "mathbf", "mathbb", "mathit", "boxed",
        "operatorname", "quad", "qquad", "displaystyle", "big", "Big", "begin", "end",
    ]
}
