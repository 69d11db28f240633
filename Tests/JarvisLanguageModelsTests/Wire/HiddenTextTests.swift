// SPDX-License-Identifier: GPL-3.0-or-later
// Reasoning is removed from answers, however they are split.

import Testing

@testable import JarvisLanguageModels

struct HiddenTextTests {
    private func visible(_ pieces: [String], beginsInside: Bool = false) -> String {
        var hidden = HiddenText(beginsInside: beginsInside)
        return pieces.map { hidden.add($0).visible }.joined() + hidden.finish().visible
    }

    @Test(arguments: [
        ("Hello.", "Hello."), ("<think>hm</think>Hello.", "Hello."), ("<think>a < b</think>\n\nHi", "Hi"),
        ("One <thinking>hm</thinking> two", "One two"), ("<reasoning>x</reasoning>y", "y"), ("1 < 2", "1 < 2"),
        ("a <b> c", "a <b> c"), ("<think>never ends", ""), ("ends with <", "ends with <"), ("", ""),
        ("<th", "<th"), ("<think></think>", ""), ("Grüße <think>ä</think>🙂", "Grüße 🙂"),
    ])
    func reasoningIsRemoved(text: String, expected: String) {
        #expect(visible([text]) == expected)
        #expect(visible(text.map { String($0) }) == expected, "cut after every character")
    }

    @Test func anySplitGivesTheSameText() {
        let text = "<think>no</think>Yes <think>or</think>and no."
        for place in text.indices {
            #expect(visible([String(text[..<place]), String(text[place...])]) == "Yes and no.")
        }
    }

    /// In linear time: a server may send a megabyte at once.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("<think></think>", false), ("<tool_call></tool_call>", false), ("</think>", false), ("<", true),
            ("< think>", true),
        ])
    func aMegabyteOfMarksIsParsed(part: String, isText: Bool) {
        let text = String(repeating: part, count: (1 << 20) / part.count)
        var hidden = HiddenText()
        let visible = hidden.add(text).visible + hidden.finish().visible
        #expect(visible == (isText ? text : ""))
    }

    @Test func textIsHeldBackOnlyWhileItMayBeAMark() {
        var hidden = HiddenText()
        #expect(hidden.add("1 <").visible == "1 ")
        #expect(hidden.add(" 2").visible == "< 2")
    }

    @Test func reasoningThatBeginsInThePromptIsDetected() {
        var hidden = HiddenText()
        _ = hidden.add("hm</think>Yes")
        #expect(hidden.beganInside)
        #expect(visible(["hm", "</think>Yes"], beginsInside: true) == "Yes")
        #expect(visible(["Just an answer."], beginsInside: true) == "Just an answer.", "it was none after all")
    }

    @Test func quotedMarksHideNothing() {
        var hidden = HiddenText()
        let text = "It has two marks. The second one is </think> and ends a thought."
        #expect(hidden.add(text).visible == text && !hidden.beganInside)
        var template = HiddenText()
        _ = template.add("Okay. They ask for a yes.\n</think>\n\nYes")
        #expect(template.beganInside)
    }

    @Test func truncatedReasoningIsHidden() {
        var hidden = HiddenText(beginsInside: true)
        #expect(hidden.add("Okay. They ask for").visible.isEmpty && hidden.finish(isCut: true).visible.isEmpty)
    }

    @Test func toolCallsInTheTextAreFound() {
        var hidden = HiddenText()
        let output = hidden.add("Sure.<tool_call>{\"a\":1}</tool_call>")
        #expect(output.visible == "Sure." && output.calls == ["{\"a\":1}"])
    }
}
