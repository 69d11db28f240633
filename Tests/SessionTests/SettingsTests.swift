// SPDX-License-Identifier: GPL-3.0-or-later
// Settings changed in conversation or by another process.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct SettingsTests {
    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aRequestedSpeakingSpeedIsSavedAndCanBeUndone(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        #expect(try await stage.reply(to: "speak faster")?.object["skill"]?.asText == "speaking-style")
        let faster = Double(try await stage.setting("voice.speed")) ?? 0
        #expect(faster > 1)
        #expect(try await stage.reply(to: "undo") != nil)
        #expect(try await stage.setting("voice.speed") == "1")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func settingsChangedByTwoProcessesAreBothKept(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await stage.reply(to: "speak faster")
        try await stage.set("user.name", "Ada")
        _ = try await stage.reply(to: "speak faster")
        #expect(try await stage.setting("user.name") == "Ada")
        #expect(Double(try await stage.setting("voice.speed")) ?? 0 > 1.1)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func repliesAreOnlyShownWhileSpeechIsOff(on transport: Transport) async throws {
        let stage = try await transport.stage([("detection.mode", "push-to-talk")])
        try await stage.begin()
        try await stage.set("conversation.speaks-replies", "off")
        #expect(try await stage.askElsewhere("what is one plus one") == "1 + 1 is 2.")
        #expect(try await stage.reply(to: "what is two plus two")?.object["text"]?.asText == "2 + 2 is 4.")
        #expect(try await stage.event("saved") { $0["text"]?.asText == "2 + 2 is 4." } != nil)
        #expect(!stage.allEvents().contains { $0["event"]?.asText == "playbackStarted" })
        try await stage.set("conversation.speaks-replies", "on")
        let index = stage.allEvents().count
        #expect(try await stage.reply(to: "what is three plus three") != nil)
        #expect(try await stage.hear("playbackFinished", after: index) != nil)
        try await stage.close()
    }
}
