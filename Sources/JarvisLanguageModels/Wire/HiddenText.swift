// SPDX-License-Identifier: GPL-3.0-or-later
// Removes from a streamed answer everything that is not meant for the user: the model's thoughts, tool calls that its
// server has left in the text, and the tokens of its chat template. Works even if pieces cut marks in two. Pure.

/// Separates the visible text of an answer from the text hidden between marks.
struct HiddenText {
    /// The visible text and the complete calls found in a piece.
    struct Output: Equatable {
        var visible = ""
        /// The texts between the marks of calls.
        var calls: [String] = []
    }

    /// An opened mark, and the marks that close it.
    private struct Open {
        var kind: AnswerMark.Kind
        var closes: [String]
    }

    /// The longest text kept of a call, in UTF-8 bytes; the excess is dropped.
    private static let longestCall = 65_536
    /// The longest mark, in characters.
    private static let longestMark = 64

    /// The end of the last piece, which may be the beginning of a mark.
    private var pending = ""
    /// The mark that hides the text; nil while text is visible.
    private var open: Open?
    private var call = ""
    private var header = ""
    /// Text held back because it may be a thought that began in the question; nil if no such thought is expected.
    private var withheld: String?
    /// Visible text after a mark starts with its first character that isn't white space.
    private var dropsSpace = true
    /// The current line has visible text.
    private var isInLine = false
    /// A sentence of the visible text has ended.
    private var hasSentence = false
    private var endsSentence = false
    /// Only white space has arrived so far.
    private var isAtStart = true
    /// A thought has ended that the server's template began in the question. Within a line, and after a whole sentence,
    /// such a mark is text: the answer is about the mark itself.
    private(set) var beganInside = false

    /// - Parameter beginsInside: True if an earlier answer of this server began in the middle of a thought. Text is
    ///   then held back until the thought ends. If none ends, the text was the answer, unless the length limit cut it
    ///   off.
    init(beginsInside: Bool = false) {
        withheld = beginsInside ? "" : nil
    }

    /// Adds a piece of the answer.
    mutating func add(_ piece: String) -> Output {
        var output = Output()
        pending += piece
        var rest = pending[...]
        if isAtStart, !passesStart(&rest) {
            pending = String(rest)
            return output
        }
        takeMarks(of: &rest, into: &output)
        let kept = lengthOfPossibleMark(at: rest)
        take(String(rest.dropLast(kept)), into: &output)
        pending = String(rest.suffix(kept))
        return output
    }

    /// Ends the answer: an incomplete mark becomes text, and an unfinished call is returned, because it may be complete
    /// all the same.
    /// - Parameter isCut: True if the length limit ended the answer, perhaps within a thought.
    mutating func finish(isCut: Bool = false) -> Output {
        var output = Output()
        var rest = pending[...]
        takeMarks(of: &rest, isLast: true, into: &output)
        take(String(rest), into: &output)
        pending = ""
        if let held = withheld {
            withheld = nil
            if !isCut { show(held, into: &output) }
        }
        if open?.kind == .call, !call.isEmpty { output.calls.append(call) }
        return output
    }

    private mutating func takeMarks(of rest: inout Substring, isLast: Bool = false, into output: inout Output) {
        while let (place, found) = nextMark(in: rest, isLast: isLast) {
            take(String(rest[..<place.lowerBound]), into: &output)
            let text = String(rest[place])
            rest = rest[place.upperBound...]
            meet(found, text, into: &output)
        }
    }

    // MARK: Finding marks

    private enum Found {
        case mark(AnswerMark)
        case close
        /// The end of a thought that began in the question.
        case closeWithoutOpen
    }

    /// Checks whether the answer begins with the bare name of a channel: "analysisWe need …assistantfinalYes."
    /// - Returns: False if too little text has arrived to decide.
    private mutating func passesStart(_ rest: inout Substring) -> Bool {
        let text = rest.drop { $0.isWhitespace }
        let channel = AnswerMark.bareThought
        guard !text.isEmpty, !channel.hasPrefix(text) else { return text.isEmpty }
        isAtStart = false
        guard text.hasPrefix(channel), let next = text.dropFirst(channel.count).first,
            next.isUppercase || next.isNewline
        else { return true }
        open = Open(kind: .thought, closes: [AnswerMark.bareFinal, AnswerMark.bareCommentary])
        rest = text.dropFirst(channel.count)
        return true
    }

    /// Finds the next mark. Examines each position only once, since a piece may hold any number of marks.
    private func nextMark(in text: Substring, isLast: Bool) -> (Range<Substring.Index>, Found)? {
        var rest = text
        guard let open else {
            while let start = rest.firstIndex(where: AnswerMark.begins) {
                rest = rest[start...]
                if let (length, found) = markAtStart(of: rest, isLast: isLast) {
                    return (start..<rest.index(start, offsetBy: length), found)
                }
                rest = rest.dropFirst()
            }
            return nil
        }
        let firsts = Set(open.closes.compactMap(\.first))
        while let start = rest.firstIndex(where: firsts.contains) {
            rest = rest[start...]
            if let close = open.closes.first(where: rest.starts) {
                return (start..<rest.index(start, offsetBy: close.count), .close)
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// - Parameter isLast: True if no text follows, so that a mark can't turn out to be the beginning of a longer one.
    private func markAtStart(of text: Substring, isLast: Bool) -> (Int, Found)? {
        guard let second = text.dropFirst().first else { return nil }
        for mark in AnswerMark.all[second] ?? [] {
            if text.starts(with: mark.open) { return (mark.open.count, .mark(mark)) }
            if !isLast, mark.open.hasPrefix(text) { return nil }
        }
        if second == "/" || second == "◁", let close = AnswerMark.thoughtCloses.first(where: text.starts) {
            return (close.count, .closeWithoutOpen)
        }
        return AnswerMark.lengthOfToken(at: text).map { ($0, .mark(.token)) }
    }

    /// The number of characters at the end that may be the beginning of a mark.
    private func lengthOfPossibleMark(at text: Substring) -> Int {
        var tail = text.suffix(Self.longestMark)
        if let open {
            let longest = open.closes.map(\.count).max() ?? 0
            tail = tail.suffix(longest)
            while !tail.isEmpty {
                if open.closes.contains(where: { $0.hasPrefix(tail) }) { return tail.count }
                tail = tail.dropFirst()
            }
            return 0
        }
        while let start = tail.firstIndex(where: AnswerMark.begins) {
            tail = tail[start...]
            if AnswerMark.mayBegin(tail) { return tail.count }
            tail = tail.dropFirst()
        }
        return 0
    }

    // MARK: What marks mean

    private mutating func meet(_ found: Found, _ text: String, into output: inout Output) {
        switch found {
        case .closeWithoutOpen:
            if withheld == nil, isInLine, hasSentence { return show(text, into: &output) }
            beganInside = true
            withheld = nil
            dropsSpace = true
        case .close: close(by: text, into: &output)
        case .mark(let mark): begin(mark)
        }
    }

    private mutating func begin(_ mark: AnswerMark) {
        switch mark.kind {
        case .token: dropsSpace = dropsSpace || !isInLine
        case .header: header = mark.open
        case .call: call = mark.keepsOpen ? mark.open : ""
        case .thought, .others: break
        }
        if mark.kind != .token { open = Open(kind: mark.kind, closes: mark.closes) }
    }

    private mutating func close(by text: String, into output: inout Output) {
        let kind = open?.kind
        open = nil
        dropsSpace = true
        if kind == .header { return beginMessage() }
        if kind == .call {
            output.calls.append(call)
            call = ""
        }
        if AnswerMark.headerOpens.contains(text) { begin(AnswerMark(open: text, closes: AnswerMark.message, .header)) }
        if text == AnswerMark.bareCommentary {
            call = text
            open = Open(kind: .call, closes: [AnswerMark.bareFinal])
        }
    }

    /// Decides from the complete header whether a call, a thought or the answer follows.
    private mutating func beginMessage() {
        if header.contains("to=") {
            call = header
            open = Open(kind: .call, closes: AnswerMark.messageCloses)
        } else if header.contains("analysis") {
            open = Open(kind: .thought, closes: AnswerMark.messageCloses)
        }
        header = ""
    }

    private mutating func take(_ text: String, into output: inout Output) {
        switch open?.kind {
        case .thought, .others, .token: break
        case .header: if header.count < Self.longestMark * 4 { header += text }
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
}
