// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles a streamed answer into text and tool calls. Pure.

import JarvisCore
import JarvisPlatform

/// Collects the pieces of one answer.
struct ReplyAssembly {
    private var hidden: HiddenText
    private var calls = ToolCallAssembly()
    private let reader: WrittenCallReader
    private var bare: BareCalls
    private var end: ChatEnd?
    private(set) var hasText = false
    /// The beginning of what the server called reasoning.
    private var reasoning = ""

    /// - Parameters:
    ///   - tools: The tools offered to the model.
    ///   - beginsInside: True if an earlier answer of this server began in the middle of a thought; see `HiddenText`.
    init(tools: [ChatTool] = [], beginsInside: Bool = false) {
        hidden = HiddenText(beginsInside: beginsInside)
        reader = WrittenCallReader(tools: Set(tools.map(\.name)))
        bare = BareCalls(reader)
    }

    /// The server has given a reason for the end.
    var hasEnded: Bool { end != nil }
    var beganInside: Bool { hidden.beganInside }
    /// True if the answer contains more calls, or longer ones, than any valid answer does.
    var isOverfull: Bool { calls.isOverfull }

    /// Adds a piece.
    /// - Returns: The text that is certainly part of the answer.
    mutating func take(_ chunk: ChatChunk) -> String {
        for fragment in chunk.fragments { calls.add(fragment) }
        if let end = chunk.end { self.end = end }
        if reasoning.utf8.count < Self.longestMistaken { reasoning += chunk.reasoning }
        return chunk.text.isEmpty ? "" : show(hidden.add(Self.printable(chunk.text)))
    }

    /// The text without characters that a terminal would interpret.
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
        text += keep(bare.finish())
        if !hasText, calls.isEmpty, end == .complete, let answer = mistakenAnswer {
            text += keep(bare.add(answer)) + keep(bare.finish())
        }
        // Some servers turn harmony's header into a tool's name: "timer_set<|channel|>commentary".
        let all = calls.calls().map { call in
            var call = call
            call.name = reader.tool(named: call.name) ?? call.name
            return call
        }
        return (text, all, all.isEmpty ? (end == .length ? .length : .complete) : .toolCalls)
    }

    /// An answer that the server took for reasoning, because the model never marked the end of a thought; nil if it reads
    /// like thinking.
    private var mistakenAnswer: String? {
        let text = Self.printable(reasoning).trimmed
        guard !text.isEmpty, reasoning.utf8.count < Self.longestMistaken else { return nil }
        let beginning = text.prefix(300).lowercased()
        let isThinking =
            Self.beginningsOfThoughts.contains(where: beginning.hasPrefix) || beginning.contains("the user")
        return isThinking ? nil : text
    }

    /// Reasoning of this many bytes or more is never mistaken for an answer.
    private static let longestMistaken = 4096
    private static let beginningsOfThoughts = [
        "okay, ", "ok, ", "alright", "hmm", "let me ", "let's ", "we need", "we have to", "we should", "i need to",
        "i should", "first, i", "so the", "so, the", "thinking", "analysis",
    ]

    private mutating func show(_ output: HiddenText.Output) -> String {
        for text in output.calls {
            for fragment in reader.calls(in: text) { calls.add(fragment) }
        }
        return output.visible.isEmpty ? "" : keep(bare.add(output.visible))
    }

    private mutating func keep(_ output: BareCalls.Output) -> String {
        for fragment in output.calls { calls.add(fragment) }
        if !output.text.isEmpty { hasText = true }
        return output.text
    }
}
