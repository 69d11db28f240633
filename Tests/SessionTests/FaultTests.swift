// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged or unwritable files: the fault is reported, readable data is kept, and the conversation continues.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct FaultTests {
    private func banner(_ words: String, on stage: any ConversationStage) async throws -> Bool {
        try await stage.event("banner") { $0["message"]?.asText?.contains(words) ?? false } != nil
    }

    private func expectAnAnswer(_ stage: any ConversationStage) async throws {
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
    }

    /// The superuser ignores permissions, but even it cannot make a folder below a file.
    private func putFile(at path: String) throws {
        try Folder.create(Folder.parent(of: path))
        try AtomicFile.write(path, [])
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anUnwritableDataFolderIsReported(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try putFile(at: stage.home + "/data")
        try await stage.begin()
        try await expectAnAnswer(stage)
        #expect(try await banner("Check the disk and the file's permissions", on: stage))
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aConfigurationFolderThatCannotBeWrittenHoldsNothingUp(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try putFile(at: stage.home + "/config")
        try await stage.begin()
        try await expectAnAnswer(stage)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func damagedSettingsAreReportedAndDefaultsApply(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try Folder.create(stage.home + "/config/jarvis")
        try AtomicFile.write(stage.home + "/config/jarvis/settings.json", Array("{".utf8))
        try await stage.begin()
        #expect(try await banner("settings", on: stage))
        #expect(try await stage.phase("listening") != nil)
        try await expectAnAnswer(stage)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func theReadablePartOfADamagedHistoryIsShown(on transport: Transport) async throws {
        let stage = try await transport.stage()
        for question in ["what is two plus two", "what is three plus three"] {
            _ = try await stage.askElsewhere(question)
        }
        let path = stage.dataFolder + "/history/messages.jsonl"
        var bytes = try WholeFile.bytes(path)
        let middle = try #require(bytes.indices.filter { bytes[$0] == 10 }.dropFirst().first)
        bytes.insert(contentsOf: (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }, at: middle + 1)
        try AtomicFile.write(path, bytes)
        try await stage.begin()
        #expect(try await banner("history", on: stage))
        try await expectAnAnswer(stage)
        let texts = try await stage.history().map(\.text)
        #expect(texts.contains("what is two plus two") && texts.contains("3 + 3 is 6."), "\(texts)")
        try await stage.close()
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [
            (
                "lists", "add milk to my shopping list", "add tea to my shopping list",
                "Your lists file was damaged"
            ),
            (
                "reminders", "set a timer for fifty minutes", "set a timer for twenty minutes",
                "Your reminders file was damaged"
            ),
        ])
    func changingADamagedFileReportsTheDamage(
        on transport: Transport, file: (name: String, before: String, after: String, words: String)
    ) async throws {
        let stage = try await transport.stage()
        _ = try await stage.askElsewhere(file.before)
        let path = "\(stage.dataFolder)/\(file.name).json"
        try AtomicFile.write(path, try WholeFile.bytes(path).dropLast(30))
        let answer = try await stage.askElsewhere(file.after)
        #expect(answer.contains(file.words) && answer.contains("I've kept a copy."), "\(answer)")
    }
}
