// SPDX-License-Identifier: GPL-3.0-or-later
// Both protocols: the requests sent, and the answers of real servers as parsed.

import JarvisCore
import JarvisPlatform
import Testing

@testable import JarvisLanguageModels

struct WireTests {
    private let conversation = ChatRequest(
        messages: [
            ChatMessage(.system, "Be brief."), ChatMessage(.user, "Ten minutes for the eggs."),
            ChatMessage(
                .assistant, "",
                toolCalls: [ChatToolCall(id: "c1", name: "timer", arguments: "{\"length\":\"ten minutes\"}")]),
            ChatMessage(
                resultOf: ChatToolCall(id: "c1", name: "timer", arguments: "{}"), "Timer set."),
        ],
        tools: [ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])])

    @Test func completionsRequestsFollowTheProtocol() throws {
        let options = ChatOptions(temperature: 0.5, maximumTokens: 200)
        let body = OpenAIWire.body(of: conversation, model: "m", options)
        #expect(body["model"]?.asText == "m" && body["stream"]?.asFlag == true)
        #expect(body["temperature"]?.asDouble == 0.5 && body["max_tokens"]?.asInteger == 200)
        let messages = try #require(body["messages"]?.asArray).compactMap(\.asObject)
        #expect(messages.map { $0["role"]?.asText } == ["system", "user", "assistant", "tool"])
        let call = try #require(messages[2]["tool_calls"]?.asArray?.first?.asObject)
        #expect(call["id"]?.asText == "c1" && call["type"]?.asText == "function")
        #expect(call["function"]?.asObject?["arguments"]?.asText == "{\"length\":\"ten minutes\"}", "a string")
        #expect(messages[3]["tool_call_id"]?.asText == "c1")
        #expect(body["tools"]?.asArray?.count == 1)
        let plain = OpenAIWire.body(of: ChatRequest(messages: []), model: "", ChatOptions())
        #expect(plain["model"] == nil && plain["tools"] == nil && plain["temperature"] == nil)
    }

    @Test func ollamaRequestsFollowTheProtocol() throws {
        let options = ChatOptions(maximumTokens: 200, contextTokens: 8192, keepAlive: "-1")
        let body = OllamaWire.body(of: conversation, model: "m", options)
        #expect(body["options"]?.asObject?["num_ctx"]?.asInteger == 8192)
        #expect(body["options"]?.asObject?["num_predict"]?.asInteger == 200)
        #expect(body["think"]?.asFlag == false && body["keep_alive"]?.asInteger == -1)
        let messages = try #require(body["messages"]?.asArray).compactMap(\.asObject)
        let call = messages[2]["tool_calls"]?.asArray?.first?.asObject?["function"]?.asObject
        #expect(call?["arguments"]?.asObject?["length"]?.asText == "ten minutes", "an object")
        #expect(messages[3]["tool_name"]?.asText == "timer")
        let warm = OllamaWire.warmUpBody(model: "m", options)
        #expect(warm["options"]?.asObject?["num_ctx"]?.asInteger == 8192, "else it would be loaded twice")
    }

    @Test func invalidArgumentsAreNotSentBack() {
        let call = ChatToolCall(id: "c", name: "timer", arguments: "{\"length\":")
        let request = ChatRequest(messages: [ChatMessage(.assistant, "", toolCalls: [call])])
        let body = JSONValue.object(OpenAIWire.body(of: request, model: "", ChatOptions())).line
        #expect(body.contains("\"arguments\":\"{}\""))
    }

    @Test(arguments: [
        ("{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}", ChatChunk(text: "Hi")),
        ("{\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}", ChatChunk(end: .complete)),
        ("{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}", ChatChunk(end: .length)),
        ("{\"choices\":[{\"delta\":{},\"finish_reason\":null}]}", ChatChunk()),
        ("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"\"}]}", ChatChunk(text: "a")),
        ("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"null\"}]}", ChatChunk(text: "a")),
        ("{\"choices\":[],\"usage\":{\"total_tokens\":3}}", ChatChunk()),
        ("{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}", ChatChunk()),
        ("{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}", ChatChunk(reasoning: "hm")),
        (
            "{\"choices\":[{\"delta\":{\"reasoning\":\"hm\",\"content\":\"a\"}}]}",
            ChatChunk(text: "a", reasoning: "hm")
        ),
        (
            "{\"choices\":[{\"message\":{\"content\":\"All\"},\"finish_reason\":\"stop\"}]}",
            ChatChunk(text: "All", end: .complete)
        ),
        ("{\"choices\":[{\"delta\":{\"content\":null,\"refusal\":\"No.\"}}]}", ChatChunk(text: "No.")),
        ("{\"choices\":[{\"delta\":{\"content\":\"\",\"refusal\":\"I won't.\"}}]}", ChatChunk(text: "I won't.")),
        ("{\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"P\"}]}}]}", ChatChunk(text: "P")),
        (" [DONE] ", ChatChunk(isLast: true)), ("", ChatChunk()),
        (
            "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"\",\"function\":{\"name\":\"t\",\"arguments\":{\"a\":1}}}]}}]}",
            ChatChunk(fragments: [ToolCallFragment(name: "t", arguments: "{\"a\":1}", isWhole: true)])
        ),
    ])
    func completionEventsAreParsed(data: String, expected: ChatChunk) throws {
        #expect(try OpenAIWire.chunk(of: data, server: "s") == expected)
    }

    @Test(arguments: [
        ("{\"error\":{\"message\":\"no room\",\"code\":500}}", 500, "no room"),
        ("{\"error\":\"broken\"}", 0, "broken"),
        ("{\"error\":{\"type\":\"server_error\",\"code\":\"x\"}}", 0, "server_error"),
    ])
    func errorsInTheStreamAreThrown(data: String, status: Int, message: String) throws {
        let expected = ServerFailure(server: "s", kind: .rejected(status: status, message: message))
        #expect(throws: expected) { try OpenAIWire.chunk(of: data, server: "s") }
        let line = try JSONValue(parsing: Array(data.utf8))
        #expect(throws: expected) { try OllamaWire.chunk(of: line, server: "s") }
    }

    @Test(arguments: [
        ("{\"error\":{\"message\":\"no room\",\"code\":500}}", 500, "no room"),
        ("{\"message\":\"gone\",\"code\":503}", 503, "gone"),
        ("{\"detail\":\"broken\"}", 0, "broken"), ("out of memory", 0, "out of memory"), ("", 0, ""),
    ])
    func eventsNamedErrorAreFailures(data: String, status: Int, message: String) {
        let failure = OpenAIWire.failure(ofEvent: data, server: "s")
        #expect(failure == ServerFailure(server: "s", kind: .rejected(status: status, message: message)))
    }

    @Test func invalidOrNonObjectJSONIsRejected() {
        #expect(throws: ServerFailure.self) { try OpenAIWire.chunk(of: "{\"choices\":", server: "s") }
        #expect(throws: ServerFailure.self) { try OpenAIWire.chunk(of: "[1]", server: "s") }
        #expect(throws: ServerFailure.self) { try OllamaWire.chunk(of: .text("x"), server: "s") }
    }

    @Test(arguments: [
        ("{\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"done\":false}", ChatChunk(text: "Hi")),
        ("{\"message\":{\"content\":\"\",\"thinking\":\"hm\"},\"done\":false}", ChatChunk(reasoning: "hm")),
        ("{\"done\":true,\"done_reason\":\"stop\"}", ChatChunk(end: .complete, isLast: true)),
        ("{\"done\":true,\"done_reason\":\"length\"}", ChatChunk(end: .length, isLast: true)),
        (
            "{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"t\",\"arguments\":{\"a\":1}}}]}}",
            ChatChunk(fragments: [ToolCallFragment(name: "t", arguments: "{\"a\":1}", isWhole: true)])
        ),
    ])
    func ollamaLinesAreParsed(line: String, expected: ChatChunk) throws {
        #expect(try OllamaWire.chunk(of: JSONValue(parsing: Array(line.utf8)), server: "s") == expected)
    }

    @Test func modelListsAreParsed() throws {
        func object(_ text: String) throws -> JSONObject {
            try #require(try JSONValue(parsing: Array(text.utf8)).asObject)
        }
        #expect(OpenAIWire.models(in: try object("{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}")) == ["a", "b"])
        #expect(
            OllamaWire.models(in: try object("{\"models\":[{\"name\":\"a:1\"},{\"model\":\"b\"}]}")) == ["a:1", "b"])
        #expect(OpenAIWire.models(in: JSONObject()).isEmpty)
        #expect(OpenAIWire.models(in: try object("{\"data\":[{\"id\":\"a\\u001b[2Jb\\nc\"}]}")) == ["ab c"])
    }

    @Test func terminalControlsAreRemoved() {
        var reply = ReplyAssembly()
        #expect(reply.take(ChatChunk(text: "a\u{1B}[2J\u{7}b\n\tc\u{9B}")) == "a[2Jb\n\tc")
    }

    @Test func onlyObjectsThatNameAKnownToolAreCalls() {
        func reply(_ text: String) -> (String, [String], ChatEnd) {
            var reply = ReplyAssembly(tools: conversation.tools)
            var said = ""
            for character in text { said += reply.take(ChatChunk(text: String(character))) }
            let end = reply.finish()
            return (said + end.text, end.calls.map(\.name), end.end)
        }
        #expect(reply("{\"name\":\"timer\",\"parameters\":{\"length\":\"5\"}}") == ("", ["timer"], .toolCalls))
        #expect(reply("<tool_call>{\"name\":\"timer\",\"arguments\":{}}</tool_call>") == ("", ["timer"], .toolCalls))
        let other = "{\"name\":\"other\",\"arguments\":{}}"
        #expect(reply(other) == (other, [], .complete))
        #expect(reply("Sure, here.") == ("Sure, here.", [], .complete))
    }
}
