// SPDX-License-Identifier: GPL-3.0-or-later
// Voice notes, prompts and widgets over the bus.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisStore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct NoteServiceTests {
    /// A fixture whose object offers prompts and the history.
    private func offer(
        isStranger: Bool = false, _ folder: TemporaryFolder, change: (inout Settings) -> Void = { _ in },
        showWindow: @escaping @MainActor (String?) throws -> Void = { _ in }
    ) async throws -> (fixture: ServiceFixture, object: ServiceObject) {
        let fixture = try await ServiceFixture(isOffered: false, change: change)
        var ports = fixture.ports
        ports.history = fixture.history
        ports.showWindow = showWindow
        ports.prompts = PromptPorts(
            book: PromptBook(
                path: folder.path + "/daily-prompt.json", table: PromptTable("one\ntwo\nthree"), locale: "en",
                clock: fixture.wallClock),
            words: PromptWords(title: "Prompt", record: "Record", another: "New", lastNote: { $0 }),
            clock: fixture.wallClock)
        let object = try ServiceObject(
            ports, on: fixture.connection, introspection: try ServiceInterface.introspection(.standard()),
            gate: CallerGate(
                fixture.connection, allowsOthers: { false }, own: "/usr/bin/jarvis",
                executable: { _ in isStranger ? "/usr/bin/gdbus" : "/usr/bin/jarvis" }))
        _ = try await fixture.connection.own(ServiceInterface.name)
        return (fixture, object)
    }

    @Test func theNewestNoteIsReportedAsPrivacyAllows() async throws {
        let folder = try TemporaryFolder("jarvis-note-service")
        let (fixture, object) = try await offer(folder)
        let caller = try await fixture.bus.connection()
        func recent() async throws -> [String: BusValue] {
            try await fixture.call("RecentNote", from: caller).first?.asTable ?? [:]
        }
        #expect(try await recent() == ["state": .text("none")])
        let note = try await fixture.history.append(
            MessageDraft(turn: TurnID(rawValue: 1), kind: .note, text: "A great day.", source: .voice))
        let time = BusValue.integer(note.createdAt.secondsSinceEpoch)
        #expect(try await recent() == ["state": .text("hidden"), "time": time])
        try fixture.settings.update { $0.showsNoteLine = true }
        #expect(
            try await recent() == [
                "state": .text("shown"), "time": time, "line": .text("A great day."), "mood": .text("positive"),
            ])
        fixture.assistant.send(.awayChanged(true))
        #expect(try await recent() == ["state": .text("hidden")])
        withExtendedLifetime(object) {}
    }

    @Test func promptsAreReturnedAndANoteIsRecorded() async throws {
        let folder = try TemporaryFolder("jarvis-note-service")
        let (fixture, object) = try await offer(folder)
        let caller = try await fixture.bus.connection()
        func prompt(_ another: Bool) async throws -> String? {
            try await fixture.call("Prompt", [.flag(another)], "b", from: caller).first?.asText
        }
        let first = try await prompt(false)
        #expect(try await prompt(false) == first)
        #expect(try await prompt(true) != first)
        fixture.agent.answer(["Go ahead."], summary: ReplySummary(skill: "note", followUp: .dictation))
        _ = try await fixture.call("RecordNote", from: caller)
        await yieldUntil { fixture.assistant.state.phase == .recording }
        #expect(fixture.agent.requests.map(\.text) == ["take a voice note"] && fixture.microphone.isOpen)
        await #expect(throws: BusFailure.self, "it records already") {
            try await fixture.call("RecordNote", from: caller)
        }
        withExtendedLifetime(object) {}
    }

    @Test func otherProgramsReadNoNotesButCanOpenAWidget() async throws {
        let folder = try TemporaryFolder("jarvis-note-service")
        let asked = Kept<[String?]>([])
        let (fixture, object) = try await offer(isStranger: true, folder, showWindow: { asked.value.append($0) })
        let caller = try await fixture.bus.connection()
        for (method, arguments, types) in [
            ("RecentNote", [], ""), ("Prompt", [.flag(true)], "b"), ("RecordNote", [], ""),
        ]
            as [(String, [BusValue], String)]
        {
            await #expect(throws: BusFailure.self) { try await fixture.call(method, arguments, types, from: caller) }
        }
        #expect(!fixture.microphone.isOpen)
        _ = try await fixture.call("ShowWidget", [.text("medium")], "s", from: caller)
        await #expect(throws: BusFailure.self) {
            try await fixture.call("ShowWidget", [.text("huge")], "s", from: caller)
        }
        #expect(asked.value == ["widget-medium"])
        withExtendedLifetime(object) {}
    }

    /// Pressing a button opens the microphone, so no window needs to be listening.
    @Test func aNoteIsRecordedWithoutAWindowInEveryMode() async throws {
        for mode in [DetectionMode.disabled, .pushToTalk, .auto] {
            let fixture = try await ServiceFixture { $0.detectionMode = mode }
            fixture.assistant.send(.attended(false))
            fixture.agent.answer(["Go ahead."], summary: ReplySummary(skill: "note", followUp: .dictation))
            let start = VoiceNoteStart(fixture.assistant)
            start.begin()
            await yieldUntil { fixture.assistant.state.phase == .recording }
            #expect(fixture.assistant.state.expectedFollowUp == .dictation, "\(mode)")
        }
    }

    @Test func aNoteThatCannotStartLeavesTheMicrophoneClosed() async throws {
        let fixture = try await ServiceFixture()
        let start = VoiceNoteStart(fixture.assistant)
        fixture.agent.fail(with: .timedOut)
        start.begin()
        await yieldUntil { fixture.agent.requests.count == 1 && fixture.assistant.state.phase == .idle }
        fixture.assistant.send(.awayChanged(true))
        start.begin()
        fixture.assistant.send(.awayChanged(false))
        fixture.assistant.send(.setMuted(true))
        start.begin()
        #expect(fixture.agent.requests.count == 1 && !fixture.microphone.isOpen)
    }
}
