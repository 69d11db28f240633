// SPDX-License-Identifier: GPL-3.0-or-later
// Settings and the window in conversation: typed, spoken, with questions and undo.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct VoiceControlTests {
    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func settingsChangeByTheirNamesAndBack(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        try await stage.hold([
            ["turn on high contrast", "High contrast is on now."], ["is high contrast on", "High contrast is on."],
            ["undo that", "High contrast follows the system again."],
        ])
        #expect(try await stage.setting("appearance.high-contrast") == "desktop")
        try await stage.hold([
            ["set the sensitivity to 70", "70 percent"],
            ["set the sensitivity to 170", "from 0 percent to 100 percent"],
            ["reset the sensitivity", "50 percent"],
        ])
        #expect(try await stage.setting("detection.sensitivity") == "50")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func whatIsKeptIsAgreedToFirst(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        try await stage.hold([["record what i say", "?"], ["no", "!recording"]])
        #expect(try await stage.setting("recording.utterances") == "off")
        try await stage.hold([["record what i say", "?"], ["yes", "on now"]])
        #expect(try await stage.setting("recording.utterances") == "on")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func aSpokenSettingChangesAndTheNextWordsAreTakenBack() async throws {
        let stage = try await Transport.inProcess.stage([("detection.mode", "auto")])
        try await stage.begin()
        var before = stage.allEvents().count
        try await stage.say("make the text bigger")
        #expect(try await stage.event("reply", after: before) != nil)
        #expect(try await stage.setting("appearance.text-scale") == "1.1")
        _ = try await stage.hear("playbackFinished", after: before)
        before = stage.allEvents().count
        try await stage.say("undo that")
        #expect(try await stage.event("reply", after: before) != nil)
        #expect(try await stage.setting("appearance.text-scale") == "1")
        try await stage.close()
    }
}
