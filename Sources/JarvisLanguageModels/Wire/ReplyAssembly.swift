// SPDX-License-Identifier: GPL-3.0-or-later
// From the pieces of a streamed answer to what is said, and what is to be done. Pure.

import JarvisPlatform

/// Takes the pieces of one answer.
struct ReplyAssembly {
    private var hidden: HiddenText
    private var calls = ToolCallAssembly()
    /// The names of the tools that may be called.
    private let tools: Set<String>
    /// Text that may be a call which the server has not recognized; nil once it is known to be text.
    private var possibleCall: String?
    private var end: ChatEnd?
    private(set) var hasText = false

    private static let longestPossibleCall = 8192

    /// - Parameters:
    ///   - tools: The tools that the model was told of.
    ///   - beginsInside: As of `HiddenText`.
    init(tools: [ChatTool] = [], beginsInside: Bool = false) {
        hidden = HiddenText(beginsInside: beginsInside)
        self.tools = Set(tools.map(\.name))
        possibleCall = tools.isEmpty ? nil : ""
    }

    /// The server has given a reason to end.
    var hasEnded: Bool { end != nil }
    var beganInside: Bool { hidden.beganInside }
    /// The calls were more than any right answer has.
    var isOverfull: Bool { calls.isOverfull }

    /// Takes a piece.
    /// - Returns: The text that is certainly part of the answer.
    mutating func take(_ chunk: ChatChunk) -> String {
        for fragment in chunk.fragments { calls.add(fragment) }
        if let end = chunk.end { self.end = end }
        return chunk.text.isEmpty ? "" : show(hidden.add(Self.printable(chunk.text)))
    }

    /// Without what a terminal would take for orders.
    private static func printable(_ text: String) -> String {
        let isControl: (Unicode.Scalar) -> Bool = {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
    }

    /// Ends the answer.
    /// - Returns: The rest of the text, all calls, and how it ended.
    mutating func finish() -> (text: String, calls: [ChatToolCall], end: ChatEnd) {
        var text = show(hidden.finish(isCut: end == .length))
        if let possible = possibleCall, !possible.isEmpty {
            if let fragment = call(in: possible) {
                calls.add(fragment)
            } else {
                text += possible
                hasText = true
            }
            possibleCall = ""
        }
        let all = calls.calls()
        return (text, all, all.isEmpty ? (end == .length ? .length : .complete) : .toolCalls)
    }

    private mutating func show(_ output: HiddenText.Output) -> String {
        for text in output.calls {
            if let fragment = call(in: text) { calls.add(fragment) }
        }
        guard !output.visible.isEmpty else { return "" }
        guard var possible = possibleCall else {
            hasText = true
            return output.visible
        }
        possible += output.visible
        // A whole answer that is an object may be a call; everything else is text from its first letter on.
        let first = possible.first { !$0.isWhitespace }
        if first == nil || first == "{", possible.utf8.count <= Self.longestPossibleCall {
            possibleCall = possible
            return ""
        }
        possibleCall = nil
        hasText = true
        return possible
    }

    /// The call that a text of the model's describes; nil when it describes none of a tool that it was told of.
    private func call(in text: String) -> ToolCallFragment? {
        let trimmed = Array(text.utf8)
        guard let object = (try? JSONValue(parsing: trimmed))?.asObject,
            let name = object["name"]?.asText, tools.contains(name),
            let arguments = object["arguments"] ?? object["parameters"]
        else { return nil }
        let written = arguments.asText ?? arguments.line
        return ToolCallFragment(name: name, arguments: written, isWhole: true)
    }
}
