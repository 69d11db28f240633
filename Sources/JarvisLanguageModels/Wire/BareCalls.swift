// SPDX-License-Identifier: GPL-3.0-or-later
// Finds tool calls that small models write into their answers without any marks: JSON on its own, after a sentence or
// in a fence, and calls as in a program. Pure.

/// Lets text through, and holds back anything that may be a call until enough has arrived to decide.
struct BareCalls {
    struct Output {
        var text = ""
        var calls: [ToolCallFragment] = []
    }

    private static let longest = 8_192

    private let reader: WrittenCallReader
    /// The text held back, which may be a call.
    private var held = ""
    /// The brackets in `held` so far, to find the end of the call.
    private var scan = BracketScan()
    private var isLineStart = true

    init(_ reader: WrittenCallReader) {
        self.reader = reader
    }

    mutating func add(_ text: String) -> Output {
        var output = Output()
        guard !reader.tools.isEmpty else {
            output.text = text
            return output
        }
        for character in text { take(character, into: &output) }
        return output
    }

    mutating func finish() -> Output {
        var output = Output()
        if !held.isEmpty { settle(into: &output) }
        return output
    }

    private mutating func take(_ character: Character, into output: inout Output) {
        if held.isEmpty {
            guard mayBegin(character) else { return pass(character, into: &output) }
            scan = BracketScan()
        }
        held.append(character)
        scan.add(character)
        switch state {
        case .open: break
        case .whole: settle(into: &output)
        case .text: release(into: &output)
        }
    }

    private func mayBegin(_ character: Character) -> Bool {
        if character == "{" || character == "[" { return true }
        guard isLineStart else { return false }
        return character == "`" || character == "~" || reader.mayBegin(String(character))
    }

    private enum State { case open, whole, text }

    private var state: State {
        if held.utf8.count > Self.longest { return .text }
        if held.first == "`" || held.first == "~" { return stateOfFence }
        if scan.depth > 0 {
            // "[1]" and "{x}" cannot begin a call, so release them at once.
            if held.first == "[" || held.first == "{", let next = held.dropFirst().first(where: { !$0.isWhitespace }) {
                return isInsideOfCall(next) ? .open : .text
            }
            return .open
        }
        if scan.hasClosed { return .whole }
        return reader.mayBegin(held) ? .open : .text
    }

    private func isInsideOfCall(_ first: Character) -> Bool {
        if "\"'{[".contains(first) { return true }
        let inner = held.dropFirst().drop { $0.isWhitespace }
        guard let bracket = inner.firstIndex(where: { "({:".contains($0) }) else {
            return inner.count <= 80 && inner.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
        }
        return held.first == "{" || reader.mayBegin(String(inner[...bracket]))
    }

    private var stateOfFence: State {
        let mark = held.prefix(3)
        guard mark.count == 3 else { return Set(mark).count == 1 ? .open : .text }
        guard mark == "```" || mark == "~~~" else { return .text }
        let body = held.dropFirst(3)
        guard let end = body.firstIndex(of: "\n") else {
            return body.count <= 16 && body.allSatisfy { $0.isLetter || "_-".contains($0) } ? .open : .text
        }
        let inner = body[end...].drop { $0.isWhitespace }
        guard let first = inner.first else { return .open }
        guard "{[<\"".contains(first) || reader.mayBegin(String(inner.prefix { $0 != "\n" && $0 != "(" && $0 != "{" }))
        else { return .text }
        return body[end...].hasSuffix("\n" + mark) || inner.hasSuffix(mark) ? .whole : .open
    }

    private mutating func settle(into output: inout Output) {
        var text = held
        if let mark = ["```", "~~~"].first(where: text.hasPrefix) {
            text = String(text.dropFirst(3).drop { !$0.isNewline })
            if text.hasSuffix(mark) { text.removeLast(3) }
        }
        let calls = reader.calls(in: text)
        if calls.isEmpty { return release(into: &output) }
        output.calls += calls
        held = ""
    }

    private mutating func release(into output: inout Output) {
        output.text += held
        isLineStart = held.last?.isNewline ?? isLineStart
        held = ""
    }

    private mutating func pass(_ character: Character, into output: inout Output) {
        output.text.append(character)
        if character.isNewline { isLineStart = true } else if !character.isWhitespace { isLineStart = false }
    }
}

/// Counts open brackets, ignoring those in quotes.
struct BracketScan {
    private(set) var depth = 0
    /// True once the first bracket has been closed.
    private(set) var hasClosed = false
    var isQuoted: Bool { quote != nil }
    private var quote: Character?
    private var isEscaped = false
    private var last: Character = " "

    mutating func add(_ character: Character) {
        defer { last = character }
        if let quote {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                self.quote = nil
            }
            return
        }
        switch character {
        case "\"": if depth > 0 { quote = character }
        // An apostrophe after a letter is not a quotation mark.
        case "'": if depth > 0, !last.isLetter { quote = character }
        case "{", "[", "(": depth += 1
        case "}", "]", ")":
            if depth > 0 { depth -= 1 }
            if depth == 0 { hasClosed = true }
        default: break
        }
    }
}
