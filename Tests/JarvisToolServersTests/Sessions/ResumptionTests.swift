// SPDX-License-Identifier: GPL-3.0-or-later
// Answers in streams that break off before the end.

import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(3)))
struct ResumptionTests {
    /// A classic server; `call` answers the tool call, and `more` the requests after it.
    private func rig(
        call: @escaping @Sendable (WebRig.Request, FakeConnection) -> Void,
        more: @escaping @Sendable (WebRig.Request, FakeConnection) -> Void
    ) throws -> WebRig {
        try WebRig { request, _, connection in
            switch request.method {
            case "server/discover": connection.respond("400 Bad Request", [])
            case "initialize":
                connection.json(WebRig.result(request, WebRig.handshake), headers: "Mcp-Session-Id: s\r\n")
            case "tools/list": connection.json(WebRig.result(request, WebRig.tools))
            case "tools/call": call(request, connection)
            default:
                if request.head.hasPrefix("GET") {
                    more(request, connection)
                } else {
                    connection.respond("202 Accepted", [])
                }
            }
        }
    }

    private func gets(_ web: WebRig) -> [WebRig.Request] { web.requests.filter { $0.head.hasPrefix("GET") } }

    @Test func interruptedStreamResumesWhereItStopped() async throws {
        let asked = Mutex("")
        let web = try rig { request, connection in
            asked.withLock { $0 = request.body["id"]?.line ?? "" }
            // Breaks off in the middle of an event and of the body.
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000\r\n\r\n")
            connection.write("id: a1\nretry: 10\ndata: \n\nid: a2\ndata: {\"jsonrpc\"")
            connection.finishWriting()
        } more: { request, connection in
            let done = "{\"jsonrpc\":\"2.0\",\"id\":\(asked.withLock { $0 }),\"result\":\(WebRig.done)}"
            let ping = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}"
            let events =
                request.header("Last-Event-ID") == "a1"
                ? "retry: 10\nid: b7\ndata: \(ping)\n\n" : "id: b8\ndata: \(done)\n\n"
            connection.respond("200 OK", type: "text/event-stream", Array(events.utf8))
        }
        #expect(try await web.session.call("write").text == "done")
        #expect(web.requests.count { $0.method == "tools/call" } == 1, "it is not done twice")
        #expect(gets(web).map { $0.header("Last-Event-ID") } == ["a1", "b7"])
        #expect(gets(web).allSatisfy { $0.header("Mcp-Session-Id") == "s" })
        await web.rig.servers.close()
    }

    @Test(arguments: ["405 Method Not Allowed", "404 Not Found"])
    func aRefusedResumptionIsNotRetried(status: String) async throws {
        let web = try rig { _, connection in
            connection.respond("200 OK", type: "text/event-stream", Array("id: 1\nretry: 1\ndata: \n\n".utf8))
        } more: { _, connection in
            connection.respond(status, [])
        }
        #expect(try await web.session.failure(of: "write") == .crashed(tool: "write", nil, log: []))
        #expect(gets(web).count == 1 && web.requests.count { $0.method == "tools/call" } == 1)
        await web.rig.servers.close()
    }

    @Test func aStreamWithoutNewEventsIsGivenUp() async throws {
        let web = try rig { _, connection in
            connection.respond("200 OK", type: "text/event-stream", Array("id: 1\nretry: 1\ndata: \n\n".utf8))
        } more: { _, connection in
            connection.respond("200 OK", type: "text/event-stream", Array("id: 1\nretry: 1\ndata: \n\n".utf8))
        }
        #expect(try await web.session.failure(of: "write") == .crashed(tool: "write", nil, log: []))
        #expect(gets(web).count == 5)
        await web.rig.servers.close()
    }

    @Test func onlyValidEventIDsAreUsedToResume() {
        var place = StreamPlace()
        #expect(place.next() == nil, "nothing has a number")
        place.take(ServerSentEvent(data: "", id: "ü"))
        #expect(place.next() == nil, "it cannot be sent")
        place.take(ServerSentEvent(data: "", id: "7", retry: .milliseconds(20)))
        #expect(place.next() == "7" && place.pause == .milliseconds(20))
    }
}
