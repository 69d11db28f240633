// SPDX-License-Identifier: GPL-3.0-or-later
// The running program is offline until the user chooses a server, and then connects only to that, as strace shows.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct OfflineTests {
    private static let open = "why does the sea look blue in the evening"

    /// Local sockets that every desktop program uses: sound, display, buses, user and host names.
    private static let usual = ["pulse", "X11", "wayland", "bus", "at-spi", "nscd", "keyring", "systemd"]

    private static func model() throws -> FakeServer {
        try FakeServer { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("POST") else {
                    connection.respond("404 Not Found", [])
                    continue
                }
                let event =
                    "data: {\"choices\":[{\"delta\":{\"content\":\"Light scatters.\"},\"finish_reason\":\"stop\"}]}\n\n"
                connection.respond("200 OK", type: "text/event-stream", Array((event + "data: [DONE]\n\n").utf8))
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func theWindowConnectsOnlyToTheChosenServer() async throws {
        let program = try JarvisProgram()
        let (server, weather) = (try Self.model(), try FakeServer { _ in })
        let address = "http://127.0.0.1:\(weather.port)"
        for key in ["online.weather-address", "online.encyclopedia-address"] {
            #expect(try await program.run("config", "set", key, address).status == 0)
        }
        let trace = program.home.path + "/sockets"
        try program.openTraced(to: trace)
        var index = try #require(try await program.event("window")).index
        try await program.focus()

        func ask(_ text: String, _ skill: String) async throws {
            try await program.ask(text)
            let reply = try #require(try await program.event("reply", after: index))
            #expect(reply.object["skill"]?.asText == skill, "\(text)")
            index = reply.index
        }
        try await ask("what is two plus two", "arithmetic")
        try await ask(Self.open, "")
        for (request, skill) in [
            ("what is the weather in oslo", "weather"), ("no", "weather"), ("what is the weather in oslo", "weather"),
            ("look up ada lovelace on wikipedia", "encyclopedia"), ("what time is it", "time"),
        ] { try await ask(request, skill) }
        let before = SocketTrace(trace)
        #expect(before.internetSockets == [])
        let strange = before.localNames.filter { name in !Self.usual.contains(where: name.contains) }
        #expect(strange == [])
        #expect(
            before.localNames.contains { $0.contains("pulse") } && before.localNames.contains { $0.contains("X11") })

        let url = "http://127.0.0.1:\(server.port)/v1"
        #expect(try await program.run("servers", "add", "local", "--kind", "openai", "--url", url).status == 0)
        try await ask(Self.open, "language-model")
        #expect(SocketTrace(trace).addresses == ["127.0.0.1:\(server.port)"])
        #expect(server.connectionCount > 0)

        #expect(try await program.run("servers", "use", "--none").status == 0)
        let count = SocketTrace(trace).internetSockets.count
        try await ask("and " + Self.open, "")
        #expect(SocketTrace(trace).internetSockets.count == count, "none is chosen any more")

        try await ask("use the internet for the weather", "online")
        try await ask("what is the weather in oslo", "weather")
        #expect(weather.connectionCount > 0, "it is asked once the user has agreed")
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func commandsStayOffline() async throws {
        let program = try JarvisProgram()
        let trace = program.home.path + "/sockets"
        #expect(try await program.runTraced("ask", Self.open, to: trace).status == 0)
        #expect(SocketTrace(trace).internetSockets == [])
        #expect(try await program.runTraced("doctor", to: trace + "-doctor").status != nil)
        #expect(SocketTrace(trace + "-doctor").internetSockets == [])
        #expect(!SocketTrace(trace + "-doctor").localNames.isEmpty, "the trace sees what there is")
    }

    @Test(.timeLimit(.minutes(10))) func discoveryStaysOnThisComputer() async throws {
        let program = try JarvisProgram()
        let trace = program.home.path + "/sockets"
        let result = try await program.runTraced("discover", "--json", to: trace)
        #expect(result.status == 0, "\(result)")
        let ports = [11434, 8080, 1234, 8000, 1337, 10200, 10300]
        #expect(SocketTrace(trace).addresses == Set(ports.map { "127.0.0.1:\($0)" }))
    }
}
