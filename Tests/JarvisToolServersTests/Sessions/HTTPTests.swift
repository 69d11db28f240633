// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(3)))
struct HTTPTests {
    @Test func modernServerGetsHeadersAndNoSession() async throws {
        let web = try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.json(WebRig.result(request, WebRig.discovery))
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            default: connection.json(WebRig.result(request, WebRig.done))
            }
        }
        #expect(try await web.session.call("grüße").text == "done")
        let call = try #require(web.requests.last)
        #expect(call.header("MCP-Protocol-Version") == "2026-07-28")
        #expect(call.header("Mcp-Method") == "tools/call")
        #expect(call.header("Mcp-Name") == "=?base64?Z3LDvMOfZQ==?=")
        #expect(call.header("Mcp-Session-Id") == nil)
        #expect(call.body["params"]?.asObject?["_meta"] != nil)
        #expect(web.requests.map(\.method) == ["server/discover", "tools/list", "tools/call"])
        await web.rig.servers.close()
    }

    @Test func classicServerGetsAHandshakeAndASession() async throws {
        let web = try WebRig { request, count, connection in
            switch request.method {
            // Some servers send a session ID even with a refusal; it must be ignored.
            case "server/discover": connection.respond("400 Bad Request", headers: "Mcp-Session-Id: no\r\n", [])
            case "initialize":
                connection.json(WebRig.result(request, WebRig.handshake), headers: "Mcp-Session-Id: s\(count)\r\n")
            case "notifications/initialized": connection.respond("202 Accepted", [])
            case "tools/list" where count == 1: connection.respond("404 Not Found", [])
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            case "tools/call":
                let ping = "data: {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n\n"
                let answer = "data: " + String(decoding: WebRig.result(request, WebRig.done), as: UTF8.self) + "\n\n"
                connection.respond(
                    "200 OK", type: "text/event-stream", Array((": hello\n\n" + ping + answer).utf8))
            default: connection.respond("202 Accepted", [])
            }
        }
        #expect(try await web.session.call("write").text == "done")
        await web.rig.servers.close()
        let requests = web.requests
        #expect(requests.filter { $0.method == "initialize" }.allSatisfy { $0.header("Mcp-Session-Id") == nil })
        #expect(requests.filter { $0.method == "tools/list" }.map { $0.header("Mcp-Session-Id") } == ["s1", "s2"])
        let call = try #require(requests.first { $0.method == "tools/call" })
        #expect(call.header("Mcp-Session-Id") == "s2" && call.header("MCP-Protocol-Version") == "2025-06-18")
        #expect(
            requests.contains { $0.body["id"] == .text("p") && $0.body["result"] != nil }, "it was told that we live")
        #expect(requests.last?.head.hasPrefix("DELETE /mcp") == true)
    }

    @Test func interruptedWritingCallIsNotRepeated() async throws {
        let web = try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.json(WebRig.result(request, WebRig.discovery))
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            default: connection.respond("200 OK", type: "text/event-stream", Array(": \n\n".utf8))
            }
        }
        #expect(try await web.session.failure(of: "write") == .crashed(tool: "write", nil, log: []))
        #expect(web.requests.count { $0.method == "tools/call" } == 1)
        await web.rig.servers.close()
    }

    @Test func aLargeEventIsReadAndItsTextTruncated() async throws {
        let web = try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.json(WebRig.result(request, WebRig.discovery))
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            default:
                let text = String(repeating: "x", count: 5 << 20)
                let result = WebRig.result(request, "{\"content\":[{\"type\":\"text\",\"text\":\"\(text)\"}]}")
                connection.respond(
                    "200 OK", type: "text/event-stream", Array("data: ".utf8) + result + Array("\n\n".utf8))
            }
        }
        let outcome = try await web.session.call("write")
        #expect(outcome.wholeBytes == 5 << 20 && outcome.text.utf8.count == 16_384)
        await web.rig.servers.close()
    }

    @Test func aSilentAddressIsReportedAsAServerFailure() async throws {
        let web = try WebRig(start: .milliseconds(300)) { _, _, connection in connection.readToEnd() }
        guard case .server(let failure) = try await web.session.failure(of: "write") else {
            Issue.record("it was no failure of a server")
            return
        }
        #expect(failure.kind == .timedOut(.answer))
        let cut = try WebRig { _, _, connection in connection.finishWriting() }
        guard case .server(let early) = try await cut.session.failure(of: "write") else {
            Issue.record("it was no failure of a server")
            return
        }
        #expect(early.kind == .closedEarly)
        await web.rig.servers.close()
        await cut.rig.servers.close()
    }

    @Test func anAddressWithoutAToolServerIsReported() async throws {
        let web = try WebRig { _, _, connection in connection.respond("404 Not Found", Array("no".utf8)) }
        #expect(try await web.session.failure(of: "write") == .foreign(status: 404))
        let page = try WebRig { _, _, connection in
            connection.respond("200 OK", type: "text/html", Array("<html>".utf8))
        }
        #expect(try await page.session.failure(of: "write") == .foreign(status: 200))
        await web.rig.servers.close()
        await page.rig.servers.close()
    }

    @Test func headersComeFromTheKeyring() async throws {
        let web = try WebRig(headers: ["X-Key"]) { request, _, connection in
            guard request.header("X-Key") == "k" else {
                return connection.respond("401 Unauthorized", [])
            }
            connection.json(WebRig.result(request, request.method == "tools/list" ? WebRig.tools : WebRig.discovery))
        }
        try await web.rig.servers.secrets.keep(ToolServerValues(headers: ["X-Key": "k"]), of: "web")
        #expect(try await web.session.tools().count == 2)
        await web.rig.servers.close()
    }

    @Test func errorStatusesAreReportedWhateverTheBody() async throws {
        let error = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"who?\"}}".utf8)
        for (status, code) in [("403 Forbidden", 403), ("429 Too Many Requests", 429), ("503 No", 503)] {
            let web = try WebRig { _, _, connection in connection.respond(status, error) }
            guard case .server(let failure) = try await web.session.failure(of: "write") else {
                Issue.record("it was no failure of a server")
                return
            }
            #expect(failure.kind == .rejected(status: code, message: "who?"))
            await web.rig.servers.close()
        }
    }

    @Test func aKeyIsAskedForWhereThereIsNone() async throws {
        let web = try WebRig { _, _, connection in connection.respond("401 Unauthorized", Array("no".utf8)) }
        guard case .server(let failure) = try await web.session.failure(of: "write"),
            case .keyMissing(let origin) = failure.kind
        else {
            Issue.record("it was no missing key")
            return
        }
        #expect(origin.hasPrefix("http://127.0.0.1:"))
        await web.rig.servers.close()
    }

    @Test func browserSignInIsReported() async throws {
        let web = try WebRig { _, _, connection in
            connection.respond(
                "401 Unauthorized",
                headers: "WWW-Authenticate: Bearer resource_metadata=\"https://a.example/.well-known/x\"\r\n", [])
        }
        let kind = try #require(try await web.session.failure(of: "write"))
        guard case .needsSignIn(let origin) = kind else {
            Issue.record("\(kind)")
            return
        }
        let failure = ToolServerFailure(server: "web", kind: kind)
        let (shown, printed) = (failure.explained(to: .window).text, failure.explained(to: .commandLine).text)
        #expect(shown.contains("OAuth") && shown.contains("edit the server and enter the key"), "\(shown)")
        #expect(printed.contains("\"jarvis config secret set \(origin)\"") && origin.hasPrefix("http://127.0.0.1:"))
        await web.rig.servers.close()
    }

    @Test func typedPathIsRequestedAndMayRedirect() async throws {
        let web = try WebRig(path: "/mcp/") { request, _, connection in
            guard request.head.hasPrefix("POST /new") else {
                return connection.respond("307 Temporary Redirect", headers: "Location: /new\r\n", [])
            }
            connection.json(WebRig.result(request, request.method == "tools/list" ? WebRig.tools : WebRig.discovery))
        }
        #expect(try await web.session.tools().count == 2)
        #expect(web.requests.first?.head.hasPrefix("POST /mcp/ ") == true)
        await web.rig.servers.close()
    }

    @Test func userHeadersAreNotSentUnencryptedUnlessAllowed() async throws {
        let address = try ServerAddress("http://example.invalid/mcp", schemes: [.http])
        for isAllowed in [false, true] {
            let http = RecordingHTTP()
            let channel = HTTPChannel(
                address, as: "http://example.invalid/mcp", headers: [("X-Workspace", "w")],
                keys: KeyRing(FakeSecrets(), allowsPlainHTTP: { _ in isAllowed }), http: http)
            _ = try? await channel.ask(ToolRequest(method: "tools/list", limit: .seconds(1)))
            #expect(http.requests.withLock { $0.map(\.allowsPlainKey) } == (isAllowed ? [true] : []))
        }
    }

    @Test func replyWithoutAResultFailsAtOnce() async throws {
        let web = try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.json(WebRig.result(request, WebRig.discovery))
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            default: connection.json(WebRig.result(request, "null"))
            }
        }
        #expect(try await web.session.failure(of: "write") == .malformed)
        await web.rig.servers.close()
    }

    @Test func closingWaitsForACancellation() async throws {
        let web = try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.respond("400 Bad Request", [])
            case "initialize": connection.json(WebRig.result(request, WebRig.handshake))
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            case "tools/call": break
            default: connection.respond("202 Accepted", [])
            }
        }
        let tool = try await web.session.tool(named: "write")
        let call = Task { try await web.session.call(tool, [:]) }
        await yieldUntil { web.requests.contains { $0.method == "tools/call" } }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await web.rig.servers.close()
        #expect(web.requests.contains { $0.method == "notifications/cancelled" })
    }
}

/// Records the requests that would be sent.
private final class RecordingHTTP: HTTPStreaming {
    let requests = Mutex<[HTTPRequest]>([])

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.withLock { $0.append(request) }
        return HTTPResponse(status: 500, headers: [:])
    }
}
