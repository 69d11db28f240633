// SPDX-License-Identifier: GPL-3.0-or-later
// Calls, reasoning and template tokens that models write into their answers, in pieces of any size.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisLanguageModels

struct WrittenCallTests {
    private static let tools = ["timer_set", "list_add", "weather"].map {
        ChatTool(name: $0, summary: "", parameters: JSONObject())
    }
    private static let five = #"{"minutes": 5}"#

    /// A parsed answer: its text, and its calls as "name {arguments}".
    private struct Result: Equatable {
        var text = ""
        var calls: [String] = []
    }

    private func read(_ pieces: [String]) -> Result {
        var reply = ReplyAssembly(tools: Self.tools)
        var result = Result()
        for piece in pieces { result.text += reply.take(ChatChunk(text: piece)) }
        let end = reply.finish()
        result.text = (result.text + end.text).trimmed
        result.calls = end.calls.map { call in
            let values = (try? JSONValue(parsing: Array(call.arguments.utf8)))?.line ?? call.arguments
            return "\(call.name) \(values)"
        }
        return result
    }

    private func expect(_ text: String, _ expected: Result, _ comment: Comment? = nil) {
        #expect(read([text]) == expected, comment ?? "\(text)")
        for length in 1...7 {
            let letters = Array(text)
            let pieces = stride(from: 0, to: letters.count, by: length).map {
                String(letters[$0..<min($0 + length, letters.count)])
            }
            #expect(read(pieces) == expected, "in pieces of \(length): \(text)")
        }
    }

    /// Each is one call of timer_set with five minutes and without text.
    @Test(arguments: [
        #"{"name": "timer_set", "arguments": {"minutes": 5}}"#,
        #"{"name": "timer_set", "parameters": {"minutes": 5}}"#,
        #"{"function": "timer_set", "args": {"minutes": 5}}"#,
        #"{"type": "function", "function": {"name": "timer_set", "arguments": "{\"minutes\": 5}"}}"#,
        #"{"tool": "timer_set", "input": {"minutes": 5}}"#,
        #"{"action": "timer_set", "action_input": {"minutes": 5}}"#,
        #"{"tool_calls": [{"name": "timer_set", "arguments": {"minutes": 5}}]}"#,
        #"{"timer_set": {"minutes": 5}}"#,
        #"{"name": "functions.timer_set", "arguments": {"minutes": 5}}"#,
        #"{"name": "timer-set", "arguments": {"minutes": 5}}"#,
        #"{'name': 'timer_set', 'arguments': {'minutes': 5}}"#,
        #"{"name": "timer_set", "arguments": {"minutes": 5,},}"#,
        #"{"name": "timer_set", "arguments": {"minutes": 5}"#,
        #"[{"name": "timer_set", "arguments": {"minutes": 5}}]"#,
        "```json\n{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}\n```",
        "```\n{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}\n```",
        "```tool_call\n{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}\n```",
        "```tool_code\ntimer_set(minutes=5)\n```",
        "```python\nprint(timer_set(minutes=5))\n```",
        "~~~json\n[{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}]\n~~~",
        #"<tool_call>{"name": "timer_set", "arguments": {"minutes": 5}}</tool_call>"#,
        "<tool_call>\n{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}\n",
        #"<tool_call>{'name': 'timer_set', 'arguments': {'minutes': 5}}</tool_call>"#,
        "<tool_call>\n<function=timer_set>\n<parameter=minutes>\n5\n</parameter>\n</function>\n</tool_call>",
        "<function=timer_set>\n<parameter=minutes>5</parameter>\n</function>",
        #"<function=timer_set>{"minutes": 5}</function>"#,
        #"<function name="timer_set"><parameter name="minutes">5</parameter></function>"#,
        "<tool_call>timer_set\n<arg_key>minutes</arg_key>\n<arg_value>5</arg_value>\n</tool_call>",
        #"<function_calls><invoke name="timer_set"><parameter name="minutes">5</parameter></invoke></function_calls>"#,
        #"<minimax:tool_call><invoke name="timer_set"><parameter name="minutes">5</parameter></invoke></minimax:tool_call>"#,
        #"<tools>{"name": "timer_set", "arguments": {"minutes": 5}}</tools>"#,
        #"<TOOLCALL>[{"name": "timer_set", "arguments": {"minutes": 5}}]</TOOLCALL>"#,
        #"[TOOL_CALLS][{"name": "timer_set", "arguments": {"minutes": 5}}]"#,
        #"[TOOL_CALLS] [{"name": "timer_set", "arguments": {"minutes": 5}}]</s>"#,
        #"[TOOL_CALLS]timer_set[ARGS]{"minutes": 5}"#,
        #"[TOOL_CALLS]timer_set[CALL_ID]a1b2c3d4e[ARGS]{"minutes": 5}"#,
        #"[TOOL_CALLS]timer_set{"minutes": 5}"#,
        #"<|python_tag|>{"name": "timer_set", "parameters": {"minutes": 5}}<|eom_id|>"#,
        "<|python_tag|>timer_set.call(minutes=5)<|eom_id|>",
        "[timer_set(minutes=5)]",
        "timer_set(minutes=5)",
        #"timer_set({"minutes": 5})"#,
        #"functions.timer_set({"minutes": 5})"#,
        #"functions.timer_set:0{"minutes": 5}"#,
        #"timer_set{"minutes": 5}"#,
        #"functools[{"name": "timer_set", "arguments": {"minutes": 5}}]"#,
        #"<|tool_call|>[{"name": "timer_set", "arguments": {"minutes": 5}}]"#,
        #"<|tool_call|>[{"name": "timer_set", "arguments": {"minutes": 5}}]<|/tool_call|>"#,
        "<|tool_call_start|>[timer_set(minutes=5)]<|tool_call_end|>",
        #"<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "timer_set", "parameters": {"minutes": 5}}]<|END_ACTION|>"#,
        #"<|tool_calls_section_begin|><|tool_call_begin|>functions.timer_set:0<|tool_call_argument_begin|>{"minutes": 5}<|tool_call_end|><|tool_calls_section_end|>"#,
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>timer_set\n```json\n{\"minutes\": 5}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        #"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>timer_set<｜tool▁sep｜>{"minutes": 5}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"#,
        #"<|channel|>commentary to=functions.timer_set <|constrain|>json<|message|>{"minutes": 5}<|call|>"#,
        #"<|channel|>analysis<|message|>A timer.<|end|><|start|>assistant<|channel|>commentary to=functions.timer_set json<|message|>{"minutes": 5}<|call|>"#,
        #"<|start|>assistant to=functions.timer_set<|channel|>commentary json<|message|>{"minutes": 5}<|call|>"#,
        #"analysisA timer is wanted.assistantcommentary to=functions.timer_set json{"minutes": 5}"#,
        #"<think>A timer.</think>{"name": "timer_set", "arguments": {"minutes": 5}}"#,
        #"<think>A timer.</think><tool_call>{"name": "timer_set", "arguments": {"minutes": 5}}</tool_call><|im_end|>"#,
    ])
    func everyWrittenCallFormatIsParsed(text: String) {
        expect(text, Result(calls: [#"timer_set {"minutes":5}"#]))
    }

    @Test(arguments: [
        ("Sure, five minutes.\n\n", #"{"name": "timer_set", "arguments": {"minutes": 5}}"#, "Sure, five minutes."),
        ("I'll set it: ", #"{"name": "timer_set", "arguments": {"minutes": 5}}"#, "I'll set it:"),
        ("Of course.\n", "```json\n{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}\n```", "Of course."),
        ("Sure.\n", "[TOOL_CALLS][{\"name\": \"timer_set\", \"arguments\": {\"minutes\": 5}}]", "Sure."),
        ("Sure.\n", "timer_set(minutes=5)", "Sure."),
    ])
    func textBeforeACallIsKept(before: String, call: String, said: String) {
        expect(before + call, Result(text: said, calls: [#"timer_set {"minutes":5}"#]))
    }

    @Test func severalWrittenCallsAreParsed() {
        let both = [#"timer_set {"minutes":5}"#, #"list_add {"item":"tea, green","list":"shopping"}"#]
        expect(
            #"[{"name": "timer_set", "arguments": {"minutes": 5}}, {"name": "list_add", "arguments": {"item": "tea, green", "list": "shopping"}}]"#,
            Result(calls: both))
        expect(
            #"[timer_set(minutes=5), list_add(item="tea, green", list='shopping')]"#, Result(calls: both))
        expect(
            #"<tool_call>{"name": "timer_set", "arguments": {"minutes": 5}}</tool_call><tool_call>{"name": "list_add", "arguments": {"item": "tea, green", "list": "shopping"}}</tool_call>"#,
            Result(calls: both))
    }

    /// Text that only resembles a call, reasoning or a token stays unchanged.
    @Test(arguments: [
        "Use {braces} for sets, [1] for notes, and `code` for code.",
        "The list is [1, 2, 3], and {\"a\": 1} is JSON.",
        "The timer sets itself. Weather (in general) changes.",
        "weather is nice today",
        "1 < 2 and 3 > 2, a <b> tag, and a|b.",
        "Analysis of this takes a while.",
        "analysis of this takes a while.",
        "Call timer_set when you need it.",
        "He said: 'it's [almost] done'.",
        #"{"name": "rocket_launch", "arguments": {}}"#,
        "```swift\nlet a = 1\n```",
        "[Note: all times are local.]",
        "ends with <",
        "ends with [",
        "ends with {",
        "ends with `",
    ])
    func textThatResemblesACallIsUnchanged(text: String) {
        expect(text, Result(text: text))
    }

    @Test(arguments: [
        ("<think>Hm.</think>Yes.", "Yes."), ("[THINK]Hm.[/THINK]Yes.", "Yes."), ("<thought>Hm.</thought>Yes.", "Yes."),
        ("<seed:think>Hm.</seed:think>Yes.", "Yes."), ("◁think▷Hm.◁/think▷Yes.", "Yes."),
        ("<|begin_of_thought|>Hm.<|end_of_thought|>Yes.", "Yes."),
        ("<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>", "Yes."),
        ("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>", "Yes."),
        ("<|channel|>final<|message|>Yes.<|end|>", "Yes."),
        ("<|channel|>commentary<|message|>Yes.<|end|>", "Yes."),
        ("analysisWe need a yes.assistantfinalYes.", "Yes."),
        ("<|channel>thought\nHm.<channel|>Yes.", "Yes."),
        ("<unused94>thought\nHm.<unused95>Yes.", "Yes."),
        ("Yes.<|im_end|>", "Yes."), ("Yes.</s>", "Yes."), ("Yes.<|eot_id|>", "Yes."), ("Yes.<|endoftext|>", "Yes."),
        ("Yes.<end_of_turn>", "Yes."), ("Yes.<｜end▁of▁sentence｜>", "Yes."), ("<s>Yes.</s>", "Yes."),
        ("<|im_start|>assistant\nYes.<|im_end|>", "Yes."),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>", "Yes."),
        ("<start_of_turn>model\nYes.<end_of_turn>", "Yes."), ("[INST] [/INST] Yes.", "Yes."),
        ("<answer>Yes.</answer>", "Yes."),
        ("Yes.<|im_end|>\n<|im_start|>user\nAnd now?<|im_end|>", "Yes."),
        ("Yes.<|eot_id|><|start_header_id|>user<|end_header_id|>\nAnd now?", "Yes."),
        ("Yes.<end_of_turn>\n<start_of_turn>user\nAnd now?", "Yes."),
    ])
    func reasoningAndTemplateTokensAreRemoved(text: String, said: String) {
        expect(text, Result(text: said))
    }

    @Test func harmonyMarkupIsRemovedFromCallNames() {
        var reply = ReplyAssembly(tools: Self.tools)
        _ = reply.take(
            ChatChunk(fragments: [
                ToolCallFragment(name: "timer_set<|channel|>commentary", arguments: Self.five, isWhole: true)
            ]))
        #expect(reply.finish().calls.map(\.name) == ["timer_set"])
    }

    /// Random mixtures of parts are parsed to the end, and marks never reach the text.
    @Test func damagedAnswersAreParsedWithoutMarks() {
        let parts = [
            "<think>", "</think>", "<tool_call>", "</tool_call>", "<|channel|>", "analysis", "<|message|>", "<|end|>",
            "{\"name\": \"timer_set\"", ", \"arguments\": {", "}}", "[", "]", "```", "\n", "Yes. ",
            "<function=timer_set>",
            "<parameter=minutes>", "</parameter>", "[TOOL_CALLS]", "timer_set(", "minutes=5", ")", "<|python_tag|>",
            "'",
        ]
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                parts[Int.random(in: parts.indices, using: &generator)]
            }
            let whole = read([text.joined()])
            #expect(whole == read(text), "\(text.joined())")
            #expect(!whole.text.contains("<|message|>") && !whole.text.contains("<think>"), "\(text.joined())")
        }
    }
}
