// SPDX-License-Identifier: GPL-3.0-or-later
// Money: currencies before and after an amount, cents, and magnitudes.

extension SpeakableTextWriter {
    mutating func isCurrencyFirst() -> Bool {
        let end = end(from: position, limit: 3) { $0.isUppercase || $0.isAny(of: "$€£¥₹") }
        guard end > position, let currency = rules.currencies[text(position..<end)] else { return false }
        let start = at(end) == " " && end - position == 3 ? end + 1 : end
        guard let amount = number(from: start) else { return false }
        position = start
        takeAmount(amount, currency)
        return true
    }

    /// The currency after a number, and where it ends.
    private func currency(behind start: Int) -> (currency: Currency, end: Int)? {
        var start = start
        if let space = at(start), space.isWhitespace, !space.isNewline { start += 1 }
        let end = end(from: start, limit: 3) { $0.isUppercase || $0.isAny(of: "$€£¥₹") }
        guard end > start, start != mathEnd, at(end)?.isWordPart != true else { return nil }
        return rules.currencies[text(start..<end)].map { ($0, end) }
    }

    /// "5,99 €" is spoken like "€5,99"; for "5 €" the amount has already been written.
    mutating func isPriceFirst(_ amount: Number) -> Bool {
        guard amount.decimals.count == 2, let found = currency(behind: amount.end),
            let said = price(amount, found.currency)
        else { return false }
        write(said, for: found.end - position)
        return true
    }

    mutating func isCurrencyLast(_ amount: Number) -> Bool {
        guard let found = currency(behind: position) else { return false }
        if peek()?.isWhitespace == true { write(" ", for: 1) }
        writeWord(amount.whole == 1 ? found.currency.whole.one : found.currency.whole.many, for: found.end - position)
        return true
    }

    /// "3 dollars and 50 cents"; nil unless the amount has two decimals.
    private func price(_ amount: Number, _ currency: Currency) -> String? {
        guard amount.decimals.count == 2, let part = Int(amount.decimals),
            let whole = Int(amount.said.prefix { $0 != rules.decimalMark })
        else { return nil }
        let dollars = "\(whole) \(whole == 1 ? currency.whole.one : currency.whole.many)"
        guard part != 0 else { return dollars }
        guard let cents = currency.cents else { return "\(dollars) \(part)" }
        let rest = "\(part) \(part == 1 ? cents.one : cents.many)"
        return whole == 0 ? rest : "\(dollars) \(rules.words.and) \(rest)"
    }

    /// "$3.50", "$3.5 million", "$5k"
    private mutating func takeAmount(_ amount: Number, _ currency: Currency) {
        let magnitude = self.magnitude(behind: amount.end)
        if magnitude == nil, let said = price(amount, currency) {
            write(said, for: amount.end - position)
            return
        }
        write(amount.said, for: amount.end - position)
        if let magnitude {
            if magnitude.isWord {
                copy(magnitude.end - position)
            } else {
                writeWord(magnitude.said, for: magnitude.end - position)
            }
        }
        write(" " + (amount.whole == 1 && magnitude == nil ? currency.whole.one : currency.whole.many), for: 0)
    }

    private func magnitude(behind start: Int) -> (said: String, end: Int, isWord: Bool)? {
        if rules.code == "en", let letter = at(start), at(start + 1)?.isWordPart != true {
            switch letter {
            case "k", "K": return ("thousand", start + 1, false)
            case "M", "m": return ("million", start + 1, false)
            case "B", "b": return ("billion", start + 1, false)
            default: break
            }
        }
        guard at(start) == " " else { return nil }
        let end = end(from: start + 1, limit: 12) { $0.isAlphabetic || $0 == "." }
        let word = text((start + 1)..<end)
        return rules.magnitudes.contains(word) ? (word, end, true) : nil
    }
}
