// SPDX-License-Identifier: GPL-3.0-or-later
// Lists changed by the conversation and by other processes.

import JarvisConversationTesting
import JarvisCore
import JarvisPlatform
import JarvisStore
import Testing

struct ListTests {
    private func text(_ request: String, on stage: any ConversationStage) async throws -> String {
        try await stage.reply(to: request)?.object["text"]?.asText ?? ""
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func listsAreSharedBetweenProcesses(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("add milk, eggs and bread to my shopping list", on: stage)
        #expect(try await stage.list("shopping") == ["milk", "eggs", "bread"])
        _ = try await stage.askElsewhere("add olive oil to my shopping list")
        _ = try await stage.askElsewhere("take the eggs off my shopping list")
        let told = try await text("what's on my shopping list", on: stage)
        #expect(told.contains("milk, bread and olive oil"), "\(told)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func undoRestoresAnItemAfterAnotherProcessChangedTheList(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("add milk and eggs to my shopping list", on: stage)
        _ = try await text("take the milk off my shopping list", on: stage)
        #expect(try await stage.list("shopping") == ["eggs"])
        // Not by asking: a question from elsewhere is answered, and undone, by the running JARVIS.
        try await JSONListStore(path: stage.dataFolder + "/lists.json").update { $0[0].items.append("tea") }
        _ = try await text("undo", on: stage)
        let items = try await stage.list("shopping").sorted()
        #expect(items == ["eggs", "milk", "tea"])
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aListIsClearedOnlyAfterAYes(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("add milk and eggs to my shopping list", on: stage)
        for (answer, left) in [("no", ["milk", "eggs"]), ("yes", [])] {
            #expect(try await text("clear my shopping list", on: stage).contains("Clear "))
            #expect(try await stage.list("shopping") == ["milk", "eggs"])
            _ = try await text(answer, on: stage)
            #expect(try await stage.list("shopping") == left)
        }
        _ = try await text("undo", on: stage)
        #expect(try await stage.list("shopping") == ["milk", "eggs"])
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aListIsStartedOnlyAfterAYes(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("add milk to my shopping list", on: stage)
        #expect(try await text("add champagne to the party list", on: stage).contains("Create one"))
        _ = try await text("yes", on: stage)
        #expect(try await stage.list("party") == ["champagne"])
        #expect(try await stage.list("shopping") == ["milk"])
        try await stage.close()
    }
}
