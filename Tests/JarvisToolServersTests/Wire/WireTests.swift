// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

@testable import JarvisToolServers

struct WireTests {
    private func object(_ text: String) throws -> JSONObject {
        try #require(JSONValue(parsing: Array(text.utf8)).asObject)
    }

    private func messages(_ text: String) -> [RPCMessage] { RPCMessage.messages(in: Array(text.utf8)) }

    /// Tools may pass on raw bytes from files and programs.
    @Test func invalidByteIsReplacedAndTheReplyKept() {
        let begin = Array("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"text\":\"caf".utf8)
        let end = Array("!\"}}".utf8)
        #expect(
            RPCMessage.messages(in: begin + [0xE9] + end) == [.answer(id: 7, .success(["text": .text("caf\u{FFFD}!")]))]
        )
        #expect(RPCMessage.messages(in: begin + [0x1B] + end) == [.answer(id: 7, .success(["text": .text("caf !")]))])
        // An unparsable reply still ends the wait.
        #expect(RPCMessage.messages(in: begin + [0x22]) == [.malformed(id: 7)])
        #expect(RPCMessage.messages(in: begin) == [.malformed(id: 7)])
        #expect(RPCMessage.messages(in: Array("listening on 7".utf8)).isEmpty)
    }

    @Test func nonMessagesAreIgnored() {
        #expect(messages("Listening on stdio…").isEmpty)
        #expect(messages("{\"level\":\"info\"}").isEmpty)
        #expect(messages("{\"id\":1,\"level\":\"info\"}").isEmpty)
        #expect(messages("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":3}") == [.malformed(id: 1)])
        #expect(messages("").isEmpty)
    }

    @Test func repliesMatchTextualIdentifiers() {
        #expect(messages("{\"id\":\"7\",\"result\":{}}") == [.answer(id: 7, .success([:]))])
        let batch = "[{\"id\":1,\"result\":{}},{\"method\":\"x\"}]"
        #expect(messages(batch) == [.answer(id: 1, .success([:])), .notification(method: "x", params: [:])])
        let error = RPCError(code: -32601, message: "no")
        #expect(
            messages("{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}") == [.answer(id: 1, .failure(error))])
        #expect(messages("{\"id\":null,\"error\":{\"code\":-32601,\"message\":\"no\"}}") == [.error(error)])
    }

    @Test func serverRequestsAreRefusedExceptPings() throws {
        let pong = try JSONValue(parsing: RPCMessage.reply(to: .text("a"), method: "ping"))
        #expect(pong.asObject?["result"] == .object([:]) && pong.asObject?["id"] == .text("a"))
        let refusal = try JSONValue(parsing: RPCMessage.reply(to: .integer(4), method: "sampling/createMessage"))
        #expect(refusal.asObject?["error"]?.asObject?["code"] == .integer(-32601))
    }

    @Test func modernRequestIdentifiesClientAndVersion() throws {
        let params = ProtocolEra.modern(version: "2026-07-28").dressed(["name": .text("a")])
        let meta = try #require(params["_meta"]?.asObject)
        #expect(meta["io.modelcontextprotocol/protocolVersion"] == .text("2026-07-28"))
        #expect(meta["io.modelcontextprotocol/clientCapabilities"] == .object([:]))
        #expect(ProtocolEra.classic(version: "2025-06-18").dressed(["name": .text("a")]) == ["name": .text("a")])
    }

    @Test func discoveryDistinguishesTheEras() throws {
        func meaning(_ answer: Result<JSONObject, RPCError>) -> Discovery { Discovery(answer, asked: "2026-07-28") }
        let modern = try object(
            "{\"supportedVersions\":[\"2026-07-28\"],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\"}}}"
        )
        #expect(
            meaning(.success(modern)) == .found(ServerGreeting(era: .modern(version: "2026-07-28"), name: "s")))
        #expect(meaning(.success([:])) == .classic, "it answers anything with anything")
        #expect(meaning(.failure(RPCError(code: -32601, message: ""))) == .classic)
        #expect(meaning(.failure(RPCError(code: -32602, message: ""))) == .classic)
        let later = RPCError(code: -32022, message: "", data: .object(["supported": .array([.text("2031-01-01")])]))
        #expect(meaning(.failure(later)) == .unsupported(["2031-01-01"]), "never the handshake")
        let again = RPCError(code: -32022, message: "", data: .object(["supported": .array([.text("2026-07-28")])]))
        #expect(Discovery(.failure(again), asked: "2026-01-01") == .again(version: "2026-07-28"))
        #expect(meaning(.failure(again)) == .unsupported(["2026-07-28"]), "asked once, refused once")
    }

    @Test func aToolWithoutHintsCountsAsDestructive() throws {
        func effect(_ notes: String) throws -> ToolDescription.Effect? {
            ToolDescription(.object(try object("{\"name\":\"t\",\"annotations\":\(notes)}")))?.effect
        }
        #expect(try effect("{}") == .destroys)
        #expect(try effect("{\"destructiveHint\":false}") == .writes)
        #expect(try effect("{\"readOnlyHint\":true,\"destructiveHint\":true}") == .reads)
        #expect(ToolDescription(.object(["title": .text("no name")])) == nil)
    }

    @Test func resultsAreConvertedToBoundedText() throws {
        let result = try object(
            """
            {"content":[{"type":"text","text":"ééé"},{"type":"image","data":"AAAA"},
             {"type":"resource","resource":{"uri":"file:///a","text":"inside"}}],"isError":true}
            """)
        let whole = ToolOutcome(result, limitBytes: 1000)
        #expect(whole.text == "ééé\n[an image was returned]\ninside" && whole.isError && !whole.isCut)
        let cut = ToolOutcome(result, limitBytes: 3)
        #expect(cut.text == "é" && cut.isCut && cut.wholeBytes == whole.wholeBytes)
        let structured = ToolOutcome(try object("{\"content\":[],\"structuredContent\":{\"a\":1}}"), limitBytes: 100)
        #expect(structured.text == "{\"a\":1}")
    }

    @Test func argumentsAreMirroredInHeadersAsTheSchemaAsks() throws {
        let tool = try #require(
            ToolDescription(
                JSONValue(
                    parsing: Array(
                        """
                        {"name":"t","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"},
                         "at":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}}
                        """.utf8))))
        let headers = tool.mirroredHeaders(of: ["region": .text("Zürich"), "at": .object(["n": .integer(4)])])
        #expect(headers.map(\.name) == ["Mcp-Param-Region", "Mcp-Param-N"])
        #expect(headers.map(\.value) == ["=?base64?WsO8cmljaA==?=", "4"])
    }

    @Test func terminalControlsAreRemovedFromText() {
        #expect(PlainText.cell("a\tb\nc\u{1B}[1m") == "a b c")
        #expect(PlainText.printable("a\u{1B}[31mred\u{1B}[0m\u{7}b\n\tc\u{9B}1m") == "aredb\n\tc1m")
    }

    @Test func linesAreReadFromAnySplit() {
        var lines = LineSplitter(longest: 8)
        #expect(lines.lines(in: Array("ab\ncd".utf8)) == [Array("ab".utf8)])
        #expect(lines.lines(in: Array("e\n\n".utf8)) == [Array("cde".utf8), []])
        #expect(lines.lines(in: Array("123456789".utf8)) == [nil])
    }

    @Test func restartDelaysGrowWithEachFailure() {
        var policy = RestartPolicy()
        #expect(policy.delay(at: 0) == .zero)
        var delays: [Duration] = []
        for _ in 0..<8 {
            policy.failed(atStart: false, at: 0)
            delays.append(policy.delay(at: 0))
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(!policy.rests(at: 0) && policy.delay(at: 59_000_000_000) == .seconds(1))
        policy.succeeded()
        #expect(policy.delay(at: 0) == .zero)
        for _ in 0..<5 { policy.failed(atStart: true, at: 0) }
        #expect(policy.rests(at: 599_000_000_000) && !policy.rests(at: 600_000_000_000))
        policy.failed(atStart: true, at: 600_000_000_000)
        #expect(policy.rests(at: 601_000_000_000), "one more failure is enough")
    }
}
