// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that say what they mean in their own way.

import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(10)))
struct StrangeServerTests {
    private static func serve(_ request: WebRig.Request, _ connection: FakeConnection, session: String? = nil) {
        let headers = session.map { "Mcp-Session-Id: \($0)\r\n" } ?? ""
        switch request.method {
        case "initialize": connection.json(WebRig.result(request, WebRig.handshake), headers: headers)
        case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
        case "tools/call": connection.json(WebRig.result(request, WebRig.done))
        default: connection.respond("202 Accepted", [])
        }
    }

    @Test(arguments: ["500 Internal Server Error", "422 Unprocessable Entity", "501 Not Implemented"])
    func aServerThatStumblesOverTheNewestQuestionIsAskedTheOldOne(status: String) async throws {
        let web = try WebRig { request, _, connection in
            guard request.method != "server/discover" else { return connection.respond(status, Array("what?".utf8)) }
            Self.serve(request, connection)
        }
        #expect(try await web.session.tools().count == 2)
        await web.rig.servers.close()
    }

    @Test(arguments: [
        ("400 Bad Request", "No valid session ID provided"), ("401 Unauthorized", "Invalid session"),
        ("503 Service Unavailable", "session expired"), ("404 Not Found", ""),
    ])
    func aLostSessionIsBegunAgainHoweverItIsTold(status: String, words: String) async throws {
        let web = try WebRig { request, count, connection in
            guard request.method != "server/discover" else { return connection.respond("404 Not Found", []) }
            if request.method == "tools/call", request.header("Mcp-Session-Id") == "s1" {
                return connection.respond(status, Array(words.utf8))
            }
            Self.serve(request, connection, session: "s\(count)")
        }
        _ = try await web.session.tools()
        #expect(try await web.session.failure(of: "write") == nil)
        #expect(web.requests.count { $0.method == "initialize" } == 2)
        await web.rig.servers.close()
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"result":{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN \" Infinity"}}"#,
        #"{"jsonrpc": "2.0", "id": 1, "result": {"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" Infinity"}}"#,
    ])
    func numbersThatJSONDoesNotHaveAreNoValues(line: String) throws {
        let expected: JSONObject = [
            "a": .null, "b": .array([.null, .null]), "c": .text("NaN \" Infinity"),
        ]
        #expect(RPCMessage.messages(in: Array(line.utf8)) == [.answer(id: 1, .success(expected))])
    }

    @Test func anErrorWithoutANumberBelongsToTheOnlyQuestion() async throws {
        let pending = PendingAnswers()
        let id = pending.open()
        pending.settleOnly(RPCError(code: -32700, message: "what?"))
        await #expect(throws: RPCError.self) { try await pending.answer(to: id) }
        let (first, second) = (pending.open(), pending.open())
        pending.settleOnly(RPCError(code: -32700, message: "what?"))
        pending.settle(first, .success([:]))
        pending.settle(second, .success(["a": .null]))
        #expect(try await pending.answer(to: first).members.isEmpty, "with two it may be either's")
        #expect(try await pending.answer(to: second).members.count == 1)
    }
}
