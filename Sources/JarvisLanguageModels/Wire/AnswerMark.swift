// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of chat templates, such as "<think>", that models leave in their answers. Pure data.

/// A mark in an answer, and how it affects the text after it.
struct AnswerMark {
    enum Kind {
        case thought, call
        /// A header, whose text says whether a thought, a call or the answer follows.
        case header
        /// A token of the template; hides only itself.
        case token
        /// The model continues with a message by the user, the system or a tool.
        case others
    }

    var open: String
    var closes: [String]
    var kind: Kind
    /// The mark names the tool, so it becomes part of the call's text.
    var keepsOpen = false

    init(open: String, closes: [String], _ kind: Kind, keepsOpen: Bool = false) {
        self.open = open
        self.closes = closes
        self.kind = kind
        self.keepsOpen = keepsOpen
    }

    static let token = AnswerMark(open: "", closes: [], .token)

    // MARK: OpenAI's harmony: "<|channel|>analysis<|message|>…<|end|>"

    static let message = ["<|message|>"]
    static let headerOpens = ["<|start|>", "<|channel|>"]
    static let messageCloses = ["<|end|>", "<|call|>", "<|return|>"] + headerOpens
    /// Begins a thought on servers that strip the tokens of harmony.
    static let bareThought = "analysis"
    static let bareFinal = "assistantfinal"
    static let bareCommentary = "assistantcommentary"

    // MARK: Tables

    private static let thoughtTags = [
        "think", "thinking", "thought", "thoughts", "reasoning", "reason", "reflection", "scratchpad", "seed:think",
        "antThinking", "inner_monologue",
    ]
    private static let callTags = [
        "tool_call", "tool_calls", "function_call", "function_calls", "tool_use", "toolcall", "TOOLCALL", "tools",
        "tool_code", "minimax:tool_call",
    ]

    private static let thoughts: [AnswerMark] =
        thoughtTags.map { AnswerMark(open: "<\($0)>", closes: ["</\($0)>"], .thought) }
        + [
            ("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"), ("<|think|>", "<|/think|>"),
            ("<|begin_of_thought|>", "<|end_of_thought|>"), ("<|START_THINKING|>", "<|END_THINKING|>"),
            ("<|channel>thought", "<channel|>"), ("<unused94>thought", "<unused95>"),
        ].map { AnswerMark(open: $0, closes: [$1], .thought) }

    private static let calls: [AnswerMark] =
        callTags.map { AnswerMark(open: "<\($0)>", closes: ["</\($0)>"], .call) }
        + [
            ("[TOOL_CALLS]", ["</s>", "[TOOL_RESULTS]"]), ("<|python_tag|>", ["<|eom_id|>", "<|eot_id|>"]),
            ("<|tool_call|>", ["<|/tool_call|>", "<|end_of_text|>", "<|end|>"]),
            ("<|tool_call>", ["<tool_call|>"]), ("<|tool_call_start|>", ["<|tool_call_end|>"]),
            ("<|tool_calls_section_begin|>", ["<|tool_calls_section_end|>"]),
            ("<|tool_call_begin|>", ["<|tool_call_end|>"]), ("<｜tool▁calls▁begin｜>", ["<｜tool▁calls▁end｜>"]),
            ("<｜tool▁call▁begin｜>", ["<｜tool▁call▁end｜>"]), ("<|START_ACTION|>", ["<|END_ACTION|>"]),
            ("<start_function_call>", ["<end_function_call>"]),
        ].map { AnswerMark(open: $0, closes: $1, .call) }
        + [
            ("<function=", ["</function>"]), ("<function name=", ["</function>"]), ("<invoke name=", ["</invoke>"]),
        ].map { AnswerMark(open: $0, closes: $1, .call, keepsOpen: true) }

    private static let others: [AnswerMark] = ["user", "system", "tool"].flatMap {
        ["<|im_start|>\($0)", "<|start_header_id|>\($0)", "<start_of_turn>\($0)", "<|\($0)|>"]
    }.map { AnswerMark(open: $0, closes: [], .others) }

    private static let tokens: [AnswerMark] = [
        "<|im_start|>assistant", "<|start_header_id|>assistant<|end_header_id|>", "<start_of_turn>model",
        "<start_of_turn>", "<end_of_turn>", "<s>", "</s>", "<eos>", "<bos>", "<pad>", "<unk>", "[INST]", "[/INST]",
        "<answer>", "</answer>", "<response>", "</response>", "<final>", "</final>", "</tool_call>", "</tool_calls>",
        "</function_calls>", "</minimax:tool_call>",
    ].map { AnswerMark(open: $0, closes: [], .token) }

    private static let headers: [AnswerMark] = headerOpens.map { AnswerMark(open: $0, closes: message, .header) }

    /// All marks by their second character, longer ones first.
    static let all: [Character: [AnswerMark]] = Dictionary(
        grouping: (thoughts + calls + others + tokens + headers).sorted { $0.open.count > $1.open.count }
    ) { $0.open.dropFirst().first ?? " " }

    static let thoughtCloses: [String] = thoughts.flatMap(\.closes)

    static func begins(_ character: Character) -> Bool { character == "<" || character == "[" || character == "◁" }

    /// True if a text may be the beginning of a mark.
    static func mayBegin(_ text: Substring) -> Bool {
        guard let second = text.dropFirst().first else { return true }
        if (all[second] ?? []).contains(where: { $0.open.hasPrefix(text) }) { return true }
        if thoughtCloses.contains(where: { $0.hasPrefix(text) }) { return true }
        return isToken(second) && text.dropFirst(2).allSatisfy(isTokenLetter) && text.count <= longestToken
    }

    // MARK: Any other token: "<|im_end|>", "<｜end▁of▁sentence｜>"

    private static let longestToken = 48

    static func lengthOfToken(at text: Substring) -> Int? {
        guard text.first == "<", let bar = text.dropFirst().first, isToken(bar) else { return nil }
        var length = 2
        for character in text.dropFirst(2) {
            length += 1
            guard length <= longestToken else { return nil }
            if character == ">" { return length > 4 ? length : nil }
            guard isTokenLetter(character) else { return nil }
        }
        return nil
    }

    private static func isToken(_ bar: Character) -> Bool { bar == "|" || bar == "｜" }

    private static func isTokenLetter(_ character: Character) -> Bool {
        character.isLetter && character.isASCII || character.isNumber || "_▁/-.|｜".contains(character)
    }
}
