// SPDX-License-Identifier: GPL-3.0-or-later
// Before the user agrees, the running program makes no socket that could leave the computer; strace sees them all.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct OnlineConsentTests {
    @Test(.timeLimit(.minutes(3))) func noSocketBeforeTheUserAgrees() async throws {
        let program = try JarvisProgram()
        let server = try FakeServer { _ in }
        let address = "http://127.0.0.1:\(server.port)"
        for key in ["online.weather-address", "online.encyclopedia-address"] {
            #expect(try await program.run("config", "set", key, address).status == 0)
        }
        let trace = program.home.path + "/sockets"
        try program.openTraced(to: trace)
        var index = try #require(try await program.event("window")).index
        try await program.focus()
        for (request, skill) in [
            ("what is the weather in oslo", "weather"), ("no", "weather"), ("what is the weather in oslo", "weather"),
            ("look up ada lovelace on wikipedia", "encyclopedia"), ("what time is it", "time"),
        ] {
            try await program.ask(request)
            let reply = try await program.event("reply", after: index)
            #expect(reply?.object["skill"]?.asText == skill, "\(request): \(reply?.object["skill"]?.asText ?? "-")")
            index = reply?.index ?? index
        }
        #expect(!SocketTrace(trace).localNames.isEmpty, "the trace sees what there is")
        #expect(SocketTrace(trace).internetSockets == [])
        #expect(server.connectionCount == 0)

        try await program.ask("use the internet for the weather")
        index = try #require(try await program.event("reply", after: index)).index
        try await program.ask("what is the weather in oslo")
        #expect(try await program.event("reply", after: index)?.object["skill"]?.asText == "weather")
        #expect(server.connectionCount > 0, "it is asked once the user has agreed")
        #expect(!SocketTrace(trace).internetSockets.isEmpty, "the trace would have seen it")
        try await program.close()
        server.stop()
    }
}
