// SPDX-License-Identifier: GPL-3.0-or-later
// The daily prompt as a notification, on a clock that the test advances.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisStore
import JarvisDesktopControl
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PromptNoticesTests {
    private let folder: TemporaryFolder
    private let fixture: ServiceFixture
    private let double: NotificationDouble
    private let service: NotificationService

    /// It is 9:30, and the prompt is due at 9.
    init() async throws {
        folder = try TemporaryFolder("jarvis-prompt-notices")
        fixture = try await ServiceFixture {
            ($0.offersPrompts, $0.promptHour) = (true, 9)
        }
        double = try await NotificationDouble(on: try await fixture.bus.connection())
        service = NotificationService(fixture.connection)
    }

    private func book() -> PromptBook {
        PromptBook(
            path: folder.path + "/daily-prompt.json",
            table: PromptTable((1...7).map { "prompt \($0)" }.joined(separator: "\n")), locale: "en",
            clock: fixture.wallClock)
    }

    private func notices(_ service: NotificationService? = nil) -> PromptNotices {
        let history = fixture.history
        return PromptNotices(
            fixture.assistant, fixture.settings, service ?? self.service,
            PromptPorts(
                book: book(),
                words: PromptWords(
                    title: "Daily prompt", record: "Record", another: "New prompt",
                    lastNote: { "Last note: \($0)" }), clock: fixture.wallClock)
        ) { [fixture] in
            await NoteGlance.newest(
                history, isLocked: fixture.assistant.state.isAway, mayShow: fixture.settings.current.showsNoteLine)
        }
    }

    private var shown: NotificationDouble.Shown? {
        double.number(titled: "Daily prompt").flatMap { double.shown[$0] }
    }

    private func look(_ notices: PromptNotices) async {
        notices.look()
        await notices.settle()
        await service.settle()
    }

    @Test func theDailyPromptIsShownOnceAtTheSetHour() async throws {
        try fixture.settings.update { $0.promptHour = 10 }
        let notices = notices()
        await look(notices)
        #expect(shown == nil, "it is not ten yet")
        fixture.wallClock.advance(by: .seconds(1800))
        await look(notices)
        let prompt = try #require(try await book().today())
        #expect(shown?.body == prompt.text && shown?.keys == ["record", "another"])
        let count = double.everything.count
        fixture.wallClock.advance(by: .seconds(3600))
        await look(notices)
        // Another run of the program, on the same day.
        let other = self.notices(NotificationService(fixture.connection))
        await look(other)
        #expect(double.everything.count == count)
        fixture.wallClock.advance(by: .seconds(86_400))
        await look(notices)
        let next = try #require(try await book().today())
        #expect(next.text != prompt.text && shown?.body == next.text)
        notices.end()
        other.end()
        await service.settle()
        #expect(shown == nil)
    }

    @Test func promptsAreShownOnlyWhileTheSettingIsOn() async throws {
        try fixture.settings.update { $0.offersPrompts = false }
        let notices = notices()
        await look(notices)
        #expect(double.everything.isEmpty)
        try fixture.settings.update { $0.offersPrompts = true }
        await yieldUntil { shown != nil }
        try fixture.settings.update { $0.offersPrompts = false }
        await yieldUntil { shown == nil }
        notices.end()
    }

    @Test func aMissedPromptIsShownLaterThatDayButNotTheNext() async throws {
        fixture.assistant.send(.awayChanged(true))
        let notices = notices()
        await look(notices)
        #expect(double.everything.isEmpty, "a locked screen shows none")
        fixture.wallClock.advance(by: .seconds(5 * 3600))
        fixture.assistant.send(.awayChanged(false))
        await yieldUntil { shown != nil }
        let today = try #require(try await book().today())
        #expect(shown?.body == today.text)
        fixture.assistant.send(.awayChanged(true))
        // Two nights later, before nine: the missed days get no prompt.
        fixture.wallClock.advance(by: .seconds(86_400 + 17 * 3600))
        fixture.assistant.send(.awayChanged(false))
        await look(notices)
        #expect(try await book().lastShown() == today.day)
        notices.end()
    }

    @Test func theDailyPromptWaitsForDoNotDisturbToEnd() async throws {
        try double.inhibit(true)
        let notices = notices()
        await look(notices)
        #expect(double.everything.isEmpty)
        try double.inhibit(false)
        await yieldUntil { shown != nil }
        notices.end()
    }

    @Test func theButtonsShowANewPromptAndRecordANote() async throws {
        let notices = notices()
        await look(notices)
        let number = try #require(double.number(titled: "Daily prompt"))
        let first = shown?.body
        try double.press("another", on: number)
        await yieldUntil { shown?.body != first }
        #expect(try await book().today()?.text == shown?.body)
        fixture.agent.answer(["Go ahead."], summary: ReplySummary(skill: "note", followUp: .dictation))
        try double.press("record", on: number)
        await yieldUntil { fixture.assistant.state.phase == .recording }
        #expect(fixture.agent.requests.map(\.text) == ["take a voice note"])
        await service.settle()
        #expect(shown == nil)
        notices.end()
    }

    @Test func theLastNoteIsQuotedOnlyWhenAllowedAndUnlocked() async throws {
        _ = try await fixture.history.append(
            MessageDraft(turn: TurnID(rawValue: 1), kind: .note, text: "The wall is broken.", source: .voice))
        let notices = notices()
        await look(notices)
        #expect(shown?.body.contains("wall") == false)
        try fixture.settings.update { $0.showsNoteLine = true }
        try double.press("another", on: try #require(double.number(titled: "Daily prompt")))
        await yieldUntil { shown?.body.contains("\nLast note: The wall is broken.") == true }
        fixture.assistant.send(.awayChanged(true))
        await yieldUntil { shown == nil }
        notices.end()
    }
}
