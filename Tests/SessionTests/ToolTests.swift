// SPDX-License-Identifier: GPL-3.0-or-later
// Tools of other programs, requested by name: consent, results and the stored record.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct ToolTests {
    private static let script =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    /// A conversation with a tool server "fake", and the file in which it records its calls.
    private func stage(on transport: Transport) async throws -> (stage: any ConversationStage, marks: String) {
        let stage = try await transport.stage([
            ("detection.mode", "push-to-talk"), ("conversation.speaks-replies", "false"),
        ])
        let marks = stage.home + "/marks"
        try await stage.addToolServer("fake", "python3", [Self.script, "--more", "--marker", marks])
        return (stage, marks)
    }

    private func calls(_ marks: String) -> [Substring] {
        (WholeFile.text(marks) ?? "").split(separator: "\n").filter { $0.hasPrefix("[") }
    }

    /// Asks for a tool that waits for consent, and allows it.
    private func allow(_ answer: StageKey, _ request: String, on stage: any ConversationStage) async throws -> String {
        let index = stage.allEvents().count
        try await stage.ask(request)
        _ = try #require(try await stage.event("consentRequested", after: index), "it is asked first")
        try await stage.press(answer)
        return try #require(try await stage.event("reply", after: index)).object["text"]?.asText ?? ""
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anAlwaysAllowedToolIsAllowedInEveryProcess(on transport: Transport) async throws {
        let (stage, marks) = try await stage(on: transport)
        let refused = try await stage.askElsewhere("ask fake to read note groceries")
        #expect(refused.contains("All right, I won't."), "\(refused)")
        #expect(calls(marks).isEmpty)
        try await stage.begin()
        #expect(try await allow(.allowAlways, "ask fake to read note plans", on: stage).contains("Milk is out."))
        #expect(try await stage.event("saved") { $0["kind"]?.asText == "action" } != nil)
        let told = try await stage.askElsewhere("ask fake to read note groceries")
        #expect(told.contains("Milk is out."), "\(told)")
        #expect(calls(marks).last == #"["read_note", {"name": "groceries"}]"#)
        let kept = try await stage.history().filter { $0.kind == "action" }.map(\.text)
        #expect(kept.count == 3, "\(kept)")
        #expect(kept.first?.contains("Not allowed.") == true, "\(kept)")
        #expect(kept.last?.contains("It returned 72 bytes.") == true, "\(kept)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func escapeRefusesConsent(on transport: Transport) async throws {
        let (stage, marks) = try await stage(on: transport)
        try await stage.begin()
        let index = stage.allEvents().count
        try await stage.ask("ask fake to drop table")
        _ = try #require(try await stage.event("consentRequested", after: index))
        try await stage.press(.escape)
        let call = try #require(try await stage.event("tool-call", after: index))
        #expect(call.object["allowedBy"]?.asText == "none" && calls(marks).isEmpty)
        #expect(try await stage.event("reply", after: index) != nil)
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        try await stage.close()
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [("fail now", StageKey.allowUntilEnd, "went wrong"), ("crash now", .allowOnce, "fake")])
    func aFailedToolIsReported(on transport: Transport, tool: (name: String, answer: StageKey, words: String))
        async throws
    {
        let (stage, marks) = try await stage(on: transport)
        try await stage.begin()
        let said = try await allow(tool.answer, "ask fake to \(tool.name)", on: stage)
        #expect(said.contains(tool.words), "\(said)")
        #expect(calls(marks).count == 1)
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        try await stage.close()
    }
}
