// SPDX-License-Identifier: GPL-3.0-or-later
// Online services, tools and language models act only after the user agrees.

import JarvisConversationTesting
import JarvisPlatform
import JarvisTesting
import Testing

struct ConsentTests {
    private static let script =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func nothingIsSentBeforeTheUserAgrees(on transport: Transport) async throws {
        let server = try FakeServer { _ in }
        let address = "http://127.0.0.1:\(server.port)"
        let stage = try await transport.stage([
            ("online.weather-address", address), ("online.encyclopedia-address", address),
        ])
        try await stage.begin()
        for (request, skill) in [
            ("what is the weather in oslo", "weather"), ("no", "weather"), ("what is the weather in oslo", "weather"),
            ("look up ada lovelace on wikipedia", "encyclopedia"), ("what time is it", "time"),
        ] {
            let reply = try await stage.reply(to: request)
            #expect(reply?.object["skill"]?.asText == skill, "\(request): \(reply?.object["skill"]?.asText ?? "-")")
        }
        #expect(server.connectionCount == 0)
        #expect(try await stage.reply(to: "use the internet for the weather") != nil)
        #expect(try await stage.reply(to: "what is the weather in oslo")?.object["skill"]?.asText == "weather")
        #expect(server.connectionCount > 0, "it is asked once the user has agreed")
        try await stage.close()
        server.stop()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aToolRunsOnlyAfterAYes(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let marker = stage.home + "/marks"
        try await stage.addToolServer("fake", "python3", [Self.script, "--more", "--marker", marker])
        try await stage.begin()
        func called() -> Int {
            (WholeFile.text(marker) ?? "").split(separator: "\n").filter { $0.hasPrefix("[\"drop_table\"") }.count
        }
        for (words, answer) in [("no thanks", "denied"), ("yes", "granted")] {
            let index = stage.allEvents().count
            try await stage.ask("ask fake to drop table")
            let heard = try await stage.hear("consentQuestionHeard", after: index)
            #expect(heard != nil && called() == 0, "it is asked first")
            try await stage.say(words)
            let answered = try await stage.event("consentAnswered", after: index)
            #expect(answered?.object["answer"]?.asText == answer, "\(words)")
            let call = try #require(try await stage.event("tool-call", after: index))
            #expect(call.object["allowedBy"]?.asText == (answer == "granted" ? "answer" : "none"))
            let reply = try #require(try await stage.event("reply", after: index))
            #expect(reply.object["text"]?.asText == (answer == "granted" ? "done" : "All right, I won't."))
            _ = try await stage.hear("playbackFinished", after: reply.index)
            #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "action" } != nil)
        }
        #expect(called() == 1)
        let kept = try await stage.history().filter { $0.kind == "action" }
        #expect(kept.count == 2, "\(kept)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aModelCannotClearAListWithoutConfirmation(on transport: Transport) async throws {
        let call =
            "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"list_clear\","
            + "\"arguments\":\"{\\\"list\\\":\\\"shopping\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}"
        let server = try ModelDouble { body in
            body.contains("\"role\":\"tool\"") ? ModelDouble.text("So be it.") : call
        }
        let stage = try await transport.stage([
            ("detection.mode", "push-to-talk"), ("conversation.speaks-replies", "false"),
        ])
        try await stage.addLanguageModel("local", port: server.port)
        try await stage.begin()
        _ = try await stage.reply(to: "add milk to my shopping list")
        let request = "i was wondering whether you might clear or empty our shopping list one of these days"
        // A yes to the model isn't a yes to the skill, which then says what would be lost.
        for answers in [["no"], ["yes", "no"], ["yes", "yes"]] {
            var said = try await stage.reply(to: request)?.object["text"]?.asText ?? ""
            for answer in answers {
                #expect(said.hasSuffix("?"), "it is asked first: \(said)")
                #expect(try await stage.list("shopping") == ["milk"])
                said = try await stage.reply(to: answer)?.object["text"]?.asText ?? ""
            }
            #expect(try await stage.list("shopping") == (answers == ["yes", "yes"] ? [] : ["milk"]), "\(said)")
        }
        try await stage.close()
        server.stop()
    }
}
