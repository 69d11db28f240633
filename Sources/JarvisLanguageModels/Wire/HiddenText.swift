// SPDX-License-Identifier: GPL-3.0-or-later
// Takes out of a streamed answer what is not for people: what the model thinks, and calls of tools that its server has
// left in the text. Marks may be cut anywhere. Pure.

/// Separates the text of an answer from what is hidden between marks.
struct HiddenText {
    /// What came out of a piece.
    struct Output: Equatable {
        var visible = ""
        /// Complete texts between the marks of a call.
        var calls: [String] = []
    }

    private enum Kind {
        case thought, call
    }

    private struct Mark {
        var open: String
        var close: String
        var kind: Kind
    }

    private static let marks = [
        Mark(open: "<think>", close: "</think>", kind: .thought),
        Mark(open: "<thinking>", close: "</thinking>", kind: .thought),
        Mark(open: "<reasoning>", close: "</reasoning>", kind: .thought),
        Mark(open: "<tool_call>", close: "</tool_call>", kind: .call),
    ]

    /// A call that is longer is none.
    private static let longestCall = 65_536

    /// What may be the beginning of a mark.
    private var pending = ""
    /// The mark that is open; nil while text is visible.
    private var open: Mark?
    private var call = ""
    /// What came before a thought's end that had no beginning, while that is expected.
    private var withheld: String?
    /// Text behind a thought begins with its first letter.
    private var dropsSpace = true
    /// The line that is being written has visible text.
    private var isInLine = false
    /// A sentence has ended in visible text.
    private var hasSentence = false
    private var endsSentence = false
    /// A thought has ended that never began: the server's template begins it in the question. Within a line,
    /// and behind a whole sentence, the mark is what the text is about.
    private(set) var beganInside = false

    /// - Parameter beginsInside: An earlier answer of this server has begun in the middle of a thought. Text is then held
    ///   back until the thought ends; where none does, it was the answer, unless that was cut.
    init(beginsInside: Bool = false) {
        withheld = beginsInside ? "" : nil
    }

    /// Adds a piece of the answer.
    mutating func add(_ piece: String) -> Output {
        var output = Output()
        pending += piece
        var rest = pending[...]
        while let (place, mark, isClosing) = nextMark(in: rest) {
            take(String(rest[..<place.lowerBound]), into: &output)
            rest = rest[place.upperBound...]
            if !isClosing {
                open = mark
            } else if open == nil, withheld == nil, isInLine, hasSentence {
                show(mark.close, into: &output)
            } else {
                close(mark, into: &output)
            }
        }
        let kept = Self.lengthOfPossibleMark(at: rest, among: candidates)
        take(String(rest.dropLast(kept)), into: &output)
        pending = String(rest.suffix(kept))
        return output
    }

    /// Ends the answer: what only looked like the beginning of a mark is text, and a call without its end may be one.
    /// - Parameter isCut: It was longer than it may be; a thought may not have come to its end.
    mutating func finish(isCut: Bool = false) -> Output {
        var output = Output()
        take(pending, into: &output)
        pending = ""
        if let held = withheld {
            withheld = nil
            if !isCut { show(held, into: &output) }
        }
        if open?.kind == .call, !call.isEmpty { output.calls.append(call) }
        return output
    }

    private var candidates: [(text: String, mark: Mark, isClosing: Bool)] {
        if let open { return [(open.close, open, true)] }
        // The end of a thought that began in the question.
        return Self.marks.map { ($0.open, $0, false) }
            + Self.marks.filter { $0.kind == .thought }.map { ($0.close, $0, true) }
    }

    /// Looks at each place once, since a piece may hold any number of marks.
    private func nextMark(in text: Substring) -> (Range<String.Index>, Mark, isClosing: Bool)? {
        let candidates = candidates
        var rest = text
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            if let (mark, kind, isClosing) = candidates.first(where: { rest.starts(with: $0.text) }) {
                return (start..<rest.index(start, offsetBy: mark.count), kind, isClosing)
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    private mutating func close(_ mark: Mark, into output: inout Output) {
        if open == nil {
            beganInside = true
            withheld = nil
        } else if mark.kind == .call {
            output.calls.append(call)
        }
        open = nil
        call = ""
        dropsSpace = true
    }

    private mutating func take(_ text: String, into output: inout Output) {
        switch open?.kind {
        case .thought: break
        case .call: if call.utf8.count + text.utf8.count <= Self.longestCall { call += text }
        case nil:
            if withheld == nil { show(text, into: &output) } else { withheld?.append(text) }
        }
    }

    private mutating func show(_ text: String, into output: inout Output) {
        var text = text[...]
        if dropsSpace { text = text.drop { $0.isWhitespace } }
        if !text.isEmpty { dropsSpace = false }
        output.visible += text
        for character in text {
            if character.isWhitespace {
                if endsSentence { hasSentence = true }
                if character.isNewline { isInLine = false }
            } else {
                isInLine = true
            }
            endsSentence = ".!?…。！？".contains(character)
        }
    }

    /// How many characters at the end may be the beginning of a mark.
    private static func lengthOfPossibleMark(
        at text: Substring, among candidates: [(text: String, mark: Mark, isClosing: Bool)]
    ) -> Int {
        guard let start = text.suffix(16).lastIndex(of: "<") else { return 0 }
        let tail = text[start...]
        return candidates.contains { $0.text.hasPrefix(tail) } ? tail.count : 0
    }
}
