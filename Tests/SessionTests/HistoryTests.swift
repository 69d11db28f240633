// SPDX-License-Identifier: GPL-3.0-or-later
// The history keeps every turn once, nothing in session-only mode, and nothing that was deleted.

import FoundationEssentials
import JarvisConversationTesting
import JarvisPlatform
import Testing

struct HistoryTests {
    /// The user's files that contain a word, ignoring case. The window's event log belongs to the test.
    private func files(with word: String, of stage: any ConversationStage) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: stage.home)) ?? []
        return names.filter { name in
            guard name != "events.jsonl", name != "stderr" else { return false }
            guard let bytes = try? AtomicFile.read(stage.home + "/" + name) else { return false }
            return String(decoding: bytes, as: UTF8.self).lowercased().contains(word)
        }
    }

    @Test(.timeLimit(.minutes(4)), arguments: Transport.all)
    func twoProcessesStoreEveryTurnOnce(on transport: Transport) async throws {
        let stage = try await transport.stage([("voice.speed", "2")])
        try await stage.begin()
        for number in 1...4 {
            for other in (5 * number - 4)...(5 * number) {
                _ = try await stage.askElsewhere("what is \(other) plus 100")
            }
            let before = stage.allEvents().count
            try await stage.ask("what is \(number) plus 200")
            // Another question would cut the reply short, and a reply is stored once it has been heard.
            #expect(try await stage.hear("playbackFinished", after: before) != nil)
            let kept = try await stage.event("saved", after: before) { $0["kind"]?.asText == "assistant" }
            #expect(kept != nil)
        }
        let messages = try await stage.history()
        let turns = (1...20).map { ($0, 100) } + (1...4).map { ($0, 200) }
        let expected = turns.flatMap { ["what is \($0) plus \($1)", "\($0) + \($1) is \($0 + $1)."] }
        #expect(messages.map(\.text).sorted() == expected.sorted())
        let ids = messages.map(\.id)
        #expect(ids == ids.sorted() && Set(ids).count == 48)
        // Each process's questions are in the order in which they were asked.
        for hundred in [100, 200] {
            let asked = messages.map(\.text).filter { $0.hasPrefix("what is") && $0.hasSuffix("\(hundred)") }
            #expect(asked == turns.filter { $0.1 == hundred }.map { "what is \($0.0) plus \(hundred)" })
        }
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func sessionOnlyConversationsAreNotWrittenToDisk(on transport: Transport) async throws {
        let stage = try await transport.stage([("history.session-only", "true")])
        #expect(try await stage.askElsewhere("what is two plus two") == "2 + 2 is 4.")
        try await stage.begin()
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        try await stage.close()
        #expect(files(with: "plus", of: stage).isEmpty && files(with: "2 + 2", of: stage).isEmpty)
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: stage.home)) ?? []
        #expect(names.contains("config/jarvis/settings.json") && !names.contains { $0.contains("history") }, "\(names)")
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func sessionOnlyModeKeepsEarlierMessages(on transport: Transport) async throws {
        let stage = try await transport.stage()
        _ = try await stage.askElsewhere("what is two plus two")
        try await stage.set("history.session-only", "true")
        _ = try await stage.askElsewhere("what is three plus three")
        #expect(try await stage.history().map(\.text) == ["what is two plus two", "2 + 2 is 4."])
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func deletingANoteRemovesItsWordsFromEveryFile(on transport: Transport) async throws {
        let stage = try await transport.stage()
        _ = try await stage.askElsewhere("take a note the vault is behind zanzibar")
        _ = try await stage.askElsewhere("what time is it")
        _ = try await stage.askElsewhere("read my notes")
        #expect(!files(with: "zanzibar", of: stage).isEmpty)
        let deleted = try await stage.askElsewhere("delete the note about zanzibar")
        #expect(deleted.contains("I've deleted your note from"), "\(deleted)")
        #expect(files(with: "zanzibar", of: stage).isEmpty, "\(files(with: "zanzibar", of: stage))")
        #expect(try await stage.history().contains { $0.text == "what time is it" })
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func notesSurviveARestart(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await stage.reply(to: "take a note that penguins wear tuxedos")
        try await stage.close()
        try await stage.begin()
        let notes = try await stage.reply(to: "read my notes")?.object["text"]?.asText ?? ""
        #expect(notes.contains("enguins"), "\(notes)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func notesAreSharedBetweenProcesses(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await stage.askElsewhere("take a note that penguins wear tuxedos")
        let read = try await stage.reply(to: "read my notes")?.object["text"]?.asText ?? ""
        #expect(read.contains("enguins"), "\(read)")
        _ = try await stage.reply(to: "take a note that owls sleep late")
        let elsewhere = try await stage.askElsewhere("what was my last note about")
        #expect(elsewhere.contains("wls"), "\(elsewhere)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func everyAnsweredTurnIsStoredOnceDespiteAKill(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        let index = stage.allEvents().count
        for number in 1...3 { _ = try await stage.reply(to: "what is \(number) plus 100") }
        let last = try await stage.event("saved", after: index) { $0["text"]?.asText == "3 + 100 is 103." }
        #expect(last != nil)
        try await stage.kill()
        let kept = try await stage.history().map(\.text)
        #expect(kept == (1...3).flatMap { ["what is \($0) plus 100", "\($0) + 100 is \($0 + 100)."] })
        try await stage.begin()
        #expect(try await stage.reply(to: "what is two plus two") != nil)
        try await stage.close()
    }
}
